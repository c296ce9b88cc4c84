import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// With what people have paid: a card, an account, whatever the app's server tells apart. Kept as
/// keyed hashes, until the person is erased.
struct Instruments {
  private let scope: Scope
  private var referrals: Referrals { Referrals(scope) }

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// Most other people with one instrument of whom is asked whether they referred each other. So
  /// many have a company's account, and then it says nothing.
  static let peopleMax: Int64 = 100

  /// Notes that a person has paid with an instrument. Rewards for a referral between them and
  /// somebody else who did wait for a decision from now on.
  func note(_ instrument: String, of person: PersonID) throws {
    let digest = Identifier(hashing: "instrument", instrument, key: scope.app.pepper)
    try scope.connection.send(
      """
      INSERT INTO instruments (app, digest, person) VALUES ($1, $2, $3)
      ON CONFLICT (app, digest, person) DO NOTHING
      """, [scope.tenant, .identifier(digest), .id(person)])
    let others = try scope.connection.rows(
      """
      SELECT person FROM instruments
      WHERE app = $1 AND digest = $2 AND person <> $3 LIMIT $4
      """, [scope.tenant, .identifier(digest), .id(person), .integer(Self.peopleMax)]
    ) { $0.id(0, PersonID.self) }
    guard !others.isEmpty else { return }
    let own = try referrals.all(of: person).filter { $0.referrer.map(others.contains) ?? false }
    let brought = try others.flatMap(referrals.all).filter { $0.referrer == person }
    for referral in own + brought {
      try referrals.setRisk(referral.risk.adding(ReferralRisk([.sameInstrument])), of: referral)
    }
  }

  /// Whether two people have paid with one instrument.
  func areShared(by one: PersonID, and other: PersonID) throws -> Bool {
    try scope.connection.first(
      """
      SELECT 1 FROM instruments AS a {by instruments_by_person}
        JOIN instruments AS b ON b.app = a.app AND b.digest = a.digest
      WHERE a.app = $1 AND a.person = $2 AND b.person = $3 LIMIT 1
      """, [scope.tenant, .id(one), .id(other)]
    ) { _ in true } ?? false
  }

  /// Makes a merged person's instruments the survivor's.
  func move(from old: PersonID, to new: PersonID) throws {
    try scope.connection.send(
      """
      INSERT INTO instruments (app, digest, person)
      SELECT app, digest, $3 FROM instruments WHERE app = $1 AND person = $2
      ON CONFLICT (app, digest, person) DO NOTHING
      """, [scope.tenant, .id(old), .id(new)])
    try forget(old)
  }

  /// Forgets an erased person's.
  func forget(_ person: PersonID) throws {
    try scope.connection.send(
      "DELETE FROM instruments WHERE app = $1 AND person = $2", [scope.tenant, .id(person)])
  }
}
