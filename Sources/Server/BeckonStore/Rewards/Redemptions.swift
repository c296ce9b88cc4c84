import BeckonBasics
import BeckonEngine
import BeckonModel

/// Spending of balances.
public struct Redemptions {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// What became of a redemption.
  public enum Outcome: Hashable, Sendable {
    /// The balance was spent, now or by an earlier request of the same id.
    case done(Transfer)
    /// The balance is smaller.
    case insufficient(posted: Int64)
    /// The id belongs to another redemption.
    case conflict(Transfer)
  }

  /// Moves `amount` from a person's posted balance. The same id again moves nothing.
  /// - Throws: `DatabaseError`.
  public func redeem(
    _ amount: Int64, of unit: String, by person: PersonID, id: String
  ) throws -> Outcome {
    let ledger = Ledger(scope)
    let transferID = TransferID(Identifier(hashing: "redemption", id, key: scope.app.pepper))
    if let earlier = try ledger.find(transferID) {
      // The person may have been merged into another since.
      let spender = try People(scope).present(PersonID(earlier.from.owner))?.id
      let isSame = spender == person && earlier.amount == amount && earlier.unit == unit
      return isSame ? .done(earlier) : .conflict(earlier)
    }
    let posted = try ledger.balance(of: person, unit).posted
    guard posted >= amount else { return .insufficient(posted: posted) }
    let transfer = Transfer(
      id: transferID, kind: .redemption, from: .person(person), to: .app(.redeemed),
      amount: amount, unit: unit, createdAt: scope.now, settledAt: scope.now)
    try ledger.record(transfer)
    return .done(transfer)
  }
}
