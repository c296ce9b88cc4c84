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
  /// is proven who they are, what they did on other visits is there too.
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

  /// What a person searched for: what was told in their name, and what they did on installs and
  /// visits that are proven to be theirs.
  /// - Throws: `DatabaseError`.
  public func searches(of person: PersonID) throws -> LastSearches {
    try searches(of: visitors(person))
  }

  /// Forgets a search of whoever has this name; all, where no text is named.
  /// - Throws: `DatabaseError`.
  public func forget(_ text: String?, of name: VisitorName) throws {
    for visitor in try visitors(name) { try VisitorSearches(scope).forget(text, of: visitor) }
  }

  /// Forgets a search of a person; all, where no text is named.
  /// - Throws: `DatabaseError`.
  public func forget(_ text: String?, of person: PersonID) throws {
    for visitor in try visitors(person) { try VisitorSearches(scope).forget(text, of: visitor) }
  }

  private func searches(of visitors: [Int64]) throws -> LastSearches {
    let found = try visitors.map { try VisitorSearches(scope).searches(of: $0) }
    return found.count == 1 ? found[0] : LastSearches(joining: found)
  }

  private func visitors(_ name: VisitorName) throws -> [Int64] {
    guard let visitor = try ShopVisitors(scope).find(name) else { return [] }
    return try ShopVisitors(scope).sharing(with: visitor).map(\.number)
  }

  private func visitors(_ person: PersonID) throws -> [Int64] {
    let visitors = ShopVisitors(scope)
    let own = try visitors.find(.person(person))
    let proven = try visitors.all(of: person).filter { $0.isProven && $0.number != own?.number }
    return ([own].compactMap { $0 } + proven).map(\.number)
  }
}
