import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonStore
import CBeckonSQLite
import Testing

@testable import BeckonStoreSQLite

/// The look-ups of the busy paths, as SQLite plans them: each by an index, however large the tables
/// are. A new index can draw a plan to itself, and then only a large database shows it.
struct QueryPlanTests {
  private static let now = Instant(milliseconds: 1_780_000_000_000)
  /// Tables that grow with use.
  private static let large: Set = [
    "clicks", "facts", "fact_ids", "people", "identities", "installs", "decisions", "referrals",
    "conversions", "transfers", "balances", "links", "tokens", "outcomes", "idempotency",
    "postbacks", "conversion_values", "apple_ads_tokens",
  ]

  @Test func anInstallIsMatchedByItsNetwork() async throws {
    let plans = try await plans { scope in
      _ = try FirstLaunch(scope, Self.launch).run()
    }
    #expect(plans.contains { $0.contains("SEARCH clicks USING INDEX clicks_by_network") })
    #expect(plans.filter { $0.contains("TEMP B-TREE") } == [])
  }

  @Test func nothingOnABusyPathWalksALargeTable() async throws {
    let plans = try await plans { scope in
      let campaign = Campaign(
        id: Ambient.system.id(), listUUID: "list", name: "List", goal: 2, kind: .referral,
        url: "https://shop.example", exclusiveGroup: nil, rules: [])
      _ = try Campaigns(scope).insert(campaign)
      let referrer = try ReferredPeople.signUp("ana", nil, campaign, scope)
      let person = try ReferredPeople.signUp("ben", referrer, campaign, scope)
      _ = try Conversions(scope).record(
        Conversion(step: 2, of: person, in: campaign, clientID: "c1", trust: .server))
      try Self.askApple(about: try FirstLaunch(scope, Self.launch).run().install.id, scope)
      let twin = try ReferredPeople.signUp("ben's other account", referrer, campaign, scope)
      _ = try Merge(scope).merge(twin, into: person)
      _ = try Retention(scope.connection, now: Self.now).run()
      _ = try Redemptions(scope).redeem(1, of: "points", by: person, id: "r1")
      _ = try Reversals(scope).reverse(FactID(Identifier(clientID: "c1")), by: Ambient.system.id())
      _ = try Holds.claim(at: Self.now, scope.connection)
    }
    #expect(plans.count > 40)
    // By the tenant alone is a walk too: most installations have one app.
    let walks = plans.filter { plan in
      let table = plan.split(separator: " ").dropFirst().first.map(String.init) ?? ""
      return Self.large.contains(table) && (plan.hasPrefix("SCAN") || plan.hasSuffix("(app=?)"))
    }
    #expect(walks == [])
  }

  private static func askApple(about install: InstallID, _ scope: Scope) throws {
    let rule: JSON = ["when": ["sign_up": true], "fine": 1]
    _ = try PostbackSchemas(scope).set(ConversionSchema(Fields(["rules": [rule]])))
    _ = try ConversionValues(scope).current(for: install)
    let postback: JSON = [
      "ad-network-id": "a", "app-id": 1, "transaction-id": "t", "attribution-signature": "s",
    ]
    _ = try Postbacks(scope).store(
      Postback(skAdNetwork: Fields(postback)), body: postback.text, .unverifiable, .legacyKey)
    try AppleAdsTokens(scope).add("token", for: install)
    _ = try AppleAdsTokens.isAnyDue(at: now, scope.connection)
    for due in try AppleAdsTokens.claim(at: now, scope.connection) {
      try AppleAdsTokens(scope).record(.attributed([:]), about: due)
    }
  }

  private static let launch = FirstLaunch.Request(
    installID: "phone", device: DeviceDescription(platform: .ios), deviceJSON: .object([]),
    network: "203.0.113.7", networkClass: .ordinary, link: nil, clickID: nil,
    installReferrer: nil, pasteboard: nil)

  /// Runs `body` on a new database and gives the plan's lines of every statement in it.
  private func plans(
    _ body: @escaping @Sendable (Scope) throws -> Void
  ) async throws -> [String] {
    let directory = try TemporaryDirectory()
    let path = directory.file("beckon.db")
    let database = try SQLiteDatabase(.init(path: path))
    let app = try await database.write { connection -> AppContext? in
      _ = try Migrator.migrate(connection, now: Self.now)
      let id = try Accounts(connection).createApp(name: "Test", ambient: .system)
      let number = try Accounts(connection).number(of: id) ?? 0
      return try Accounts.context(of: number, connection)
    }
    let context = try #require(app)
    let plans = try await database.write { connection -> [String] in
      let explaining = try ExplainingConnection(connection, path: path)
      try body(
        Scope(connection: explaining, app: context, now: Self.now, ambient: .system))
      return explaining.plans
    }
    await database.close()
    return plans
  }
}

/// Passes statements on, and notes how SQLite would look for their rows.
private final class ExplainingConnection: Connection {
  private(set) var plans: [String] = []
  private let connection: any Connection
  private var handle: OpaquePointer?

  init(_ connection: any Connection, path: String) throws {
    self.connection = connection
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
      throw DatabaseError.unreadable(path)
    }
  }

  deinit { sqlite3_close_v2(handle) }

  func run(_ sql: StaticString, _ parameters: [DatabaseValue]) throws -> Int {
    try explain(sql)
    return try connection.run(sql, parameters)
  }

  func rows<Value>(
    _ sql: StaticString, _ parameters: [DatabaseValue], _ read: (any Row) throws -> Value
  ) throws -> [Value] {
    try explain(sql)
    return try connection.rows(sql, parameters, read)
  }

  func send(_ sql: StaticString, _ parameters: [DatabaseValue]) throws {
    try explain(sql)
    try connection.send(sql, parameters)
  }

  func insert(_ rows: [[DatabaseValue]], by insertion: Insertion) throws {
    try connection.insert(rows, by: insertion)
  }

  func insertNew(_ rows: [[DatabaseValue]], by insertion: Insertion) throws -> [Bool] {
    try connection.insertNew(rows, by: insertion)
  }

  func rows<Value>(
    _ statement: TableStatement, _ parameters: [DatabaseValue],
    _ read: (any Row) throws -> Value
  ) throws -> [Value] { try connection.rows(statement, parameters, read) }

  func run(_ statement: TableStatement) throws -> Int { try connection.run(statement) }

  func continueNumbers(of table: Insertion, behind number: Int64) throws {
    try connection.continueNumbers(of: table, behind: number)
  }

  func announce() throws { try connection.announce() }

  private func explain(_ sql: StaticString) throws {
    var statement: OpaquePointer?
    let text = "EXPLAIN QUERY PLAN " + (try SQLTranslation(sqlite: sql.description).text)
    guard sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK else {
      throw DatabaseError.misuse(String(cString: sqlite3_errmsg(handle)))
    }
    defer { sqlite3_finalize(statement) }
    while sqlite3_step(statement) == SQLITE_ROW {
      if let detail = sqlite3_column_text(statement, 3) { plans.append(String(cString: detail)) }
    }
  }
}
