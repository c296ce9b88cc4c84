import BeckonContract
import BeckonModel
import BeckonStore

/// `POST /v1/webhooks/{webhook}/deliveries/{delivery}/replay`: sent once more, with the same id.
enum ReplayDelivery {
  static func prepare(_ call: Call) throws -> Work {
    let webhook = try call.id(0, WebhookID.self)
    let id = try call.id(1, DeliveryID.self)
    return .write { scope in
      let webhook = try ReadWebhook.findSendable(webhook, scope)
      guard let delivery = try Webhooks(scope).replay(id, of: webhook.id) else {
        throw Problem.notFound("delivery")
      }
      return .json(delivery.json, status: 202)
    }
  }
}
