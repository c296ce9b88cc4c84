import BeckonEngine
import BeckonModel

/// A stored decision about an install.
public struct StoredDecision: Hashable, Sendable {
  /// Its id.
  public let id: DecisionID
  /// When it was made.
  public let at: Instant
  /// How sure it is.
  public let type: MatchType
  /// Why, as a stable code.
  public let reason: String
  /// The link.
  public let link: LinkID?
  /// The click.
  public let click: ClickID?
  /// The whole decision: candidates, signals, and what they say.
  public let explanation: JSON
}

/// Decisions in the database, one an install, for ever the same.
public struct Decisions {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// The decision about an install.
  /// - Throws: `DatabaseError`.
  public func find(_ install: InstallID) throws -> StoredDecision? {
    try scope.connection.first(
      """
      SELECT id, at, type, reason, link, click, explanation FROM decisions
      WHERE app = $1 AND install = $2
      """, [scope.tenant, .id(install)]
    ) { row in
      StoredDecision(
        id: row.id(0), at: row.instant(1), type: try row.choice(2), reason: row.text(3),
        link: row.optionalID(4), click: row.optionalID(5), explanation: try row.json(6))
    }
  }

  /// Stores the decision about a new install.
  /// - Throws: `DatabaseError`.
  func insert(_ decision: AttributionDecision, about install: InstallID) throws -> StoredDecision {
    let stored = StoredDecision(
      id: scope.newID(), at: scope.now, type: decision.type, reason: decision.reason.rawValue,
      link: decision.link, click: decision.click, explanation: decision.json)
    try scope.connection.send(
      """
      INSERT INTO decisions (app, install, id, at, type, reason, link, click, explanation)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      """,
      [
        scope.tenant, .id(install), .id(stored.id), .instant(stored.at),
        .text(stored.type.rawValue), .text(stored.reason), .id(stored.link), .id(stored.click),
        .json(stored.explanation),
      ])
    return stored
  }
}
