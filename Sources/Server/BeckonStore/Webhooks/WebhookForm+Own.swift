import BeckonEngine
import BeckonModel

extension WebhookForm {
  /// Beckon's own: a signed body.
  public static let native = WebhookForm(
    name: "native",
    body: { payload, scope in
      let head = JSON.object([
        "id": .id(payload.id), "type": .string(payload.topic.type),
        "created_at": .instant(payload.at),
        "app": .id(scope.app.id),
      ])
      return .object((head.members ?? []) + (payload.content.members ?? []))
    },
    headers: { sent in
      let secrets = sent.secrets.valid(at: sent.at)
      return [
        ("Beckon-Signature", WebhookSignature.header(sent.body, secrets: secrets, at: sent.at))
      ]
    })

  /// A message for a channel of Slack. Its URL is the secret.
  public static let slack = WebhookForm(
    name: "slack", body: { SlackBody.make($0, app: $1.app.name) },
    headers: { _ in [] })
}

extension VendorForms {
  /// Of no vendor.
  public static let own = VendorForms(webhooks: .own, links: LinkForms())
}

extension WebhookForms {
  /// Those that are Beckon's own business, without any vendor's.
  public static let own = WebhookForms(vendors: [])

  /// Beckon's own, and a vendor's each.
  public init(vendors: [WebhookForm]) {
    self.init([.native, .slack] + vendors)
  }
}
