import BeckonDatabase
import BeckonEngine
import BeckonModel

/// People who were here before, were erased and came back: a welcome is paid once.
///
/// Only who had been paid something counts as welcomed: else anyone could make a person under
/// somebody's mail address, erase them, and cost the address's owner their welcome.
struct Returning {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// Whether a person is known by what somebody was known by who was welcomed and erased.
  /// - Parameter added: the only identities of theirs that are looked at; `nil` for all.
  func isReturning(_ person: PersonID, by added: [Identity]? = nil) throws -> Bool {
    let known = KnownPerson(id: person, identities: try People(scope).known(of: person))
    let identities = added ?? known.identities.map(\.identity)
    return try isAnyBuried(identities, known.standing)
  }

  private static let buried = BulkStatement(
    """
    SELECT confirmed FROM tombstones
    WHERE app = $1 AND digest = $2 AND (welcomed IS NULL OR welcomed = 1)
    """, [.integer("app"), .identifier("digest")])

  /// Whether somebody was known by one of these who was welcomed and erased.
  private func isAnyBuried(_ identities: [Identity], _ standing: PersonStanding) throws -> Bool {
    try scope.connection.rows(
      Self.buried,
      for: identities.map { [scope.tenant, .identifier(scope.app.digest(of: $0))] }
    ) { Tombstone(isConfirmed: $0.bool(0)) }
    .contains { $0.isReturn(of: standing) }
  }

  /// Whether something was paid or promised to a person, or to who returned as them, or they were
  /// welcomed where they were imported from, or they have counted for somebody who brought them,
  /// with a mail address that is theirs: one mailbox would else count any number of times.
  func wasWelcomed(_ person: PersonID) throws -> Bool {
    try scope.connection.first(
      """
      SELECT 1 FROM transfers {by transfers_by_receiver}
      WHERE app = $1 AND to_owner = $2 AND kind IN ('reward', 'merge')
        AND state IN ('pending', 'posted')
      UNION ALL
      SELECT 1 FROM referrals {by referrals_by_person}
      WHERE app = $1 AND person = $2
        AND (returning_at IS NOT NULL OR imported IS NOT NULL)
      UNION ALL
      SELECT 1 FROM identities AS i {by identities_by_person}
        JOIN referrals AS r ON r.app = i.app AND r.person = i.person
      WHERE i.app = $1 AND i.person = $2 AND i.verified_at IS NOT NULL
        AND r.referrer IS NOT NULL AND r.state IN ('pending', 'unconfirmed', 'confirmed')
      LIMIT 1
      """, [scope.tenant, .id(person)]
    ) { _ in true } ?? false
  }

  /// Makes a person's referrals what they had been, had nobody taken the person for somebody else:
  /// the server has named them now, who was only claimed when they were said to return.
  func lift(_ person: PersonID) throws {
    guard try !isReturning(person) else { return }
    try scope.connection.send(
      """
      UPDATE referrals SET returning_at = NULL
      WHERE app = $1 AND person = $2 AND returning_at IS NOT NULL
      """, [scope.tenant, .id(person)])
  }

  /// Makes a person's referrals what they had been, had it been known from the start that the
  /// person returns: held rewards are voided, posted ones clawed back.
  func settle(_ person: PersonID) throws {
    let (ledger, second) = (Ledger(scope), SecondRewards(scope))
    for referral in try Referrals(scope).all(of: person) where !referral.isReturning {
      try scope.connection.send(
        "UPDATE referrals SET returning_at = $3 WHERE app = $1 AND id = $2",
        [scope.tenant, .id(referral.id), scope.time])
      for reward in try ledger.rewards(for: referral.id) {
        guard let standing = try second.standing(for: reward) else { continue }
        try ledger.takeBack(
          standing.id, fact: nil, reasons: [Payout.Refusal.returning.rawValue])
      }
    }
  }
}
