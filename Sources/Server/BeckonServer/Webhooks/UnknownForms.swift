import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

/// Webhooks of a form that this program does not know: their vendor was taken out of it, or an
/// older program runs again. Nothing can be sent to them, so they wait as those whose receivers
/// take nothing do, are disabled after three days, and the operator is told.
final class UnknownForms: Sendable {
  private let database: any Database
  private let directory: AppDirectory
  private let ambient: Ambient
  private let logger: Logger
  private let told = Locked<Set<WebhookID>>([])

  init(_ surroundings: LoopSurroundings, logger: Logger) {
    database = surroundings.database
    directory = surroundings.directory
    ambient = surroundings.ambient
    self.logger = logger
  }

  /// The loop that looks for them.
  var loop: BackgroundLoop {
    BackgroundLoop(name: "webhook-forms", everyMilliseconds: 60_000, round: round)
  }

  /// Looks for them. Gives 0: nothing is left to do here.
  @Sendable func round() async throws -> Int64 {
    let known = directory.webhookForms.names
    for webhook in try await database.read({ try Webhooks.active(ofNone: known, $0) }) {
      guard let app = try await directory.app(webhook.app) else { continue }
      if told.withLock({ $0.insert(webhook.id).inserted }) { tell(webhook) }
      try await pause(webhook, app)
    }
    return 0
  }

  private func pause(_ webhook: Webhook, _ app: AppContext) async throws {
    let now = ambient.now()
    let paused = webhook.paused(at: now)
    guard paused != webhook else { return }
    let ambient = ambient
    try await database.write { connection in
      let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
      try Webhooks(scope).update(paused, isRevived: false)
      if paused.state == .disabled { try connection.announce() }
    }
    guard paused.state == .disabled else { return }
    // Nothing more goes into the outbox for it.
    directory.forget()
    logger.log(.warning, "a webhook was disabled", Self.members(webhook))
  }

  private func tell(_ webhook: Webhook) {
    let remedy = "run a program that has its vendor, or delete the webhook"
    logger.log(
      .error, "a webhook gets nothing: this program does not know its form",
      Self.members(webhook) + [JSON.Member("remedy", .string(remedy))])
  }

  private static func members(_ webhook: Webhook) -> [JSON.Member] {
    [JSON.Member("webhook", .id(webhook.id)), JSON.Member("form", .string(webhook.form))]
  }
}
