import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonTesting
import TestDatabases
import Testing

@testable import BeckonStore

/// A database of clicks on a few links, whose app changes its time zone.
struct MovedClicks {
  static let start = Instant(milliseconds: 1_790_000_000_000)
  static let zones = ["", "Pacific/Auckland", "America/New_York", "Asia/Kathmandu"]

  let database: any Database

  static func with(
    _ driver: DatabaseDriver, _ body: (MovedClicks) async throws -> Void
  ) async throws {
    try await driver.with([]) { database in
      try await database.write { connection in
        _ = try Migrator.migrate(connection, migrations: Migration.all, now: start)
        try Partitions.makeAhead(connection, now: start)
        _ = try Accounts(connection).createApp(name: "Test", ambient: .system)
      }
      try await body(MovedClicks(database: database))
    }
  }

  /// A scope of the app as it is set now.
  private static func scope(_ connection: any Connection) throws -> Scope {
    Scope(
      connection: connection, app: try #require(try Accounts.context(of: 1, connection)),
      now: start, ambient: .system)
  }

  func set(zone: String) async throws {
    let settings: JSON = zone.isEmpty ? [:] : ["time_zone": .string(zone)]
    try await database.write {
      try $0.send("UPDATE apps SET settings = $1", [.json(settings)])
    }
  }

  /// Stores clicks of few visitors on few links within four days.
  func store(_ count: Int, _ random: inout SeededGenerator) async throws {
    let clicks = (0..<count).map { _ in
      let at = Self.start.adding(
        milliseconds: .random(in: 0...4 * Span.dayMilliseconds, using: &random))
      let platform: Platform = Bool.random(using: &random) ? .ios : .android
      return Click(
        id: ClickID(Identifier(at: at, random: (random.next(), random.next()))),
        link: LinkID(Identifier(high: 1, low: .random(in: 1...2, using: &random))), at: at,
        kind: Int.random(in: 0..<5, using: &random) == 0 ? .preview : .click,
        network: Identifier(high: 2, low: 2),
        visitor: Identifier(high: 3, low: .random(in: 1...9, using: &random)),
        signals: Signals(
          network: "", networkClass: .ordinary, platform: platform,
          osVersion: nil, deviceModel: nil, screen: nil, language: nil, timeZone: nil))
    }
    let batch = ClickBatch(clicks.map { (1, $0) })
    try await database.write { try batch.store(in: $0) }
  }

  /// Rolls up what the next batch holds.
  func rollUp(_ count: Int64 = 7) async throws {
    try await database.write { connection in
      _ = try ClickRollUp(connection, batchMax: count) { try Accounts.context(of: $0, connection) }
        .run()
    }
  }

  /// Rolls up everything, also while another test's transaction keeps the newest clicks back.
  func rollUpAll() async throws {
    while try await database.read({ connection in
      let newest = try connection.first("SELECT COALESCE(MAX(seq), 0) FROM clicks", []) {
        $0.integer(0)
      }
      return try Loops(connection).position(of: ClickRollUp.loop) < newest ?? 0
    }) {
      try await rollUp(1_000)
    }
  }

  /// Moves the next few clicks, if there are any to move.
  func move() async throws {
    try await database.write { _ = try ClickMove(Self.scope($0), batchMax: 5).run() }
  }

  /// What the server's loop does until nothing is left.
  func fill() async throws {
    while try await database.write({ connection in
      guard try !DailyFill(connection).waiting().isEmpty else { return false }
      _ = try DailyFill(connection).run(Self.scope(connection))
      return true
    }) {}
  }

  /// Makes the database one of before step 43 of the schema, whose app has changed its zone since
  /// it counted its clicks, and carries the step out.
  /// - Returns: the last click that is counted.
  func upgrade(zone: String) async throws -> Int64 {
    try await database.write { connection in
      try connection.send("DROP TABLE click_zones", [])
      try connection.send("ALTER TABLE link_visitors DROP COLUMN first_click", [])
      try connection.send("DELETE FROM migrations WHERE number = 43", [])
    }
    try await set(zone: zone)
    return try await database.write { connection in
      _ = try Migrator.migrate(connection, migrations: Migration.all, now: Self.start)
      return try Loops(connection).position(of: ClickRollUp.loop)
    }
  }

  /// Clicks that are counted anywhere, and those that are rolled up.
  func totals() async throws -> (counted: Int64, rolledUp: Int64) {
    try await database.read { connection in
      let counted = try connection.first(
        """
        SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) FROM link_days WHERE kind <> 'unique'
        """, []
      ) { $0.integer(0) }
      let position = try Loops(connection).position(of: ClickRollUp.loop)
      let rolledUp = try connection.first(
        "SELECT COUNT(*) FROM clicks WHERE seq <= $1", [.integer(position)]
      ) { $0.integer(0) }
      return (counted ?? 0, rolledUp ?? 0)
    }
  }

  /// The counts of links as they stand, and as the clicks give them.
  /// - Parameter early: the last click that stays on its day of UTC.
  func days(
    early: Int64 = 0
  ) async throws -> (counted: [String: Int64], expected: [String: Int64]) {
    try await database.read { connection in
      let app = try Self.scope(connection).app
      var expected: [String: Int64] = [:]
      var seen: Set<[DatabaseValue]> = []
      for click in try connection.rows(
        "SELECT \(CountedClick.columns) FROM clicks ORDER BY seq", CountedClick.init)
      {
        let isFirst =
          click.isClick && seen.insert([.id(click.link), .identifier(click.visitor)]).inserted
        let day = click.seq <= early ? LocalDays.utc.day(of: click.at) : app.day(of: click.at)
        for kind in isFirst ? [click.kind, "unique"] : [click.kind] {
          let key = "\(click.link.text) \(day) \(click.platform) \(kind)"
          expected[key, default: 0] += 1
        }
      }
      let counted = try connection.rows(
        "SELECT link, day, platform, kind, count FROM link_days", []
      ) {
        ("\($0.id(0, LinkID.self).text) \($0.text(1)) \($0.text(2)) \($0.text(3))", $0.integer(4))
      }
      return (Dictionary(uniqueKeysWithValues: counted), expected)
    }
  }

  /// The counts of the app by day, those of the links by day, which must be the same.
  func sums() async throws -> (daily: [String: Int64], links: [String: Int64]) {
    try await database.read { connection in
      func sums(_ rows: [(String, Int64)]) -> [String: Int64] {
        Dictionary(rows, uniquingKeysWith: +).filter { $0.value != 0 }
      }
      return (
        sums(
          try connection.rows("SELECT day, count FROM daily_counts WHERE measure = 'click'", []) {
            ($0.text(0), $0.integer(1))
          }),
        sums(
          try connection.rows("SELECT day, count FROM link_days WHERE kind = 'click'", []) {
            ($0.text(0), $0.integer(1))
          })
      )
    }
  }
}
