import BeckonBasics
import BeckonModel
import BeckonStore

/// Tells of webhooks that the server has disabled by itself.
struct DisabledWebhooks: Sendable {
  let directory: AppDirectory
  let logger: Logger

  /// Tells of one, once that is stored.
  func tell(_ webhook: WebhookID, _ reason: WebhookDisabling) {
    // Nothing more goes into the outbox for it.
    directory.forget()
    logger.log(
      .warning, "a webhook was disabled",
      [JSON.Member("webhook", .id(webhook)), JSON.Member("reason", .string(reason.rawValue))])
  }
}
