import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What the export asks, for many people at once: any number may have been merged into somebody.
extension Referrals {
  private static let ofPeople = BulkStatement(
    """
    SELECT \(columns) FROM referrals {by referrals_by_person} WHERE app = $1 AND person = $2
    """, [.integer("app"), .identifier("person")])

  /// The parts of people in all campaigns, in the order in which they joined.
  func all(of people: Set<PersonID>) throws -> [Referral] {
    try scope.connection.rows(
      Self.ofPeople, for: people.map { [scope.tenant, .id($0)] }, Self.read
    ).sorted { ($0.joinedAt, $0.id) < ($1.joinedAt, $1.id) }
  }

  private static let owners = BulkStatement(
    "SELECT id, person FROM referrals WHERE app = $1 AND id = $2",
    [.integer("app"), .identifier("id")])

  /// Those of some referrals that are of nobody among these people.
  func others(among referrals: [ReferralID], _ people: Set<PersonID>) throws -> Set<ReferralID> {
    let asked = Set(referrals)
    let own = try scope.connection.rows(
      Self.owners, for: asked.map { [scope.tenant, .id($0)] }
    ) { (id: $0.id(0, ReferralID.self), person: $0.id(1, PersonID.self)) }
    return asked.subtracting(own.filter { people.contains($0.person) }.map(\.id))
  }

  private static let steps = BulkStatement(
    """
    SELECT referral, step, fact, at, trust FROM conversions WHERE app = $1 AND referral = $2
    """, [.integer("app"), .identifier("referral")])

  /// The steps that referrals have reached, each in order.
  func steps(of referrals: [ReferralID]) throws -> [ReferralID: [JSON]] {
    let rows = try scope.connection.rows(
      Self.steps, for: referrals.map { [scope.tenant, .id($0)] }
    ) { row in
      (
        referral: row.id(0, ReferralID.self), step: row.integer(1),
        json: JSON.object([
          "step": .integer(row.integer(1)), "fact": .id(row.id(2, FactID.self)),
          "at": .instant(row.instant(3)), "trust": row.optionalText(4).map(JSON.string),
        ])
      )
    }
    return Dictionary(grouping: rows.sorted { $0.step < $1.step }, by: \.referral)
      .mapValues { $0.map(\.json) }
  }
}
