import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `PATCH /v1/webhooks/{webhook}`: url, facts, state, or a new secret, which is shown in this
/// answer only.
enum UpdateWebhookEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    let id = try call.id(0, WebhookID.self)
    let body = try UpdateWebhook.Request(try call.fields())
    let target = try body.url.map { try CreateWebhookEndpoint.check($0, call) }
    let secret = body.rotatesSecret ? body.secret ?? CreateWebhookEndpoint.newSecret(call) : nil
    return .reconfigure { scope in
      let old = try ReadWebhook.find(id, scope)
      guard target?.isSlack != true || old.form == WebhookForm.slack.name else {
        throw FieldError("url", "is Slack's, which takes its own form only; make a new webhook")
      }
      let new = changed(old, body, secret, scope.now)
      let form = scope.app.webhookForms[new.form]
      try form?.check(new.facts)
      guard form != nil || body.state != .active else {
        throw FieldError("state", "cannot be active: this server does not know its form")
      }
      try Webhooks(scope).update(
        new, isRevived: old.state == .disabled && new.state == .active)
      return .json(
        secret == nil
          ? try ReadWebhook.describe(new, scope) : CreateWebhookEndpoint.withSecret(new, scope))
    }
  }

  private static func changed(
    _ old: Webhook, _ body: UpdateWebhook.Request, _ secret: String?, _ now: Instant
  ) -> Webhook {
    var new = old
    new.url = body.url ?? old.url
    new.facts = body.facts ?? old.facts
    if let secret {
      new.secrets = WebhookSecrets(
        current: secret, old: old.secrets.current,
        oldUntil: now.adding(milliseconds: body.oldSecretHours * Span.hourMilliseconds))
    }
    guard let state = body.state, state != old.state else { return new }
    new.failingSince = nil
    guard state == .active else { return new.disabled(for: .request, at: now) }
    (new.state, new.disabledReason, new.disabledAt) = (.active, nil, nil)
    return new
  }
}
