import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// Takes deliveries to the receivers. Each webhook has a few workers of its own while
/// something is due for it, so that a slow receiver holds up nobody but itself.
final class WebhookSender: Sendable {
  private let database: any Database
  private let directory: AppDirectory
  private let client: WebhookClient
  private let metrics: Metrics
  private let ambient: Ambient
  private let logger: Logger
  private let disabled: DisabledWebhooks
  private let version: String
  private let workers = Locked(Workers())

  private struct Workers {
    var isStopped = false
    var last = 0
    /// The number of the last worker for which `finish` has waited.
    var finished = 0
    var counts: [WebhookID: Int] = [:]
    var tasks: [Int: Task<Void, Never>] = [:]
  }

  init(
    database: any Database, directory: AppDirectory, client: WebhookClient, metrics: Metrics,
    ambient: Ambient, logger: Logger, version: String
  ) {
    self.database = database
    self.directory = directory
    self.client = client
    self.metrics = metrics
    self.ambient = ambient
    self.logger = logger
    disabled = DisabledWebhooks(directory: directory, logger: logger)
    self.version = version
  }

  /// The loop that begins those that are due.
  var loop: BackgroundLoop {
    BackgroundLoop(name: "webhook-deliveries", everyMilliseconds: 500, round: begin)
  }

  /// Starts workers for what is due, and does not wait for them. Gives 0: what is left waits for a
  /// receiver, not for this server.
  func begin() async throws -> Int64 {
    let now = ambient.now()
    for due in try await database.read({ try Deliveries.due(at: now, $0) }) {
      guard let app = try await directory.app(due.app), app.webhookForms[due.form] != nil else {
        continue
      }
      // One that fails gets one worker: it would only keep more of them waiting.
      for _ in 0..<(due.isFailing ? 1 : Limits.webhookInFlight) {
        guard
          startWorker(of: due.webhook, app, limit: due.isFailing ? 1 : Limits.webhookInFlight)
        else { break }
      }
    }
    return 0
  }

  private func startWorker(of webhook: WebhookID, _ app: AppContext, limit: Int) -> Bool {
    workers.withLock { workers in
      let count = workers.counts[webhook] ?? 0
      guard !workers.isStopped, count < limit, workers.tasks.count < Limits.webhooksInFlight else {
        return false
      }
      workers.last += 1
      let number = workers.last
      workers.counts[webhook] = count + 1
      // The task ends itself under the lock that is held here, so it is noted before.
      workers.tasks[number] = Task {
        await self.work(webhook, app)
        self.end(number, webhook)
      }
      return true
    }
  }

  private func end(_ number: Int, _ webhook: WebhookID) {
    workers.withLock { workers in
      workers.tasks[number] = nil
      let count = (workers.counts[webhook] ?? 1) - 1
      workers.counts[webhook] = count > 0 ? count : nil
    }
  }

  /// Sends one delivery after the other until none is due, or the receiver fails.
  private func work(_ webhook: WebhookID, _ app: AppContext) async {
    do {
      var next = try await write(app) { try Deliveries($0).claim(webhook, limit: 1).first }
      while let claimed = next {
        next = try await send(claimed, app)
      }
    } catch DatabaseError.closed {
      return
    } catch {
      // The lease ends, and then it is sent again.
      logger.log(
        .error, "a webhook's worker failed",
        [JSON.Member("webhook", .id(webhook)), JSON.Member("error", .string("\(error)"))])
    }
  }

  /// Sends a delivery and notes what came of it; claims the next in the same transaction. After a
  /// failure there is no next one: the loop looks again, by then with one worker.
  private func send(
    _ claimed: ClaimedDelivery, _ app: AppContext
  ) async throws -> ClaimedDelivery? {
    let attempt: DeliveryAttempt
    do {
      attempt = try await client.send(
        WebhookRequest(claimed, now: ambient.now(), version: version))
    } catch {
      try await write(app) { try Deliveries($0).release(claimed) }
      return nil
    }
    let webhook = claimed.webhook.id
    let (verdict, next) = try await write(app) { scope in
      let deliveries = Deliveries(scope)
      let verdict = try deliveries.record(attempt, of: claimed)
      let next = attempt.isSuccess ? try deliveries.claim(webhook, limit: 1).first : nil
      return (verdict, next)
    }
    if let verdict { report(verdict, of: webhook, app) }
    return next
  }

  private func write<Value: Sendable>(
    _ app: AppContext, _ body: @escaping @Sendable (Scope) throws -> Value
  ) async throws -> Value {
    let (now, ambient) = (ambient.now(), ambient)
    return try await database.write { connection in
      try body(Scope(connection: connection, app: app, now: now, ambient: ambient))
    }
  }

  private func report(_ verdict: DeliveryVerdict, of webhook: WebhookID, _ app: AppContext) {
    switch verdict.delivery {
    case .delivered: metrics.count(.webhookAttempts, "delivered")
    case .retry: metrics.count(.webhookAttempts, "retried")
    case .failed: metrics.count(.webhookAttempts, "failed")
    }
    if let reason = verdict.disabling { disabled.report(webhook, of: app.number, reason) }
  }

  // MARK: Waiting and stopping

  /// Waits for the workers that are there now, and gives how many have begun since it was last
  /// called, for tests: those that are done already may have left something for the next.
  func finish() async -> Int {
    let (tasks, begun) = workers.withLock { workers in
      defer { workers.finished = workers.last }
      return (Array(workers.tasks.values), workers.last - workers.finished)
    }
    for task in tasks { await task.value }
    return begun
  }

  /// Gives up what is on its way; another server sends it.
  func stop() async {
    let tasks = workers.withLock { workers in
      workers.isStopped = true
      return Array(workers.tasks.values)
    }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}
