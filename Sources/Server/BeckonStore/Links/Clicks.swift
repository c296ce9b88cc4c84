import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Clicks in the database.
public struct Clicks {
  let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Adds what the click page learned; once, and only while the click is fresh.
  /// - Throws: `DatabaseError`.
  public func enrich(_ id: ClickID, screen: Screen?, timeZone: String?) throws {
    try scope.connection.send(
      """
      UPDATE clicks SET screen = $3, time_zone = $4
      WHERE app = $1 AND id = $2 AND screen IS NULL AND time_zone IS NULL AND at > $5
      """,
      [
        scope.tenant, .id(id), .text(screen.map(Self.text)), .text(timeZone),
        .integer(scope.now.milliseconds - 10 * Span.minuteMilliseconds),
      ])
  }

  /// A click, as far as an install that names it asks.
  public struct Known: Sendable {
    /// Its link.
    public let link: LinkID
    /// When it was.
    public let at: Instant
    /// The install that has claimed it.
    public let claimedBy: InstallID?
    /// Whether that one was found by its network and device, and has not named it. It gives way to
    /// one that names it.
    let isGuessed: Bool
  }

  private static let known = BulkStatement(
    """
    SELECT clicks.link, clicks.at, (SELECT install FROM click_claims
        WHERE click_claims.app = clicks.app AND click_claims.click = clicks.id),
      clicks.app, clicks.id,
      (SELECT 1 FROM click_claims JOIN decisions
        ON decisions.app = click_claims.app AND decisions.install = click_claims.install
        WHERE click_claims.app = clicks.app AND click_claims.click = clicks.id
          AND decisions.type <> 'unique')
    FROM clicks
    WHERE clicks.app = $1 AND clicks.id = $2 AND clicks.at BETWEEN $3 AND $4
    """,
    [.integer("app"), .identifier("id"), .integer("from"), .integer("to")])

  /// A click of this id.
  /// - Throws: `DatabaseError`.
  public func find(_ id: ClickID) throws -> Known? {
    let key = TenantKey(scope, id.identifier)
    return try Self.find([key], in: scope.connection)[key]
  }

  /// Clicks of these ids.
  /// - Throws: `DatabaseError`.
  static func find(
    _ keys: Set<TenantKey>, in connection: any Connection
  ) throws -> [TenantKey: Known] {
    // Its id tells when it was, so that one part of the table has to be looked at and not all.
    let rows = keys.map { key in
      let at = key.identifier.instant
      return key.values + [
        .instant(at.adding(milliseconds: -Span.dayMilliseconds)),
        .instant(at.adding(milliseconds: Span.dayMilliseconds)),
      ]
    }
    let found = try connection.rows(known, for: rows) { row in
      (
        TenantKey(app: row.integer(3), row.identifier(4)),
        Known(
          link: row.id(0), at: row.instant(1), claimedBy: row.optionalID(2),
          isGuessed: !row.isNull(5))
      )
    }
    return Dictionary(found) { first, _ in first }
  }

  private static let parameters = BulkStatement(
    "SELECT app, click, parameters FROM click_parameters WHERE app = $1 AND click = $2",
    [.integer("app"), .identifier("click")])

  /// What an ad network said about a click.
  /// - Throws: `DatabaseError`.
  public func parameters(of id: ClickID) throws -> JSON? {
    let key = TenantKey(scope, id.identifier)
    return try Self.parameters(of: [key], in: scope.connection)[key]
  }

  /// What ad networks said about clicks of these ids.
  /// - Throws: `DatabaseError`.
  static func parameters(
    of keys: Set<TenantKey>, in connection: any Connection
  ) throws -> [TenantKey: JSON] {
    guard !keys.isEmpty else { return [:] }
    let found = try connection.rows(parameters, for: keys.map(\.values)) { row in
      (TenantKey(app: row.integer(0), row.identifier(1)), try row.json(2))
    }
    return Dictionary(found) { first, _ in first }
  }

  /// Clicks that become installs'.
  static let claims = Insertion(
    "click_claims", [.integer("app"), .identifier("click"), .identifier("install")])

  /// `390x844@3.0`.
  private static func text(_ screen: Screen) -> String {
    "\(screen.width)x\(screen.height)@\(screen.scale.map { "\($0)" } ?? "")"
  }

  static func screen(_ text: String) -> Screen? {
    let parts = text.substituting("@", by: "x").split(on: "x")
    guard parts.count >= 2, let width = Int64(parts[0]), let height = Int64(parts[1]) else {
      return nil
    }
    return Screen(
      width: width, height: height, scale: parts.count > 2 ? Double(parts[2]) : nil)
  }
}
