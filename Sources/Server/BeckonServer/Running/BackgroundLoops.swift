import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

/// The work that goes on beside requests. Each loop tells when it last succeeded and how far behind
/// it is, so that a silent stop is seen by `/health`, `/metrics` and `beckon doctor`.
struct BackgroundLoops: Sendable {
  let database: any Database
  let directory: AppDirectory
  let webhooks: WebhookSender
  let unknownForms: UnknownForms
  let metrics: Metrics
  let ambient: Ambient
  let logger: Logger
  let appleAds: AppleAdsExchange
  let googlePlay: GooglePlayExchange
  /// Called when a newer program has migrated the database, and this one must stop.
  let outdated: @Sendable (DatabaseError) -> Void

  private struct Loop: Sendable {
    let name: String
    let everyMilliseconds: UInt64
    /// Does one round, and gives how much is left to do.
    let round: @Sendable () async throws -> Int64
  }

  /// Runs all loops until the task is cancelled.
  func run() async {
    for loop in all {
      metrics.loop(loop.name, everyMilliseconds: Int64(loop.everyMilliseconds))
    }
    await withTaskGroup(of: Void.self) { group in
      for loop in all { group.addTask { await run(loop) } }
    }
  }

  /// Runs each loop once, to its end: for tests and for stopping.
  func runOnce() async throws {
    repeat {
      for loop in all { while try await loop.round() > 0 {} }
    } while await webhooks.finish() > 0
  }

  private var all: [Loop] {
    [
      Loop(name: "outside-changes", everyMilliseconds: 500) {
        try await directory.watch()
        return 0
      },
      Loop(name: "schema", everyMilliseconds: 2_000) {
        try await database.read { try Migrator.checkCompatible($0, known: Schema.beckon.version) }
        return 0
      },
      Loop(name: "holds", everyMilliseconds: 1_000, round: postDueRewards),
      Loop(name: "apple-ads", everyMilliseconds: 1_000, round: appleAds.round),
      Loop(name: "google-play", everyMilliseconds: 1_000, round: googlePlay.round),
      Loop(name: "store-owners", everyMilliseconds: 5_000, round: findStoreOwners),
      Loop(name: "click-roll-up", everyMilliseconds: 1_000, round: rollUpClicks),
      Loop(name: "webhook-outbox", everyMilliseconds: 500, round: webhooks.fanOut),
      Loop(name: "webhook-deliveries", everyMilliseconds: 500, round: webhooks.begin),
      Loop(name: "webhook-forms", everyMilliseconds: 60_000, round: unknownForms.round),
      Loop(name: "retention", everyMilliseconds: 600_000, round: forgetOldFacts),
      Loop(name: "partitions", everyMilliseconds: 3_600_000, round: renewPartitions),
    ]
  }

  private func run(_ loop: Loop) async {
    while !Task.isCancelled {
      do {
        let left = try await loop.round()
        metrics.loop(loop.name, succeededAt: ambient.now(), lag: left)
        if left > 0 { continue }
      } catch DatabaseError.closed {
        return
      } catch let error as DatabaseError where error.isNewerSchema {
        return outdated(error)
      } catch {
        logger.log(
          .error, "a background loop failed",
          [JSON.Member("loop", .string(loop.name)), JSON.Member("error", .string("\(error)"))])
      }
      try? await Task.sleep(nanoseconds: loop.everyMilliseconds * 1_000_000)
    }
  }

  /// Posts held rewards that are due; gives how many were in the batch, as there may be more.
  private func postDueRewards() async throws -> Int64 {
    let now = ambient.now()
    // A look on a snapshot first: an idle server must not write every second.
    guard try await database.read({ try Holds.isAnyDue(at: now, $0) }) else { return 0 }
    return try await database.write { connection in
      let due = try Holds.claim(at: now, connection)
      var apps: [Int64: AppContext] = [:]
      for held in due {
        let app = try apps[held.app] ?? context(of: held.app, connection)
        guard let app else { continue }
        apps[held.app] = app
        let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
        try Ledger(scope).post(held.id)
      }
      return Int64(due.count)
    }
  }

  private func context(of app: Int64, _ connection: any Connection) throws -> AppContext? {
    try Accounts.context(of: app, forms: directory.webhookForms, connection)
  }

  /// Looks for the installs and people whose the stores' payments are; gives how many were due.
  private func findStoreOwners() async throws -> Int64 {
    let now = ambient.now()
    guard try await database.read({ try StorePayments.isAnyDue(at: now, $0) }) else { return 0 }
    return try await database.write { connection in
      let due = try StorePayments.claim(at: now, connection)
      for (number, reference) in due {
        guard let app = try context(of: number, connection) else { continue }
        let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
        try StorePayments(scope).search(reference)
      }
      return Int64(due.count)
    }
  }

  private func rollUpClicks() async throws -> Int64 {
    // A look on a snapshot first: a round without new clicks must not make the writers wait.
    guard try await database.read({ try ClickRollUp.lag($0) }) > 0 else { return 0 }
    return try await database.write { connection in
      let rollUp = ClickRollUp(connection) { try context(of: $0, connection) }
      return Int64(try rollUp.run())
    }
  }

  private func forgetOldFacts() async throws -> Int64 {
    let now = ambient.now()
    let deleted = try await database.write { try Retention($0, now: now).run() }
    return Int64(deleted)
  }

  /// Makes the months of split tables ahead, and drops those that everybody has kept long enough.
  private func renewPartitions() async throws -> Int64 {
    let now = ambient.now()
    try await database.write { connection in
      // A change of the schema waits for everybody's transactions, so not every server tries it.
      guard try Loops(connection).claim("partitions") != nil else { return }
      try Partitions.makeAhead(connection, now: now)
      try Partitions.dropOld(connection, now: now)
    }
    return 0
  }
}

extension DatabaseError {
  fileprivate var isNewerSchema: Bool {
    if case .newerSchema = self { true } else { false }
  }
}
