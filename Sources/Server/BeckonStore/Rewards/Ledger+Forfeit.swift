import BeckonBasics
import BeckonEngine
import BeckonModel

extension Ledger {
  /// Settles the account of a person who is erased: rewards that are held for them go back to the
  /// budget, what they have earned is forfeited by transfer.
  /// - Throws: `DatabaseError`.
  func forfeit(_ person: PersonID) throws {
    for transfer in try transfers(to: person)
    where [.pending, .inReview].contains(transfer.state) {
      try void(transfer.id, reason: "erased")
    }
    for balance in try balances(of: person) where balance.posted != 0 {
      let isOwed = balance.posted > 0
      try record(
        Transfer(
          id: TransferID(Identifier(hashing: "forfeit", person.text, balance.unit)),
          kind: .forfeit, from: isOwed ? .person(person) : .app(.forfeited),
          to: isOwed ? .app(.forfeited) : .person(person), amount: abs(balance.posted),
          unit: balance.unit, reasons: ["erased"], createdAt: scope.now, settledAt: scope.now))
    }
  }
}
