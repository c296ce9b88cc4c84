import BeckonEngine

/// What the store has to know of vendors' protocols: how their receivers expect webhooks, and how
/// their links are read.
public struct VendorForms: Sendable {
  /// The forms of webhooks, Beckon's own among them.
  public let webhooks: WebhookForms
  /// The forms of links, beside those with a code alone.
  public let links: LinkForms

  /// Of what a program knows.
  public init(webhooks: WebhookForms, links: LinkForms) {
    self.webhooks = webhooks
    self.links = links
  }
}
