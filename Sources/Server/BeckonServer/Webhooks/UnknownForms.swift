import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

/// Webhooks of a form that this program does not know: their vendor was taken out of it, or an
/// older program runs again. Nothing can be sent to them, so they wait as those whose receivers
/// take nothing do, are disabled after three days, and the operator is told. The time counts no
/// more once a program runs that knows the form.
final class UnknownForms: Sendable {
  private let database: any Database
  private let directory: AppDirectory
  private let ambient: Ambient
  private let logger: Logger
  private let disabled: DisabledWebhooks
  private let logged = Locked<Set<WebhookID>>([])

  init(_ surroundings: LoopSurroundings, logger: Logger) {
    database = surroundings.database
    directory = surroundings.directory
    ambient = surroundings.ambient
    self.logger = logger
    disabled = DisabledWebhooks(directory: directory, logger: logger)
  }

  /// The loop that looks for them.
  var loop: BackgroundLoop {
    BackgroundLoop(name: "webhook-forms", everyMilliseconds: 60_000, round: round)
  }

  /// Looks for them. Gives 0: nothing is left to do here.
  @Sendable func round() async throws -> Int64 {
    let known = directory.forms.webhooks.names
    for webhook in try await database.read({ try Webhooks.lost(knowing: known, $0) })
    where webhook.state == .active {
      let isKnown = known.contains(webhook.form)
      if !isKnown, logged.withLock({ $0.insert(webhook.id).inserted }) { log(webhook) }
      // A server that has nothing to note must not write.
      guard webhook.looked(at: ambient.now(), isFormKnown: isKnown) != webhook else { continue }
      try await note(webhook, isFormKnown: isKnown)
    }
    return 0
  }

  private func note(_ seen: Webhook, isFormKnown: Bool) async throws {
    guard let app = try await directory.app(seen.app) else { return }
    let (now, ambient) = (ambient.now(), ambient)
    let isDisabled = try await database.write { connection in
      let webhooks = Webhooks(
        Scope(connection: connection, app: app, now: now, ambient: ambient))
      // It may have been changed since it was seen.
      guard let webhook = try webhooks.find(seen.id) else { return false }
      return try webhooks.note(
        webhook.looked(at: now, isFormKnown: isFormKnown), of: webhook)
    }
    if isDisabled { disabled.report(seen.id, of: seen.app, .unknownForm) }
  }

  private func log(_ webhook: Webhook) {
    let remedy = "run a program that has its vendor, or delete the webhook"
    logger.log(
      .error, "a webhook gets nothing: this program does not know its form",
      [
        JSON.Member("webhook", .id(webhook.id)), JSON.Member("form", .string(webhook.form)),
        JSON.Member("remedy", .string(remedy)),
      ])
  }
}
