import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Sessions of visitors, by when things happened (`SessionRule`).
struct ShopSessions {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// Sessions that can be near one instant: such are rarely two.
  private static let nearMax = 20

  /// The number of the session to which belongs what a visitor did at an instant; one is begun
  /// where there is none.
  /// - Parameter isFirst: whether nothing was stored of the visitor before.
  /// - Throws: `DatabaseError`.
  func place(_ visitor: ShopVisitor, at: Instant, isFirst: Bool = false) throws -> Int64 {
    let minutes = scope.app.settings.sessionMinutes
    let near = isFirst ? [] : try near(visitor, at, minutes)
    switch SessionRule.decide(at: at, among: near, silenceMinutes: minutes) {
    case .belongs(let session):
      if !near.contains(session) { try store(session) }
      return session.number
    case .begins: return try begin(visitor, at)
    }
  }

  private func near(
    _ visitor: ShopVisitor, _ at: Instant, _ minutes: Int64
  ) throws -> [SessionSpan] {
    let silence = minutes * Span.minuteMilliseconds
    return try scope.connection.rows(
      """
      SELECT number, first_at, last_at FROM shop_sessions {by shop_sessions_by_visitor}
      WHERE app = $1 AND visitor = $2 AND last_at >= $3 AND first_at <= $4
      ORDER BY last_at LIMIT $5
      """,
      [
        scope.tenant, .integer(visitor.number), .instant(at.adding(milliseconds: -silence)),
        .instant(at.adding(milliseconds: silence)), .integer(Self.nearMax),
      ]
    ) { SessionSpan(number: $0.integer(0), first: $0.instant(1), last: $0.instant(2)) }
  }

  private func store(_ session: SessionSpan) throws {
    try scope.connection.send(
      "UPDATE shop_sessions SET first_at = $3, last_at = $4 WHERE app = $1 AND number = $2",
      [
        scope.tenant, .integer(session.number), .instant(session.first), .instant(session.last),
      ])
  }

  private func begin(_ visitor: ShopVisitor, _ at: Instant) throws -> Int64 {
    let number = try scope.connection.first(
      """
      INSERT INTO shop_sessions (app, visitor, first_at, last_at) VALUES ($1, $2, $3, $3)
      RETURNING number
      """, [scope.tenant, .integer(visitor.number), .instant(at)]
    ) { $0.integer(0) }
    guard let number else { throw DatabaseError.misuse("a session was not made") }
    try ShopVisitors(scope).noteSession(of: visitor)
    return number
  }
}
