import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What happened to members whose mail address is not shown to be theirs, and would have paid.
struct WaitingFacts {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// Keeps one; told again, the later word counts. Of a member who has as many as may be nothing
  /// more is kept.
  func keep(_ waiting: WaitingOccurrence, of referral: ReferralID) throws {
    guard try hasRoom(referral) else { return }
    try scope.connection.send(
      """
      INSERT INTO waiting_facts (app, referral, fact, at, body) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (app, referral, fact) DO UPDATE SET body = excluded.body
      """,
      [
        scope.tenant, .id(referral), .id(waiting.fact.id), scope.time, .json(waiting.json),
      ])
  }

  private func hasRoom(_ referral: ReferralID) throws -> Bool {
    try scope.connection.first(
      """
      SELECT 1 FROM waiting_facts WHERE app = $1 AND referral = $2
      ORDER BY fact LIMIT 1 OFFSET $3
      """, [scope.tenant, .id(referral), .integer(Limits.waitingFactsOfMember - 1)]
    ) { _ in true } == nil
  }

  /// Takes all that is kept of a member, in the order in which it came.
  func take(of referral: ReferralID) throws -> [WaitingOccurrence] {
    let rows = try scope.connection.rows(
      """
      DELETE FROM waiting_facts WHERE app = $1 AND referral = $2 RETURNING fact, at, body
      """, [scope.tenant, .id(referral)]
    ) { (fact: $0.id(0, FactID.self), at: $0.instant(1), body: try $0.json(2)) }
    return try rows.sorted { ($0.at, $0.fact) < ($1.at, $1.fact) }.compactMap { row in
      WaitingOccurrence(
        row.body, of: row.fact, isReversed: try Reversals(scope).isReversed(row.fact))
    }
  }

  /// Forgets a fact that gave way to another of its id.
  func forget(_ fact: FactID) throws {
    try scope.connection.send(
      "DELETE FROM waiting_facts {by waiting_facts_by_fact} WHERE app = $1 AND fact = $2",
      [scope.tenant, .id(fact)])
  }

  /// Forgets what is kept of a person.
  func forget(_ person: PersonID) throws {
    try scope.connection.send(
      """
      DELETE FROM waiting_facts WHERE app = $1 AND referral IN (
        SELECT id FROM referrals WHERE app = $1 AND person = $2)
      """, [scope.tenant, .id(person)])
  }
}
