import BeckonBasics
import BeckonEngine
import BeckonModel

extension Ledger {
  /// Settles the account of a person who is erased: rewards that are held for them go back to the
  /// budget, what they have earned is forfeited by transfer.
  /// - Throws: `DatabaseError`.
  func forfeit(_ person: PersonID) throws {
    for transfer in try held(for: person) {
      try void(transfer.id, reason: "erased")
    }
    for balance in try balances(of: person) {
      let id = TransferID(Identifier(hashing: "forfeit", person.text, balance.unit))
      if let transfer = Transfer.forfeiting(balance, of: person, id: id, at: scope.now) {
        try record(transfer)
      }
    }
  }
}
