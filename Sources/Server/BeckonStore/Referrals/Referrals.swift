import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Referrals in the database.
public struct Referrals {
  let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// A person's part in a campaign.
  /// - Throws: `DatabaseError`.
  public func find(_ person: PersonID, in campaign: CampaignID) throws -> Referral? {
    try scope.connection.first(
      """
      SELECT \(Self.columns) FROM referrals
      WHERE app = \(scope.tenant) AND person = \(.id(person)) AND campaign = \(.id(campaign))
      {locked}
      """, Self.read)
  }

  /// A person's parts in all campaigns, in the order in which they joined.
  /// - Throws: `DatabaseError`.
  public func all(of person: PersonID) throws -> [Referral] {
    try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM referrals {by referrals_by_person}
      WHERE app = \(scope.tenant) AND person = \(.id(person)) ORDER BY joined_at, id
      """, Self.read)
  }

  /// The referral of this id.
  /// - Throws: `DatabaseError`.
  public func find(_ id: ReferralID) throws -> Referral? {
    try scope.connection.first(
      """
      SELECT \(Self.columns) FROM referrals
      WHERE app = \(scope.tenant) AND id = \(.id(id)) {locked}
      """, Self.read)
  }

  /// Referrals of a campaign that have a referrer, newest first, from before a referral on.
  /// - Throws: `DatabaseError`.
  public func page(
    of campaign: CampaignID, before: ReferralID?, limit: Int
  ) throws -> [Referral] {
    try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM referrals
      WHERE app = \(scope.tenant) AND campaign = \(.id(campaign)) AND referrer IS NOT NULL
        \(and: [before.map { "id < \(.id($0))" }])
      ORDER BY id DESC LIMIT \(.integer(limit))
      """, Self.read)
  }

  /// Whom a person has referred in any campaign, newest first, from before a referral on; without
  /// parts that gave way when two people became one.
  /// - Throws: `DatabaseError`.
  public func page(
    referredBy referrer: PersonID, before: ReferralID?, limit: Int
  ) throws -> [Referral] {
    try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM referrals {by referrals_of_referrer}
      WHERE app = \(scope.tenant) AND referrer = \(.id(referrer)) AND state <> 'superseded'
        \(and: [before.map { "id < \(.id($0))" }])
      ORDER BY id DESC LIMIT \(.integer(limit))
      """, Self.read)
  }

  /// Stores a new part in a campaign.
  /// - Throws: `DatabaseError`.
  func insert(_ referral: Referral) throws {
    let row: SQL.Row = [
      "app": scope.tenant, "id": .id(referral.id), "campaign": .id(referral.campaign),
      "person": .id(referral.person), "referrer": .id(referral.referrer),
      "state": .text(referral.state.rawValue), "method": .text(referral.method),
      "match": .text(referral.match.rawValue), "evidence": .json(referral.evidence),
      "risk": .json(referral.risk.json), "link": .id(referral.link),
      "joined_at": .instant(referral.joinedAt), "referred_at": .instant(referral.referredAt),
      "returning_at": referral.isReturning ? scope.time : .null, "updated_at": scope.time,
      "referrer_install": .id(referral.referrerInstall),
      "imported": .text(referral.imported?.rawValue),
    ]
    try scope.connection.send("INSERT INTO referrals \(row: row)")
    try QueuePlaces(scope).settle([referral.person], in: referral.campaign)
    try publishChange(of: [referral.person])
    try publishChange(ofReferredBy: referral.person, in: referral.campaign)
  }

  /// Publishes of those whom a person has referred in a campaign that the person's link there may
  /// be another than before.
  /// - Throws: `DatabaseError`.
  func publishChange(ofReferredBy person: PersonID, in campaign: CampaignID) throws {
    guard try hasReferred(person, in: campaign) else { return }
    try Feed(scope).publishChange(.referred, [person.identifier])
  }

  /// Publishes that what brought these people may be another than before.
  /// - Throws: `DatabaseError`.
  func publishChange(of people: [PersonID]) throws {
    try Feed(scope).publishChange(.origin, people.map(\.identifier))
  }

  /// Sets the referrer of a part that has none, only a claimed one, or one before the sign-up.
  /// - Throws: `DatabaseError`.
  func setReferrer(_ referral: Referral) throws {
    let changes: SQL.Row = [
      "referrer": .id(referral.referrer), "method": .text(referral.method),
      "match": .text(referral.match.rawValue), "evidence": .json(referral.evidence),
      "risk": .json(referral.risk.json), "referred_at": .instant(referral.referredAt),
      "updated_at": scope.time,
      "referrer_install": .id(referral.referrerInstall), "referrer_claimed_at": .null,
      "risk_cleared_at": .null,
    ]
    try scope.connection.send(
      """
      UPDATE referrals \(set: changes) WHERE app = \(scope.tenant) AND id = \(.id(referral.id))
        AND (referrer IS NULL OR referrer_claimed_at IS NOT NULL OR state = 'awaiting_sign_up')
      """)
    try publishChange(of: [referral.person])
  }

  /// Stores how sure the referrer is, and what that rests on.
  /// - Throws: `DatabaseError`.
  func setMatch(_ source: ReferralSource, of id: ReferralID) throws {
    try scope.connection.send(
      """
      UPDATE referrals SET method = $3, match = $4, evidence = $5, updated_at = $6
      WHERE app = $1 AND id = $2
      """,
      [
        scope.tenant, .id(id), .text(source.method), .text(source.match.rawValue),
        .json(source.evidence), scope.time,
      ])
    if let person = try find(id)?.person { try publishChange(of: [person]) }
  }

  /// Stores what speaks against a referral; what is new must be cleared anew.
  /// - Throws: `DatabaseError`.
  func setRisk(_ risk: ReferralRisk, of referral: Referral) throws {
    guard risk != referral.risk else { return }
    try scope.connection.send(
      """
      UPDATE referrals SET risk = $3, risk_cleared_at = NULL, updated_at = $4
      WHERE app = $1 AND id = $2
      """, [scope.tenant, .id(referral.id), .json(risk.json), scope.time])
  }

  /// Makes a part one that was imported: what comes later pays nobody if it was settled elsewhere,
  /// and what is held for it goes back to the budget. What was paid stays paid.
  /// - Throws: `DatabaseError`.
  func setImported(_ rewards: ImportedRewards, _ referral: Referral) throws {
    guard rewards != referral.imported else { return }
    try scope.connection.send(
      "UPDATE referrals SET imported = $3, updated_at = $4 WHERE app = $1 AND id = $2",
      [scope.tenant, .id(referral.id), .text(rewards.rawValue), scope.time])
    guard rewards == .settled else { return }
    try Ledger(scope).voidHeld(for: referral.id, reason: Payout.Refusal.imported.rawValue)
  }

  /// Stores the state.
  /// - Throws: `DatabaseError`.
  func setState(_ state: ReferralState, of id: ReferralID) throws {
    try scope.connection.send(
      "UPDATE referrals SET state = $3, updated_at = $4 WHERE app = $1 AND id = $2",
      [scope.tenant, .id(id), .text(state.rawValue), scope.time])
    guard scope.app.campaigns.contains(where: { $0.kind == .waitlist }),
      let referral = try find(id)
    else { return }
    try QueuePlaces(scope).settle([referral.person], in: referral.campaign)
  }

  /// Stores many states: tenant, referral, state, time.
  static let newStates = BulkStatement(
    """
    UPDATE referrals SET state = $3, updated_at = $4 {each} WHERE app = $1 AND id = $2
    """, [.integer("app"), .identifier("id"), .text("state"), .integer("updated_at")])

  /// Number of referrals that a person made in a campaign since an instant.
  /// - Throws: `DatabaseError`.
  func count(by referrer: PersonID, in campaign: CampaignID, since: Instant) throws -> Int64 {
    try scope.connection.first(
      """
      SELECT COUNT(*) FROM referrals
      WHERE app = $1 AND campaign = $2 AND referrer = $3 AND referred_at >= $4
      """, [scope.tenant, .id(campaign), .id(referrer), .instant(since)]
    ) { $0.integer(0) } ?? 0
  }

  /// What `read` reads, in its order.
  static let columns: SQL = "\(columnsButEvidence), referrals.evidence"

  /// The same without the last, the evidence.
  static let columnsButEvidence: SQL = """
    referrals.id, referrals.campaign, referrals.person, referrals.referrer, referrals.state,
    referrals.method, referrals.match, referrals.risk, referrals.link, referrals.joined_at,
    referrals.referred_at, referrals.returning_at, referrals.risk_cleared_at,
    referrals.referrer_install, referrals.referrer_claimed_at, referrals.imported
    """

  /// Reads the first seventeen columns of a row.
  static func read(_ row: any Row) throws -> Referral { try read(row, from: 0) }

  /// Reads seventeen columns from one on.
  static func read(_ row: any Row, from first: Int) throws -> Referral {
    Referral(
      id: row.id(first), campaign: row.id(first + 1), person: row.id(first + 2),
      referrer: row.optionalID(first + 3), state: try row.choice(first + 4),
      method: row.optionalText(first + 5), match: try row.choice(first + 6),
      evidence: try row.json(first + 16), risk: try risk(row.text(first + 7)),
      link: row.optionalID(first + 8), joinedAt: row.instant(first + 9),
      referredAt: row.optionalInstant(first + 10), isReturning: !row.isNull(first + 11),
      isRiskCleared: !row.isNull(first + 12), referrerInstall: row.optionalID(first + 13),
      isReferrerClaimed: !row.isNull(first + 14),
      imported: row.isNull(first + 15) ? nil : try row.choice(first + 15))
  }

  private static let noRisk = ReferralRisk([]).json.text

  /// Most referrals have none, and are known by the text.
  static func risk(_ text: String) throws -> ReferralRisk {
    if text == noRisk { return ReferralRisk([]) }
    do {
      return ReferralRisk(json: try JSONReader.read(text))
    } catch {
      throw DatabaseError.corrupt("a referral's risk is not JSON: \(error.reason)")
    }
  }
}
