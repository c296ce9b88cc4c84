import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonSQLite
import BeckonStore
import Foundation
import TestDatabases
import Testing

@testable import BeckonServer

/// A real server with a real database, of the kind that `TestDatabase` says, on a free port, with a
/// clock that the test holds.
final class TestServer: Sendable {
  let database: any Database
  let clock: Locked<Instant>
  let growth: GrowthServer
  /// The app that most tests need no more than.
  let app: TestApp
  let ambient: Ambient
  private let path: String

  /// Runs `body` with a new server. At its end every app's ledger must sum to zero.
  /// - Parameter fileBytesMax: of a SQLite file, which is then the database in any case.
  /// - Parameter runsLoops: whether the loops run by themselves, and not only in `wait`.
  /// - Parameter random: the server's chance.
  /// - Parameter indexBytes: what all shops may take in memory.
  /// - Parameter wrap: puts something between the server and its database, to watch it.
  static func run(
    random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) },
    rates: RateLimits = RateLimits(), publicURL: String? = nil, fileBytesMax: Int? = nil,
    webhooksStayOutside: Bool = false, runsLoops: Bool = false,
    appleAdsURL: String? = nil, appStoreRoots: Set<[UInt8]>? = nil, googleURL: String? = nil,
    trustedProxies: [String] = ["127.0.0.1/32"], vendors: [VendorInterface] = VendorInterface.all,
    mailGateways: [MailGateway] = [], smsGateways: [SMSGatewayAddress] = [],
    indexBytes: Int? = nil, wrapping wrap: (any Database) -> any Database = { $0 },
    log: (@Sendable (String) -> Void)? = nil,
    _ body: (TestServer) async throws -> Void
  ) async throws {
    await Turnstile.shared.enter()
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("beckon-\(UUID().uuidString)")
    let path = directory.path + "/beckon.db"
    defer {
      try? TestDatabase.remove(path)
      try? FileManager.default.removeItem(at: directory)
      Turnstile.shared.leave()
    }
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    let server = try await TestServer(
      random, path, wrap(Self.openMigrated(path, fileBytesMax)), rates, publicURL,
      webhooksStayOutside,
      runsLoops,
      appleAdsURL, appStoreRoots, googleURL, trustedProxies, vendors, mailGateways, smsGateways,
      indexBytes, log)
    do {
      try await body(server)
      try await server.expectLedgerSumsToZero()
      try await server.expectDailyCountsAreRight()
      try await server.expectRanksAreRight()
    } catch {
      await server.growth.stop()
      throw error
    }
    await server.growth.stop()
  }

  private static let start = Instant("2026-06-01T09:00:00Z")

  private static func openMigrated(
    _ path: String, _ fileBytesMax: Int?
  ) async throws -> any Database {
    let now = try #require(start)
    @Sendable func migrate(_ database: any Database) async throws {
      _ = try await database.write {
        try Migrator.migrate($0, migrations: Migration.all, now: now)
      }
    }
    if fileBytesMax == nil { _ = try await TestDatabase.url(path, prepared: migrate) }
    let database = try open(path, fileBytesMax)
    try await migrate(database)
    return database
  }

  private static func open(_ path: String, _ fileBytesMax: Int?) throws -> any Database {
    guard let fileBytesMax else { return try TestDatabase.open(TestDatabase.url(path)) }
    var settings = SQLiteSettings(path: path)
    settings.fileBytesMax = fileBytesMax
    return try SQLiteDatabase(settings)
  }

  private init(
    _ random: @escaping @Sendable () -> UInt64, _ path: String,
    _ database: any Database, _ rates: RateLimits, _ publicURL: String?,
    _ webhooksStayOutside: Bool, _ runsLoops: Bool, _ appleAdsURL: String?,
    _ appStoreRoots: Set<[UInt8]>?,
    _ googleURL: String?, _ trustedProxies: [String], _ vendors: [VendorInterface],
    _ mailGateways: [MailGateway], _ smsGateways: [SMSGatewayAddress], _ indexBytes: Int?,
    _ log: (@Sendable (String) -> Void)?
  ) async throws {
    let clock = Locked(try #require(Self.start))
    let ambient = Ambient(now: { clock.withLock { $0 } }, random: random)
    var configuration = ServerConfiguration()
    configuration.port = 0
    configuration.publicURL = publicURL
    configuration.appleAdsURL = appleAdsURL ?? "http://127.0.0.1:1"
    configuration.appStoreRoots = appStoreRoots ?? configuration.appStoreRoots
    let google = googleURL ?? "http://127.0.0.1:1"
    configuration.googleKeysURL = google + "/certs"
    configuration.googleTokenURL = google + "/token"
    configuration.googlePlayURL = google
    configuration.requestMilliseconds = 60_000
    configuration.mailGateways = mailGateways
    configuration.smsGateways = smsGateways
    configuration.smsPerSecond = 1_000
    configuration.indexBytes = indexBytes ?? configuration.indexBytes
    configuration.webhookPrivateNetworks = !webhooksStayOutside
    configuration.trustedProxies = try trustedProxies.map { try #require(CIDR($0)) }
    growth = try GrowthServer(
      configuration, database: database, ambient: ambient,
      logger: Logger(
        level: log == nil ? .error : .info, now: ambient.now, write: log ?? Self.complain),
      vendors: vendors,
      limits: CallLimits(rates) { UInt64(clock.withLock { $0.milliseconds }) * 1_000_000 },
      runsLoops: runsLoops, outdated: { _ in })
    self.database = database
    self.path = path
    self.clock = clock
    self.ambient = ambient
    app = try await Self.app(named: "shop", database, ambient, port: growth.port)
  }

  /// A server's own fault in a test is told where the test's output is.
  private static func complain(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  private static func app(
    named name: String, _ database: any Database, _ ambient: Ambient, port: Int
  ) async throws -> TestApp {
    let made = try await database.write { connection in
      let accounts = Accounts(connection)
      let id = try accounts.createApp(name: name, ambient: ambient)
      let keys = try KeyKind.allCases.map { kind in
        try accounts.createKey(kind, app: id, ambient: ambient)?.key ?? ""
      }
      // There is nothing to count yet, and from now on each change must be published.
      if let number = try accounts.number(of: id),
        let app = try Accounts.context(of: number, connection)
      {
        let scope = Scope(
          connection: connection, app: app, now: ambient.now(), ambient: ambient)
        while try DailyFill(connection).run(scope) > 0 {}
      }
      return (id: id, keys: keys)
    }
    return TestApp(
      id: made.id, publishable: made.keys[0], secret: made.keys[1],
      client: SocketClient(port: port))
  }

  /// The same database as another server opens it.
  func anotherDatabase() throws -> any Database { try Self.open(path, nil) }

  /// One more app in the same database.
  func otherApp() async throws -> TestApp {
    try await Self.app(named: "other", database, ambient, port: growth.port)
  }

  /// Moves the clock on, then lets every background loop come to its end.
  func wait(days: Double = 0, hours: Double = 0, minutes: Double = 0) async throws {
    let milliseconds = Int64(((days * 24 + hours) * 60 + minutes) * 60_000)
    clock.withLock { $0 = $0.adding(milliseconds: milliseconds) }
    try await growth.runLoopsOnce()
    var roundsLeft = 3_000
    while roundsLeft > 0, try await unsettled() > 0 {
      roundsLeft -= 1
      // Sleeps because: on PostgreSQL a loop stops before what may still commit, and transactions
      // of other tests, in the same server, that begin or end just now may be such.
      try await Task.sleep(nanoseconds: 20_000_000)
      try await growth.runLoopsOnce()
    }
    if roundsLeft == 0 {
      Issue.record("the loops did not come to their end: \(try await unsettled()) rows wait")
    }
    // What the last round has found is sent by the next.
    if roundsLeft < 3_000 { try await growth.runLoopsOnce() }
  }

  /// How much the loops that follow a position have still before them.
  private func unsettled() async throws -> Int64 {
    guard TestDatabase.isPostgres else { return 0 }
    return try await number(
      """
      SELECT (SELECT COUNT(*) FROM feed WHERE seq > $1)
      + (SELECT COUNT(*) FROM clicks WHERE seq >
        (SELECT COALESCE(MAX(position), 0) FROM loops WHERE name = 'click-roll-up'))
      + (SELECT COUNT(*) FROM widget_acts WHERE seq >
        (SELECT COALESCE(MAX(position), 0) FROM loops WHERE name = 'widgets'))
      + (SELECT COUNT(*) FROM feed AS o JOIN followers AS f ON f.app = o.app
        LEFT JOIN webhooks AS w ON w.app = f.app AND w.id = f.id
        WHERE COALESCE(w.disabled_reason, '') <> 'unknown_form'
          AND o.seq > CASE WHEN o.by_client = 1 THEN f.client_position ELSE f.position END)
      """, [.integer(growth.shopPosition)])
  }

  /// Sets the clock.
  func setTime(_ text: String) throws {
    let instant = try #require(Instant(text))
    clock.withLock { $0 = instant }
  }

  /// The present, moved by so many days.
  func time(days: Double = 0) -> JSON {
    .instant(clock.withLock { $0 }.adding(milliseconds: Int64(days * 86_400_000)))
  }

  /// Where a file of the server's tables is read or prepared by hand.
  func change(_ sql: StaticString, _ parameters: [DatabaseValue] = []) async throws {
    try await database.write { _ = try $0.run(sql, parameters) }
  }

  /// What is known of `app`. Its number need not be 1: PostgreSQL counts what is rolled back too.
  static func context(_ connection: any Connection) throws -> AppContext {
    let number = try connection.first("SELECT MIN(number) FROM apps", []) { $0.integer(0) } ?? 0
    return try #require(try Accounts.context(of: number, connection))
  }

  /// The first number of a query.
  func number(_ sql: StaticString, _ parameters: [DatabaseValue] = []) async throws -> Int64 {
    try await database.read { try $0.first(sql, parameters) { $0.integer(0) } ?? 0 }
  }

  /// Whatever a test does: what it has changed is counted anew, or will be.
  private func expectDailyCountsAreRight() async throws {
    let wrong = try await ofEachApp { scope in
      let check = try DailyCheck(scope)
      return (check?.wrongThings ?? []) + (check?.wrongSums ?? [])
    }
    #expect(wrong == [], "counts by day are not what the rows come to")
  }

  private func expectRanksAreRight() async throws {
    let wrong = try await ofEachApp { scope in
      try RankCheck(of: scope.app.number, scope.connection).wrongNodes + PlaceCheck(scope).wrong
    }
    #expect(wrong == [], "the trees of ranks are not what the people's counts come to")
  }

  private func ofEachApp(
    _ look: @escaping @Sendable (Scope) throws -> [String]
  ) async throws -> [String] {
    let ambient = ambient
    return try await database.read { connection in
      let apps = try connection.rows("SELECT number FROM apps", []) { $0.integer(0) }
      return try apps.flatMap { number -> [String] in
        guard let app = try Accounts.context(of: number, connection) else { return [] }
        return try look(
          Scope(connection: connection, app: app, now: ambient.now(), ambient: ambient))
      }
    }
  }

  private func expectLedgerSumsToZero() async throws {
    let difference = try await number(
      """
      SELECT COUNT(*) FROM (
        SELECT app, unit, SUM(amount) AS total FROM (
          SELECT app, unit, posted AS amount FROM balances
          UNION ALL
          SELECT app, unit, -amount FROM transfers
          WHERE state = 'posted' AND from_account <> 'person'
          UNION ALL
          SELECT app, unit, amount FROM transfers
          WHERE state = 'posted' AND to_account <> 'person'
        ) AS sides GROUP BY app, unit
      ) AS sums WHERE total <> 0
      """)
    #expect(difference == 0, "the sum over all accounts is not zero")
  }
}

/// Lets a few servers run at the same time: each has six threads, and there may be two cores.
final class Turnstile: Sendable {
  static let shared = Turnstile(places: 4)
  private struct State: Sendable {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private let state: Locked<State>

  init(places: Int) { state = Locked(State(free: places)) }

  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
