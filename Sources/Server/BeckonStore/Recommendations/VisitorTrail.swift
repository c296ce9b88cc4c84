import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What somebody did last in a shop, for an answer to them.
public struct VisitorTrail {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// The last actions that whoever has this name may be shown; none of somebody whom nobody has
  /// told of.
  /// - Throws: `DatabaseError`.
  public func trail(of name: VisitorName) throws -> Trail {
    guard let visitor = try ShopVisitors(scope).find(name) else { return Trail() }
    return try Trails(scope).trail(shownTo: visitor)
  }

  /// A person's last actions: what was told in their name, and what they did on installs and visits
  /// that are proven to be theirs.
  /// - Throws: `DatabaseError`.
  public func trail(of person: PersonID) throws -> Trail {
    let visitors = ShopVisitors(scope)
    let own = try visitors.find(.person(person))
    let proven = try visitors.all(of: person).filter { $0.isProven && $0.number != own?.number }
    let trails = Trails(scope)
    return Trail(
      try ([own].compactMap { $0 } + proven).flatMap { try trails.trail(of: $0.number).actions })
  }
}
