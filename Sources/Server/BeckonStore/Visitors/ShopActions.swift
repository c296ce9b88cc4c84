import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What visitors did with products, as compact rows: the recommender reads them from the first to
/// the last, and follows the feed from there on (`FeedTail`).
public struct ShopActions {
  let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  private static let insertion = Insertion(
    "shop_actions",
    [
      .integer("app"), .integer("visitor"), .integer("session"), .integer("product"),
      .integer("kind"), .integer("at"), .integer("received_at"),
    ])

  /// Stores what a visitor did, in the trail too, and publishes it. Gives the trail; `nil` where
  /// there was nothing to add.
  /// - Parameters:
  ///   - isFirst: whether nothing was stored of the visitor before.
  ///   - isForOthers: whether it counts in what others are shown; else it is in the trail alone.
  /// - Throws: `DatabaseError`.
  func add(
    _ actions: [ShopAction], of visitor: ShopVisitor, isFirst: Bool, by trust: Trust,
    isForOthers: Bool
  ) throws -> Trail? {
    guard !actions.isEmpty else { return nil }
    let trail = try Trails(scope).add(
      actions, to: visitor.number, knowing: isFirst ? Trail() : nil)
    guard isForOthers else { return trail }
    try scope.connection.insert(
      actions.map { action in
        [
          scope.tenant, .integer(visitor.number), .integer(action.session),
          .integer(action.product), .integer(action.kind.rawValue), .instant(action.at),
          scope.time,
        ]
      }, by: Self.insertion)
    try Feed(scope).publish(
      actions.map { action in
        NewFeedRow(
          kind: .action, id: Identifier(visitor: visitor.number), subject: visitor.subject,
          isByClient: trust == .client, body: FollowedAction(action, of: visitor.number).json)
      })
    return trail
  }

  // MARK: Reading

  /// Actions of all apps behind a place, as they are stored, none of which another may still come
  /// before; so many at most.
  /// - Throws: `DatabaseError`.
  public static func chunk(
    behind seq: Int64, limit: Int, _ connection: any Connection
  ) throws -> [StoredAction] {
    try connection.rows(
      """
      SELECT seq, app, visitor, session, product, kind, at FROM shop_actions
      WHERE seq > $1 {settled seq} ORDER BY seq LIMIT $2
      """, [.integer(seq), .integer(limit)]
    ) { row in
      StoredAction(
        seq: row.integer(0), app: row.integer(1), visitor: row.integer(2),
        session: row.integer(3), product: row.integer(4), kind: row.integer(5),
        at: row.integer(6))
    }
  }

  /// The place of the newest action of all apps; 0 when there is none.
  /// - Throws: `DatabaseError`.
  public static func newest(_ connection: any Connection) throws -> Int64 {
    try connection.first("SELECT MAX(seq) FROM shop_actions", []) { $0.integer(0) } ?? 0
  }

  /// A page of a visitor's actions, for an export.
  /// - Throws: `DatabaseError`.
  func page(of visitor: Int64, behind seq: Int64, _ limit: Int) throws -> [ExportRow] {
    try scope.connection.rows(
      """
      SELECT a.seq, p.product, a.kind, a.session, a.at
      FROM shop_actions AS a {by shop_actions_by_visitor}
      JOIN product_numbers AS p ON p.number = a.product
      WHERE a.app = $1 AND a.visitor = $2 AND a.seq > $3 ORDER BY a.seq LIMIT $4
      """,
      [scope.tenant, .integer(visitor), .integer(seq), .integer(limit)]
    ) { row in
      let kind = ShopAction.Kind(number: row.integer(2))?.word ?? "\(row.integer(2))"
      return ExportRow(
        key: "\(row.integer(0))",
        json: [
          "product_id": .string(row.text(1)), "kind": .string(kind),
          "session": .integer(row.integer(3)), "at": .instant(row.instant(4)),
        ])
    }
  }

  // MARK: Moving and forgetting

  /// Makes a visitor's actions and sessions another's.
  func move(from old: ShopVisitor, to new: ShopVisitor) throws {
    let (from, to) = (Identifier(visitor: old.number), Identifier(visitor: new.number))
    for work in [LongWork.moveActions, .moveSessions] {
      try Leftovers(scope).begin(work, on: from, to: to)
    }
    try publish(.moved(visitor: old.number, into: new.number), old)
  }

  /// Forgets a visitor's actions and sessions.
  func forget(_ visitor: ShopVisitor) throws {
    for work in [LongWork.forgetActions, .forgetSessions] {
      try Leftovers(scope).begin(work, on: Identifier(visitor: visitor.number))
    }
    try publish(.forgotten(visitor: visitor.number), visitor)
  }

  /// Publishes that a visitor's actions are gone, or another's. The row tells nothing of anybody,
  /// so no erasure empties it.
  private func publish(_ change: FollowedAction, _ visitor: ShopVisitor) throws {
    let id = Identifier(visitor: visitor.number)
    try Feed(scope).publish([NewFeedRow(kind: .visitor, id: id, subject: id, body: change.json)])
  }
}

/// A row of the actions, for whoever reads them all.
public struct StoredAction: Sendable {
  /// Its place.
  public let seq: Int64
  /// The number of its app.
  public let app: Int64
  /// The number of the visitor.
  public let visitor: Int64
  /// The number of the session.
  public let session: Int64
  /// The number of the product.
  public let product: Int64
  /// What was done, as `ShopAction.Kind` numbers it.
  public let kind: Int64
  /// When, in milliseconds since 1970.
  public let at: Int64
}

extension LongWork {
  /// What concerns actions and sessions of visitors; who they are is named by `visitor`.
  static let ofVisitors = [moveActions, forgetActions, moveSessions, forgetSessions]

  static let moveActions = LongWork("shop_actions", "move") { scope, rows, max in
    try scope.connection.run(
      """
      UPDATE shop_actions SET visitor = \(.integer(rows.target?.visitorNumber))
      WHERE seq IN (\(actions(of: rows, scope, max)))
      """)
  }

  static let forgetActions = LongWork("shop_actions", "forget") { scope, rows, max in
    try scope.connection.run(
      "DELETE FROM shop_actions WHERE seq IN (\(actions(of: rows, scope, max)))")
  }

  static let moveSessions = LongWork("shop_sessions", "move") { scope, rows, max in
    try scope.connection.run(
      """
      UPDATE shop_sessions SET visitor = \(.integer(rows.target?.visitorNumber))
      WHERE number IN (\(sessions(of: rows, scope, max)))
      """)
  }

  static let forgetSessions = LongWork("shop_sessions", "forget") { scope, rows, max in
    try scope.connection.run(
      "DELETE FROM shop_sessions WHERE number IN (\(sessions(of: rows, scope, max)))")
  }

  private static func actions(of rows: Rows, _ scope: Scope, _ max: Int64) -> SQL {
    """
    SELECT seq FROM shop_actions {by shop_actions_by_visitor}
    WHERE app = \(scope.tenant) AND visitor = \(.integer(rows.subject.visitorNumber))
    ORDER BY seq LIMIT \(.integer(max))
    """
  }

  private static func sessions(of rows: Rows, _ scope: Scope, _ max: Int64) -> SQL {
    """
    SELECT number FROM shop_sessions {by shop_sessions_by_visitor}
    WHERE app = \(scope.tenant) AND visitor = \(.integer(rows.subject.visitorNumber))
    ORDER BY last_at LIMIT \(.integer(max))
    """
  }
}
