import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The last actions of each visitor, one row each: changed in the event's transaction and read by
/// an answer, on any server.
public struct Trails {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// The last actions that a visitor may be shown: their own, and where it is proven who they are,
  /// those of their other visits too.
  /// - Parameter own: their own, where it is known.
  /// - Throws: `DatabaseError`.
  public func trail(shownTo visitor: ShopVisitor, own: Trail? = nil) throws -> Trail {
    let visitors = try ShopVisitors(scope).sharing(with: visitor)
    if let own, visitors.count == 1 { return own }
    return try trail(of: visitors)
  }

  /// The last actions that whoever has this name may be shown; of a person what was told in their
  /// name, and what they did on installs and visits that are proven to be theirs. None of somebody
  /// whom nobody has told of.
  /// - Throws: `DatabaseError`.
  public func trail(shownTo name: VisitorName) throws -> Trail {
    try trail(of: ShopVisitors(scope).shown(to: name))
  }

  /// The last actions of several visitors, as if they were one.
  /// - Throws: `DatabaseError`.
  func trail(of visitors: [ShopVisitor]) throws -> Trail {
    let trails = try visitors.map { try trail(of: $0.number) }
    return trails.count == 1 ? trails[0] : Trail(trails.flatMap(\.actions))
  }

  /// A visitor's own last actions.
  /// - Throws: `DatabaseError`.
  public func trail(of visitor: Int64) throws -> Trail {
    let stored = try scope.connection.first(
      "SELECT actions FROM shop_trails WHERE app = $1 AND visitor = $2",
      [scope.tenant, .integer(visitor)]
    ) { try $0.json(0) }
    return stored.map(Trail.init(stored:)) ?? Trail()
  }

  /// Adds what a visitor did, and gives all that they did last.
  /// - Parameter known: what they did before, where that is known.
  @discardableResult
  func add(
    _ actions: [ShopAction], to visitor: Int64, knowing known: Trail? = nil
  ) throws -> Trail {
    var trail = try known ?? trail(of: visitor)
    trail.add(actions)
    try scope.connection.send(
      """
      INSERT INTO shop_trails (app, visitor, actions) VALUES ($1, $2, $3)
      ON CONFLICT (app, visitor) DO UPDATE SET actions = excluded.actions
      """, [scope.tenant, .integer(visitor), .json(trail.json)])
    return trail
  }

  /// Makes a visitor's trail part of another's.
  func move(from old: Int64, to new: Int64) throws {
    let trail = try trail(of: old)
    if !trail.actions.isEmpty { try add(trail.actions, to: new) }
    try forget(old)
  }

  /// Forgets a visitor's.
  func forget(_ visitor: Int64) throws {
    try scope.connection.send(
      "DELETE FROM shop_trails WHERE app = $1 AND visitor = $2",
      [scope.tenant, .integer(visitor)])
  }
}
