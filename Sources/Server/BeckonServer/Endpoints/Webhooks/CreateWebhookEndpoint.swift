import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/webhooks`. The secret is shown in this answer only.
enum CreateWebhookEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    let body = try CreateWebhook.Request(try call.fields())
    let form = try call.app.webhookForms.form(named: body.form)
    try form.check(body.facts)
    let target = try check(body.url, call)
    let webhook = Webhook(
      id: call.ambient.id(), app: call.app.number, url: body.url, facts: body.facts,
      form: (target.isSlack ? .slack : form).name, secret: body.secret ?? newSecret(call),
      createdAt: call.now)
    return .reconfigure { scope in
      guard try Webhooks(scope).insert(webhook) else {
        throw Problem(
          .invalidField, "An app may have \(Limits.webhooks) webhooks; delete one first.")
      }
      return .json(withSecret(webhook, scope), status: 201)
    }
  }

  static func newSecret(_ call: Call) -> String { call.ambient.secret(prefix: "whsec") }

  /// The webhook with the secret in force.
  static func withSecret(_ webhook: Webhook, _ scope: Scope) -> JSON {
    .object(
      (webhook.json(scope.app.webhookForms).members ?? [])
        + [JSON.Member("secret", .string(webhook.secrets.current))])
  }

  /// Refuses at once what would never be sent. A name is looked up when it is sent to.
  @discardableResult
  static func check(_ url: String, _ call: Call) throws -> WebhookURL {
    let target: WebhookURL
    do {
      target = try WebhookURL(url)
    } catch {
      throw FieldError(
        "url", error.remedy + " (http:// only to this machine), and have no fragment")
    }
    let isInner = target.address.map {
      !WebhookAddresses.allows(
        $0, privateNetworks: call.services[WebhookReach.self].includesPrivateNetworks)
    }
    guard
      !(isInner
        ?? (target.host == "localhost" && !call.services[WebhookReach.self].includesPrivateNetworks))
    else {
      throw FieldError(
        "url", "leads to a private network; the operator must allow --webhook-private-networks")
    }
    return target
  }
}

extension WebhookURL {
  /// Whether it is an incoming webhook of Slack, which takes nothing but Slack's own form, whatever
  /// form is asked for.
  var isSlack: Bool { host == "hooks.slack.com" }
}
