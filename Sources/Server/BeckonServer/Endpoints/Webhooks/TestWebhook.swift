import BeckonContract
import BeckonModel
import BeckonStore

/// `POST /v1/webhooks/{webhook}/test`: sends a ping. What came of it is in the deliveries.
enum TestWebhook {
  static func prepare(_ call: Call) throws -> Work {
    let id = try call.id(0, WebhookID.self)
    return .write { scope in
      let webhook = try ReadWebhook.findSendable(id, scope)
      guard try Deliveries(scope).backlog(of: id) < Limits.webhookBacklog else {
        throw Problem(.rateLimited, "Too many deliveries of this webhook wait already.")
      }
      guard let delivery = try Webhooks(scope).ping(webhook) else {
        throw Problem.notFound("webhook")
      }
      return .json(delivery.json, status: 202)
    }
  }
}
