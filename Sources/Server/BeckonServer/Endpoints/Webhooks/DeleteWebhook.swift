import BeckonContract
import BeckonModel
import BeckonStore

/// `DELETE /v1/webhooks/{webhook}`, with all it was sent and what waits.
enum DeleteWebhook {
  static func prepare(_ call: Call) throws -> Work {
    let id = try call.id(0, WebhookID.self)
    return .reconfigure { scope in
      guard try Webhooks(scope).delete(id) else { throw Problem.notFound("webhook") }
      return Reply(status: 204)
    }
  }
}
