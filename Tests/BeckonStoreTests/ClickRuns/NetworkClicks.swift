import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import Dispatch
import TestDatabases
import Testing

@testable import BeckonStore

/// A database of clicks from a few networks, and what can happen to them.
struct NetworkClicks {
  static let start = Instant(milliseconds: 1_790_000_000_000)
  private static let networks = 0..<4

  let database: any Database
  private let app: AppContext

  /// Runs `body` on a new database.
  /// - Parameter migrations: the numbers of the steps that are carried out.
  static func with(
    _ driver: DatabaseDriver, migrations: @Sendable (Int) -> Bool = { _ in true },
    _ body: (NetworkClicks) async throws -> Void
  ) async throws {
    let steps = Migration.all.filter { migrations($0.number) }
    try await driver.with([]) { database in
      let app = try await database.write { connection -> AppContext? in
        _ = try Migrator.migrate(connection, migrations: steps, now: start)
        try Partitions.makeAhead(connection, now: start)
        _ = try Accounts(connection).createApp(name: "Test", ambient: .system)
        return try Accounts.context(of: 1, connection)
      }
      try await body(NetworkClicks(database: database, app: try #require(app)))
    }
  }

  /// Carries out the steps that are left.
  func migrate() async throws {
    _ = try await database.write {
      try Migrator.migrate($0, migrations: Migration.all, now: Self.start)
    }
  }

  /// Stores clicks from these networks, and previews from those with a number below 0.
  func store(from networks: [Int], at instant: Instant) async throws {
    let clicks = networks.map { number in
      Click(
        id: Ambient.system.id(), link: LinkID(Identifier(high: 1, low: 1)), at: instant,
        kind: number < 0 ? .preview : .click, network: digest(abs(number)),
        visitor: Identifier(high: 1, low: 1),
        signals: Signals(
          network: "", networkClass: .ordinary, platform: .ios, osVersion: "17.4",
          deviceModel: nil, screen: nil, language: "de", timeZone: nil))
    }
    let batch = ClickBatch(clicks.map { (app.number, $0) })
    try await database.write { try batch.store(in: $0) }
  }

  /// What a server does all the time, until no other test's transaction is in the way of the newest
  /// click.
  func learn(_ recent: RecentClicks) async throws {
    while try await database.read({ connection in
      let isMore = try recent.learn(connection)
      let newest = try connection.first("SELECT seq FROM clicks ORDER BY seq DESC LIMIT 1", []) {
        $0.integer(0)
      }
      let run = try ClickRuns(connection).last()
      let known = recent.find([], behind: run, limit: 1, caughtUp: nil)
      return isMore || (known?.last ?? nil) ?? 0 < newest ?? 0
    }) {}
  }

  /// What a call of a launch does before its transaction.
  func catchUp(_ recent: RecentClicks) async throws -> RecentClicks.Generation? {
    try await database.read { try recent.catchUp($0) }
  }

  /// Writes the run that is due, and gives how many runs there were.
  func writeRun(
    of recent: RecentClicks, at now: Instant, isFinished: Bool = true
  ) async throws -> Int {
    guard let run = recent.nextRun(at: now) else { return 0 }
    return try await database.write { connection in
      let runs = ClickRuns(connection)
      let before = try runs.all().count
      while try runs.clear() ?? 0 > 0 {}
      for slice in run.slices() { _ = try runs.add(slice, of: run) }
      if isFinished { _ = try runs.finish(run) }
      return try runs.all().count - before
    }
  }

  /// Rows of all runs.
  func rowCount() async throws -> Int64 {
    try await database.read { connection in
      try connection.first("SELECT COUNT(*) FROM click_networks", []) { $0.integer(0) } ?? 0
    }
  }

  /// Deletes what has been kept long enough.
  func retain(at now: Instant) async throws {
    while try await database.write({ try Retention($0, now: now).run() }) > 0 {}
  }

  /// The clicks that are found from each network, and those that there are.
  func look(
    _ recent: RecentClicks?, caughtUp: RecentClicks.Generation? = nil, at now: Instant
  ) async throws -> (found: [[ClickID]], expected: [[ClickID]]) {
    try await database.read { try look(recent, caughtUp: caughtUp, at: now, in: $0) }
  }

  /// The same on a snapshot.
  func look(
    _ recent: RecentClicks?, caughtUp: RecentClicks.Generation? = nil, at now: Instant,
    in connection: any Connection
  ) throws -> (found: [[ClickID]], expected: [[ClickID]]) {
    let since = now.adding(milliseconds: -2 * Span.dayMilliseconds)
    let found = try Clicks.candidates(
      for: Self.networks.map { number in
        Clicks.Search(
          network: ClickNetwork(app: app.number, digest: digest(number)), since: since)
      }, recent: recent, caughtUp: caughtUp, in: connection)
    let expected = try Self.networks.map { number in
      try connection.rows(
        """
        SELECT id FROM clicks
        WHERE app = $1 AND network = $2 AND at >= $3 AND kind = 'click'
        ORDER BY seq DESC
        """, [.integer(app.number), .identifier(digest(number)), .instant(since)]
      ) { $0.id(0, ClickID.self) }
    }
    let most = ClickCandidates.countMax
    #expect(found.map(\.isTruncated) == expected.map { $0.count > most })
    return (found.map { $0.clicks.map(\.click) }, expected.map { Array($0.prefix(most)) })
  }

  /// Does something while a reader has a snapshot without runs, then tells the reader what came of
  /// it.
  func onOlderSnapshot<Outcome: Sendable>(
    _ meanwhile: @escaping @Sendable () async throws -> Outcome,
    then body: @escaping @Sendable (any Connection, Outcome) throws -> Void
  ) async throws {
    try await database.read { (old: any Connection) throws in
      // SQLite and PostgreSQL begin a snapshot with its first look.
      #expect(try ClickRuns(old).last() == 0)
      let outcome = Locked<Result<Outcome, any Error>?>(nil)
      let done = DispatchSemaphore(value: 0)
      Task {
        do {
          let value = try await meanwhile()
          outcome.withLock { $0 = .success(value) }
        } catch {
          outcome.withLock { $0 = .failure(error) }
        }
        done.signal()
      }
      done.wait()
      if let outcome = outcome.withLock({ $0 }) { try body(old, outcome.get()) }
    }
  }

  private func digest(_ number: Int) -> Identifier { app.digest(ofNetwork: "198.51.100.\(number)") }
}
