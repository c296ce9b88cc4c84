import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What somebody searched for last, for an answer to them.
public struct RememberedSearches {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// What whoever has this name searched for; nothing of somebody whom nobody has told of. Where it
  /// is proven who they are, what they did on other visits is there too; of a person, what was told
  /// in their name, and what they did on installs and visits that are proven to be theirs.
  /// - Throws: `DatabaseError`.
  public func searches(of name: VisitorName) throws -> LastSearches {
    try searches(of: visitors(name))
  }

  /// What whoever has this name searched for under it alone: an id of a vendor's client proves
  /// nothing of what was done on other devices.
  /// - Throws: `DatabaseError`.
  public func own(of name: VisitorName) throws -> LastSearches {
    let visitor = try ShopVisitors(scope).find(name)
    return try searches(of: [visitor?.number].compactMap { $0 })
  }

  /// Forgets a search of whoever has this name; all, where no text is named.
  /// - Throws: `DatabaseError`.
  public func forget(_ text: String?, of name: VisitorName) throws {
    for visitor in try visitors(name) { try VisitorSearches(scope).forget(text, of: visitor) }
  }

  private func searches(of visitors: [Int64]) throws -> LastSearches {
    let found = try visitors.map { try VisitorSearches(scope).searches(of: $0) }
    return found.count == 1 ? found[0] : LastSearches(joining: found)
  }

  private func visitors(_ name: VisitorName) throws -> [Int64] {
    try ShopVisitors(scope).shown(to: name).map(\.number)
  }
}
