import BeckonDatabase
import BeckonEngine
import BeckonModel

/// A person's part in a campaign.
public struct Referral: Hashable, Sendable {
  /// Its id.
  public let id: ReferralID
  /// The campaign.
  public let campaign: CampaignID
  /// The person.
  public let person: PersonID
  /// Who referred the person; set once.
  public let referrer: PersonID?
  /// How far it has come.
  public internal(set) var state: ReferralState
  /// By what the referrer was found: `referrer`, `click_id`, `install`.
  public let method: String?
  /// How sure that is.
  public let match: MatchType
  /// What it rests on.
  public let evidence: JSON
  /// What speaks against it.
  public let risk: ReferralRisk
  /// The link by which the person refers others in this campaign.
  public let link: LinkID?
  /// When the person joined the campaign.
  public let joinedAt: Instant
  /// When the referrer was set.
  public let referredAt: Instant?
  /// Whether the person had been erased before and came back.
  public let isReturning: Bool
  /// Whether somebody has looked at the risk and approved.
  public let isRiskCleared: Bool
  /// The install that proved itself when the referrer was set.
  var referrerInstall: InstallID?
  /// Whether a client set the referrer before the app's server had named the person, and nobody
  /// has vouched for it since.
  var isReferrerClaimed = false

  /// How good it is for rules on counts, by how the step was told that brought it where it is.
  func standing(isVouched: Bool) -> ReferralStanding {
    ReferralStanding(
      match: match, risk: isRiskCleared ? ReferralRisk([]) : risk, isReturning: isReturning,
      isVouched: isVouched, isReferrerClaimed: isReferrerClaimed)
  }

  /// The referrer as far as this caller may know: a weak match is too uncertain to name anybody to
  /// an app's user.
  public func referrer(to proof: Proof) -> PersonID? {
    proof.key == .secret || match > .weak ? referrer : nil
  }

  /// The member of the evidence that tells which claimed referrer gave way.
  static let replaced = "replaced"

  /// The evidence as far as this caller may know: a click that was found by the device may be
  /// another person's, and a weak match is no ground for telling whose link it may have been.
  private func evidence(to proof: Proof) -> JSON {
    guard proof.key == .publishable else { return evidence }
    let members = evidence.members ?? []
    guard method == "install" else {
      return .object(members.filter { $0.name != Referral.replaced })
    }
    let kept = match > .weak ? ["decision", "reason", "link"] : ["decision", "reason"]
    return .object(members.filter { kept.contains($0.name) })
  }

  /// As the API writes it to this caller.
  public func json(to proof: Proof) -> JSON {
    .object([
      "id": .id(id), "campaign": .id(campaign), "person": .id(person),
      "referrer": referrer(to: proof).map(JSON.id), "state": .string(state.rawValue),
      "method": method.map(JSON.string), "match": .string(match.rawValue),
      "evidence": evidence(to: proof),
      "risk": risk.json, "joined_at": .instant(joinedAt),
      "referred_at": referredAt.map(JSON.instant), "returning": isReturning ? true : nil,
      "referrer_claimed": isReferrerClaimed ? true : nil,
    ])
  }
}

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
      SELECT id, campaign, person, referrer, state, method, match, evidence, risk, link,
        joined_at, referred_at, returning_at, risk_cleared_at, referrer_install, referrer_claimed_at
      FROM referrals WHERE app = $1 AND person = $2 AND campaign = $3 {locked}
      """, [scope.tenant, .id(person), .id(campaign)], Self.read)
  }

  /// A person's parts in all campaigns, in the order in which they joined.
  /// - Throws: `DatabaseError`.
  public func all(of person: PersonID) throws -> [Referral] {
    try scope.connection.rows(
      """
      SELECT id, campaign, person, referrer, state, method, match, evidence, risk, link,
        joined_at, referred_at, returning_at, risk_cleared_at, referrer_install, referrer_claimed_at
      FROM referrals {by referrals_by_person}
      WHERE app = $1 AND person = $2 ORDER BY joined_at, id
      """, [scope.tenant, .id(person)], Self.read)
  }

  /// The referral of this id.
  /// - Throws: `DatabaseError`.
  public func find(_ id: ReferralID) throws -> Referral? {
    try scope.connection.first(
      """
      SELECT id, campaign, person, referrer, state, method, match, evidence, risk, link,
        joined_at, referred_at, returning_at, risk_cleared_at, referrer_install, referrer_claimed_at
      FROM referrals WHERE app = $1 AND id = $2 {locked}
      """, [scope.tenant, .id(id)], Self.read)
  }

  /// Referrals of a campaign that have a referrer, newest first, from before a referral on.
  /// - Throws: `DatabaseError`.
  public func page(
    of campaign: CampaignID, before: ReferralID?, limit: Int
  ) throws -> [Referral] {
    try scope.connection.rows(
      """
      SELECT id, campaign, person, referrer, state, method, match, evidence, risk, link,
        joined_at, referred_at, returning_at, risk_cleared_at, referrer_install, referrer_claimed_at
      FROM referrals
      WHERE app = $1 AND campaign = $2 AND referrer IS NOT NULL AND id < $3
      ORDER BY id DESC LIMIT $4
      """,
      [
        scope.tenant, .id(campaign),
        .identifier(before?.identifier ?? Identifier(high: .max, low: .max)),
        .integer(Int64(limit)),
      ], Self.read)
  }

  /// Stores a new part in a campaign.
  /// - Throws: `DatabaseError`.
  func insert(_ referral: Referral) throws {
    try scope.connection.send(
      """
      INSERT INTO referrals (app, id, campaign, person, referrer, state, method, match, evidence,
        risk, link, joined_at, referred_at, returning_at, updated_at, referrer_install)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
      """,
      [
        scope.tenant, .id(referral.id), .id(referral.campaign), .id(referral.person),
        .id(referral.referrer), .text(referral.state.rawValue), .text(referral.method),
        .text(referral.match.rawValue), .json(referral.evidence), .json(referral.risk.json),
        .id(referral.link), .instant(referral.joinedAt), .instant(referral.referredAt),
        referral.isReturning ? scope.time : .null, scope.time, .id(referral.referrerInstall),
      ])
  }

  /// Sets the referrer of a part that has none, or only a claimed one.
  /// - Throws: `DatabaseError`.
  func setReferrer(_ referral: Referral) throws {
    try scope.connection.send(
      """
      UPDATE referrals SET referrer = $3, method = $4, match = $5, evidence = $6, risk = $7,
        referred_at = $8, updated_at = $8, referrer_install = $9, referrer_claimed_at = NULL,
        risk_cleared_at = NULL
      WHERE app = $1 AND id = $2 AND (referrer IS NULL OR referrer_claimed_at IS NOT NULL)
      """,
      [
        scope.tenant, .id(referral.id), .id(referral.referrer), .text(referral.method),
        .text(referral.match.rawValue), .json(referral.evidence), .json(referral.risk.json),
        scope.time, .id(referral.referrerInstall),
      ])
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

  /// Stores the state.
  /// - Throws: `DatabaseError`.
  func setState(_ state: ReferralState, of id: ReferralID) throws {
    try scope.connection.send(
      "UPDATE referrals SET state = $3, updated_at = $4 WHERE app = $1 AND id = $2",
      [scope.tenant, .id(id), .text(state.rawValue), scope.time])
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

  /// Reads the first sixteen columns of a row.
  static func read(_ row: any Row) throws -> Referral {
    Referral(
      id: row.id(0), campaign: row.id(1), person: row.id(2), referrer: row.optionalID(3),
      state: try row.choice(4), method: row.optionalText(5), match: try row.choice(6),
      evidence: try row.json(7), risk: try risk(row.text(8)),
      link: row.optionalID(9), joinedAt: row.instant(10), referredAt: row.optionalInstant(11),
      isReturning: !row.isNull(12), isRiskCleared: !row.isNull(13),
      referrerInstall: row.optionalID(14), isReferrerClaimed: !row.isNull(15))
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
