import BeckonDatabase
import BeckonEngine
import BeckonModel

extension CapturedPayments {
  /// Gives an install what its user has paid since it was registered, if that is no install's yet:
  /// the app's server may tell of it before the user has signed up.
  /// - Throws: `DatabaseError`.
  func join(_ install: Install, payer: Identity) throws {
    try Leftovers(scope).begin(
      .joinPayments, on: scope.app.digest(of: payer), to: install.id.identifier)
  }

  /// Gives a person what was paid under a user id, which is theirs now.
  /// - Throws: `DatabaseError`.
  func give(_ person: PersonID, payer: Identity) throws {
    try Leftovers(scope).begin(
      .givePayments, on: scope.app.digest(of: payer), to: person.identifier)
  }

  /// Gives a person what was paid on an install before anybody was known to use it.
  /// - Throws: `DatabaseError`.
  func give(_ person: PersonID, on install: InstallID) throws {
    try Leftovers(scope).begin(
      .givePaymentsOnInstall, on: install.identifier, to: person.identifier)
  }

  /// Makes the payments of a person who is merged the survivor's.
  /// - Throws: `DatabaseError`.
  func move(from old: PersonID, to new: PersonID) throws {
    try Leftovers(scope).begin(.movePayments, on: old.identifier, to: new.identifier)
  }

  /// Takes the name off an erased person's payments; the revenue stays.
  /// - Throws: `DatabaseError`.
  func forget(payer: Identifier) throws {
    try Leftovers(scope).begin(.forgetPayer, on: payer)
  }

  /// Changes so many payments that an index leads to, publishes that, and gives how many.
  fileprivate func change(
    _ change: SQL, index: SQL, where filter: SQL, max: Int64
  ) throws -> Int {
    let changed = try scope.connection.rows(
      """
      UPDATE payments SET \(change) WHERE app = \(scope.tenant) AND id IN (
        SELECT id FROM payments \(index) WHERE app = \(scope.tenant) AND \(filter)
        LIMIT \(.integer(max)))
      RETURNING id
      """
    ) { $0.id(0, FactID.self) }
    try publishChange(of: changed, by: .client)
    return changed.count
  }
}

extension LongWork {
  /// What concerns payments.
  static let ofPayments = [
    joinPayments, givePayments, givePaymentsOnInstall, movePayments, forgetPayer,
  ]

  fileprivate static let joinPayments = LongWork("payments", "join") { scope, rows, max in
    let install: SQL = "\(.identifier(rows.target))"
    return try CapturedPayments(scope).change(
      "install = \(install)", index: "{by payments_by_payer}",
      where: """
        payer = \(.identifier(rows.subject)) AND install IS NULL AND at >= (
          SELECT created_at FROM installs WHERE app = \(scope.tenant) AND id = \(install))
        """, max: max)
  }

  fileprivate static let givePayments = LongWork("payments", "give") { scope, rows, max in
    try CapturedPayments(scope).change(
      "person = \(.identifier(rows.target))", index: "{by payments_by_payer}",
      where: """
        payer = \(.identifier(rows.subject))
          AND (person IS NULL OR person <> \(.identifier(rows.target)))
        """, max: max)
  }

  fileprivate static let givePaymentsOnInstall = LongWork("payments", "give_on_install") {
    scope, rows, max in
    try CapturedPayments(scope).change(
      "person = \(.identifier(rows.target))", index: "{by payments_by_install}",
      where: "install = \(.identifier(rows.subject)) AND person IS NULL AND payer IS NULL",
      max: max)
  }

  fileprivate static let movePayments = LongWork("payments", "move") { scope, rows, max in
    try CapturedPayments(scope).change(
      "person = \(.identifier(rows.target))", index: "{by payments_by_person}",
      where: "person = \(.identifier(rows.subject))", max: max)
  }

  fileprivate static let forgetPayer = LongWork("payments", "forget_payer") { scope, rows, max in
    try CapturedPayments(scope).change(
      "payer = NULL", index: "{by payments_by_payer}",
      where: "payer = \(.identifier(rows.subject))", max: max)
  }
}
