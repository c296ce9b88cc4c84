import BeckonContract
import BeckonModel
import BeckonStore

/// `GET /v1/webhooks/{webhook}`.
enum ReadWebhook {
  static func prepare(_ call: Call) throws -> Work {
    let id = try call.id(0, WebhookID.self)
    return .read { scope in .json(try describe(find(id, scope), scope)) }
  }

  static func find(_ id: WebhookID, _ scope: Scope) throws -> Webhook {
    guard let webhook = try Webhooks(scope).find(id) else { throw Problem.notFound("webhook") }
    return webhook
  }

  /// The webhook, if anything can be sent to it.
  /// - Throws: `Problem`.
  static func findSendable(_ id: WebhookID, _ scope: Scope) throws -> Webhook {
    let webhook = try find(id, scope)
    guard scope.app.webhookForms[webhook.form] != nil else {
      throw Problem(.webhookDisabled, "This server does not know the form '\(webhook.form)'.")
    }
    guard webhook.state == .active else {
      throw Problem(.webhookDisabled, "Make it active first.")
    }
    return webhook
  }

  static func describe(_ webhook: Webhook, _ scope: Scope) throws -> JSON {
    let deliveries = Deliveries(scope)
    let waiting =
      try deliveries.backlog(of: webhook.id) + deliveries.backlog(of: webhook.id, isByClient: true)
    let members = webhook.json(scope.app.webhookForms).members ?? []
    return .object(members + [JSON.Member("waiting", .integer(waiting))])
  }
}
