import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonStore

/// A shop of a test, on one database with the connections of several servers.
struct Shop: Sendable {
  static let start = Instant(milliseconds: 1_790_000_000_000)

  let databases: [any Database]
  let app: AppContext

  static func run(
    _ driver: DatabaseDriver, servers: Int = 1, _ body: (Shop) async throws -> Void
  ) async throws {
    let directory = try TemporaryDirectory()
    let databases = try (0..<servers).map { _ in try driver.open(directory) }
    let app = try await databases[0].write { connection -> AppContext? in
      _ = try Migrator.migrate(connection, migrations: Migration.all, now: start)
      _ = try Accounts(connection).createApp(name: "Shop", ambient: ambient(start))
      return try Accounts.context(of: 1, connection)
    }
    try await body(Shop(databases: databases, app: try #require(app)))
    for database in databases { await database.close() }
  }

  static func ambient(_ now: Instant) -> Ambient {
    Ambient(now: { now }, random: { UInt64.random(in: .min ... .max) })
  }

  func scope(_ connection: any Connection, minute: Int64 = 0) -> Scope {
    let now = Self.start.adding(milliseconds: minute * Span.minuteMilliseconds)
    return Scope(connection: connection, app: app, now: now, ambient: Self.ambient(now))
  }

  /// Tells of an event, so many minutes after the start of the test; it happened then, or earlier.
  @discardableResult
  func tell(
    _ event: ShopEvent, of visitor: String = "v1", id: String? = nil, minute: Int64 = 0,
    daysAgo: Int64? = nil, by key: KeyKind = .publishable, isTest: Bool = false, server: Int = 0
  ) async throws -> ShopIntake.Outcome {
    let at = daysAgo.map { Self.start.adding(milliseconds: -$0 * Span.dayMilliseconds) }
    let report = try ShopReport(
      id: id ?? "\(UInt64.random(in: .min ... .max))", event, of: .vendorID(visitor), at: at,
      isTest: isTest)
    return try await databases[server].write { connection in
      let scope = scope(connection, minute: minute)
      return try ShopIntake(scope, Proof(key: key, token: nil), by: nil).record(report)
    }
  }

  /// The products in the trail that a visitor is shown, oldest first.
  func trail(of visitor: String = "v1", server: Int = 0) async throws -> [String] {
    try await databases[server].read { connection in
      let scope = scope(connection)
      guard let found = try ShopVisitors(scope).find(.vendorID(visitor)) else { return [] }
      let actions = try Trails(scope).trail(shownTo: found).actions
      let products = try ProductNumbers(scope).products(of: actions.map(\.product))
      return actions.compactMap { products[$0.product] }
    }
  }

  func number(_ sql: StaticString) async throws -> Int64 {
    try await databases[0].read { connection in
      try connection.first(sql, []) { $0.integer(0) } ?? 0
    }
  }

  static func view(_ product: String) throws -> ShopEvent {
    .productViewed(try ToldProduct(id: product))
  }

  static func login(_ user: String) throws -> ShopEvent {
    .user(try ShopUser(.login, userID: user))
  }

  static func purchase(
    _ products: [String] = ["a", "b"], order: String? = nil, total: String = "20"
  ) throws -> ShopEvent {
    .checkout(
      try Checkout(
        .purchase, lines: try products.map { try BasketLine(product: $0) },
        total: ToldAmount(total), currency: Currency("EUR"), order: order))
  }
}

extension ShopIntake.Outcome {
  /// The session, if it was stored.
  var session: Int64? { if case .accepted(_, let session, _) = self { session } else { nil } }
  /// Whether it was stored.
  var isAccepted: Bool { session != nil }
}
