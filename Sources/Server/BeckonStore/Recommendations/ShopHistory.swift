import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What a server reads of one shop before it can recommend and search. What happens meanwhile it is
/// told by the feed (`FeedTail`), so what is put behind a place that was passed is not missed.
public struct ShopHistory: Sendable {
  /// The app.
  public let app: Int64

  /// Reads of this app.
  public init(app: Int64) { self.app = app }

  /// The next app; `nil` when there is none.
  /// - Throws: `DatabaseError`.
  public static func next(behind app: Int64, _ connection: any Connection) throws -> Int64? {
    try connection.first(
      "SELECT number FROM apps WHERE number > $1 ORDER BY number LIMIT 1", [.integer(app)]
    ) { $0.integer(0) }
  }

  /// Numbers of products behind one of them, in the order of their ids; so many at most.
  /// - Throws: `DatabaseError`.
  public func numbers(
    behind product: String, limit: Int, _ connection: any Connection
  ) throws -> [(product: String, number: Int64)] {
    try connection.rows(
      """
      SELECT product, number FROM product_numbers
      WHERE app = $1 AND product > $2 ORDER BY product LIMIT $3
      """, [.integer(app), .text(product), .integer(limit)]
    ) { (product: $0.text(0), number: $0.integer(1)) }
  }

  private static let inCatalogue = BulkStatement(
    "SELECT product, body FROM products WHERE app = $1 AND id = $2 AND deleted_at IS NULL",
    [.integer("app"), .identifier("id")])

  /// Of which of these products the app's server or a feed has told.
  /// - Throws: `DatabaseError`.
  public func listed(
    among products: [String], _ connection: any Connection
  ) throws -> Set<TextKey> {
    let found = try connection.rows(
      Self.inCatalogue,
      for: products.map { [.integer(app), .identifier(Products.key(of: $0))] }
    ) { (product: $0.text(0), told: Product.told(stored: try $0.json(1))) }
    return Set(
      texts: found.filter { $0.told.values.contains { $0.by == .server } }.map(\.product))
  }

  /// A place among the actions of an app.
  public struct ActionPlace: Hashable, Sendable {
    let receivedAt: Int64
    let seq: Int64

    /// Before all of them.
    public static let start = ActionPlace(receivedAt: .min, seq: .min)
  }

  /// Actions behind a place, in the order in which they came, with the place of the last; so many
  /// at most.
  /// - Throws: `DatabaseError`.
  public func actions(
    behind place: ActionPlace, limit: Int, _ connection: any Connection
  ) throws -> (actions: [StoredAction], last: ActionPlace?) {
    var last: ActionPlace?
    let actions = try connection.rows(
      """
      SELECT seq, app, visitor, session, product, kind, at, received_at
      FROM shop_actions {by shop_actions_by_time}
      WHERE app = $1 AND received_at >= $2 AND (received_at > $2 OR seq > $3)
      ORDER BY received_at, seq LIMIT $4
      """,
      [.integer(app), .integer(place.receivedAt), .integer(place.seq), .integer(limit)]
    ) { row in
      last = ActionPlace(receivedAt: row.integer(7), seq: row.integer(0))
      return StoredAction(
        seq: row.integer(0), app: row.integer(1), visitor: row.integer(2),
        session: row.integer(3), product: row.integer(4), kind: row.integer(5),
        at: row.integer(6))
    }
    return (actions, last)
  }

  /// Visitors some of whose actions still stand although they are another's, or nobody's any more.
  public struct Unsettled: Sendable {
    /// By the number under which actions stand, whose they are.
    public var moving: [Int64: Int64] = [:]
    /// Whose actions are gone.
    public var forgotten: Set<Int64> = []

    /// Nobody.
    public init() {}

    /// Hears what has become of a visitor.
    public mutating func hear(_ change: FollowedAction) {
      switch change {
      case .added: break
      case .forgotten(let visitor): forgotten.insert(visitor)
      case .moved(let old, let new):
        for (from, to) in moving where to == old { moving[from] = new }
        moving[old] = new
      }
    }

    /// Whose the actions of a visitor are; `nil` where nobody's.
    public func owner(of visitor: Int64) -> Int64? {
      let owner = moving[visitor] ?? visitor
      return forgotten.contains(visitor) || forgotten.contains(owner) ? nil : owner
    }
  }

  /// Reads who they are now.
  /// - Throws: `DatabaseError`.
  public func unsettled(_ connection: any Connection) throws -> Unsettled {
    var unsettled = Unsettled()
    let rows = try connection.rows(
      "SELECT work, subject, target FROM leftovers WHERE app = $1 AND work IN ($2, $3)",
      [
        .integer(app), .text(LongWork.moveActions.name), .text(LongWork.forgetActions.name),
      ]
    ) { row in
      (
        work: row.text(0), subject: row.identifier(1).visitorNumber,
        target: row.isNull(2) ? nil : row.identifier(2).visitorNumber
      )
    }
    for row in rows {
      if let target = row.target {
        unsettled.hear(.moved(visitor: row.subject, into: target))
      } else {
        unsettled.hear(.forgotten(visitor: row.subject))
      }
    }
    return unsettled
  }
}
