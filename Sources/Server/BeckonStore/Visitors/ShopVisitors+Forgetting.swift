import BeckonDatabase
import BeckonEngine
import BeckonModel

extension ShopVisitors {
  /// Erases all who were ever meant by a name, with the facts that are stored under them; `false`
  /// when there are none. What happened before is not taken any more, whoever tells it late. What
  /// has become a person's goes with the person.
  /// - Throws: `DatabaseError`.
  public func erase(_ name: VisitorName) throws -> Bool {
    let visitors = try all(name)
    for visitor in visitors {
      // Every feature forgets, this one too (`forget(under:)`).
      try Feature.all.forEach { try $0.erasure.subject(scope, visitor.subject) }
    }
    return !visitors.isEmpty
  }

  /// Forgets visitors whose facts are stored under a subject.
  /// - Throws: `DatabaseError`.
  func forget(under subject: Identifier) throws { try forget(all(under: subject)) }

  /// Forgets visitors: what they did, and who they are. The id is kept as a hash, so that what is
  /// told late is known to be late.
  /// - Throws: `DatabaseError`.
  func forget(_ visitors: [ShopVisitor]) throws {
    for visitor in visitors {
      try ShopActions(scope).forget(visitor)
      try Trails(scope).forget(visitor.number)
      try WidgetVisitors(scope).forget(visitor.number)
      try VisitorSearches(scope).forget(visitor.number)
      try PushDevices(scope).forget(visitor.number)
      try ShopPurchases(scope).forget(visitor.number)
      try scope.connection.send(
        """
        UPDATE shop_visitors SET person = NULL, is_proven = 0, install = NULL, erased_at = $3
        WHERE app = $1 AND number = $2
        """, [scope.tenant, .integer(visitor.number), scope.time])
    }
  }
}
