import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

/// Reports webhooks that the server has disabled by itself.
struct DisabledWebhooks: Sendable {
  let directory: AppDirectory
  let logger: Logger

  /// Reports one, once that is stored.
  func report(_ webhook: WebhookID, of app: Int64, _ reason: WebhookDisabling) {
    // Nothing more goes into the feed for it.
    directory.forget(Announcement(app: app, .configuration))
    logger.log(
      .warning, "a webhook was disabled",
      [JSON.Member("webhook", .id(webhook)), JSON.Member("reason", .string(reason.rawValue))])
  }
}
