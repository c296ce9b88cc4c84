/// Where webhooks may be sent to.
struct WebhookReach: Sendable {
  /// Whether loopback, private and link-local addresses are among it.
  let includesPrivateNetworks: Bool
}
