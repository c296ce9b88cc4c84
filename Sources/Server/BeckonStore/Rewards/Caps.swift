import BeckonEngine
import BeckonModel

/// What rules have paid so far, as far as their caps ask: a cap counts what is paid from when it is
/// set.
struct Caps {
  /// A rule's total stands in the row of nobody and no day, a person's in that of no day.
  private static let nobody = PersonID(Identifier(high: 0, low: 0))

  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// What a rule has paid a person, that person today, and everybody.
  func use(of rule: RuleID, by person: PersonID) throws -> CapUse {
    CapUse(
      person: try used(rule, person, day: ""),
      day: try used(rule, person, day: scope.app.day(of: scope.now)),
      total: try used(rule, Self.nobody, day: ""))
  }

  private func used(_ rule: RuleID, _ person: PersonID, day: String) throws -> Int64 {
    try scope.connection.first(
      """
      SELECT amount FROM cap_uses WHERE app = $1 AND rule = $2 AND person = $3 AND day = $4
      """, [scope.tenant, .id(rule), .id(person), .text(day)]
    ) { $0.integer(0) } ?? 0
  }

  /// Counts a payment where the rule has a cap.
  func use(_ payout: Payout) throws {
    let cap = payout.rule.cap
    let rows = [
      (payout.beneficiary, "", cap.perPerson),
      (payout.beneficiary, scope.app.day(of: scope.now), cap.perDay),
      (Self.nobody, "", cap.total),
    ]
    for (person, day, bound) in rows where bound != nil {
      try scope.connection.send(
        """
        INSERT INTO cap_uses (app, rule, person, day, amount) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (app, rule, person, day) DO UPDATE SET
          amount = cap_uses.amount + excluded.amount
        """,
        [
          scope.tenant, .id(payout.key.rule), .id(person), .text(day),
          .integer(payout.rule.amount),
        ])
    }
  }

  /// A reward that was given up before it was paid makes room for another.
  func giveBack(_ transfer: Transfer) throws {
    guard let rule = transfer.rule, transfer.to.kind == .person else { return }
    try scope.connection.send(
      """
      UPDATE cap_uses SET amount = amount - $6
      WHERE app = $1 AND rule = $2 AND person IN ($3, $4) AND day IN ('', $5) AND amount >= $6
      """,
      [
        scope.tenant, .id(rule), .identifier(transfer.to.owner), .id(Self.nobody),
        .text(scope.app.day(of: transfer.createdAt)), .integer(transfer.amount),
      ])
  }
}
