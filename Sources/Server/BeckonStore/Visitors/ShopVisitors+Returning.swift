import BeckonDatabase
import BeckonEngine
import BeckonModel

extension ShopVisitors {
  /// Makes who logs in the visitor that they were on the same device, with what they did meanwhile
  /// as nobody; `nil`, and nothing changes, when they were none. So whoever logs in and out, or as
  /// two people in turn, makes no visitor each time.
  func returning(
    _ visitor: ShopVisitor, as person: PersonID, _ isProven: Bool
  ) throws -> ShopVisitor? {
    guard visitor.person != person,
      let former = try former(of: visitor, as: person, isProven)
    else { return nil }
    if !isProven { try forgetShown(of: former) }
    if visitor.person == nil { try merge(visitor, into: former) }
    try scope.connection.send(
      "UPDATE shop_visitors SET is_current = 1 WHERE app = $1 AND number = $2",
      [scope.tenant, .integer(former.number)])
    return former
  }

  private func former(
    of visitor: ShopVisitor, as person: PersonID, _ isProven: Bool
  ) throws -> ShopVisitor? {
    try rows(
      """
      {by shop_visitors_former}
      WHERE app = \(scope.tenant) AND digest = \(.identifier(visitor.digest))
        AND person = \(.id(person)) AND is_current = 0 AND is_proven = \(.bool(isProven))
      """
    ).last { $0.install == visitor.install }
  }

  /// Forgets what a visitor could be shown of what they did: with the app's key anybody may say
  /// that they are somebody who was there before.
  private func forgetShown(of visitor: ShopVisitor) throws {
    try Trails(scope).forget(visitor.number)
    try VisitorSearches(scope).forget(visitor.number)
  }

  /// Makes all that a visitor did another's, who alone is left.
  func merge(_ old: ShopVisitor, into visitor: ShopVisitor) throws {
    try ShopActions(scope).move(from: old, to: visitor)
    try ShopPurchases(scope).move(from: old.number, to: visitor.number)
    try Trails(scope).move(from: old.number, to: visitor.number)
    try WidgetVisitors(scope).move(from: old.number, to: visitor.number)
    try VisitorSearches(scope).move(from: old.number, to: visitor.number)
    try PushDevices(scope).move(from: old.number, to: visitor.number)
    try moveFacts(of: old, to: visitor.person?.identifier ?? visitor.subject)
    try scope.connection.send(
      "DELETE FROM shop_visitors WHERE app = $1 AND number = $2",
      [scope.tenant, .integer(old.number)])
  }
}
