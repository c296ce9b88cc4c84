import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What is known of the members of campaigns in each campaign alone. A member of whom nothing is
/// known there has no row.
public struct Members {
  let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// A person in a campaign, also one who has left it; `nil` for who never joined.
  /// - Throws: `DatabaseError`.
  public func find(_ person: PersonID, in campaign: CampaignID) throws -> CampaignMember? {
    try Referrals(scope).find(person, in: campaign).map(member)
  }

  /// The member of this id.
  /// - Throws: `DatabaseError`.
  public func find(_ id: ReferralID) throws -> CampaignMember? {
    try Referrals(scope).find(id).map(member)
  }

  private func member(_ referral: Referral) throws -> CampaignMember {
    let row = try scope.connection.first(
      """
      SELECT details, left_at, updated_at, promoted_at FROM members
      WHERE app = $1 AND referral = $2
      """, [scope.tenant, .id(referral.id)]
    ) { (try $0.json(0), $0.optionalInstant(1), $0.instant(2), $0.optionalInstant(3)) }
    return CampaignMember(
      referral: referral, details: row?.0 ?? [:], leftAt: row?.1, promotedAt: row?.3,
      updatedAt: row?.2)
  }

  /// Stores what was told of a member.
  /// - Parameter overwrites: whether what is known already gives way.
  /// - Throws: `DatabaseError`; `FieldError` when it is too much.
  public func note(
    _ told: [JSON.Member], of member: CampaignMember, overwrites: Bool
  ) throws -> CampaignMember {
    let details = member.details(adding: told, overwrites: overwrites)
    guard details != member.details else { return member }
    guard details.text.utf8.count <= CampaignMember.detailsBytesMax else {
      throw FieldError(
        "", "is more than \(CampaignMember.detailsBytesMax) bytes of details of a member")
    }
    return try store(
      CampaignMember(
        referral: member.referral, details: details, leftAt: member.leftAt,
        promotedAt: member.promotedAt, updatedAt: scope.now))
  }

  /// Lets a member leave: lists and look-ups do not show them any more. Whom they have referred,
  /// who has referred them and what was paid stay as they are, and who joins once more is the same
  /// member, so that nothing is paid twice.
  /// - Throws: `DatabaseError`.
  public func leave(_ member: CampaignMember) throws {
    _ = try store(
      CampaignMember(
        referral: member.referral, leftAt: scope.now, promotedAt: member.promotedAt,
        updatedAt: scope.now))
    try publish(.left, of: member.referral)
  }

  /// Lets somebody who has left be a member again.
  /// - Throws: `DatabaseError`.
  public func rejoin(_ member: CampaignMember) throws -> CampaignMember {
    guard member.leftAt != nil else { return member }
    try publish(.updated, of: member.referral)
    return try store(
      CampaignMember(
        referral: member.referral, details: member.details, leftAt: nil,
        promotedAt: member.promotedAt, updatedAt: scope.now))
  }

  /// Notes that the app's server has promoted a member; once they are, nothing changes.
  /// - Throws: `DatabaseError`.
  public func promote(_ member: CampaignMember) throws -> CampaignMember {
    guard member.promotedAt == nil else { return member }
    return try store(
      CampaignMember(
        referral: member.referral, details: member.details, leftAt: member.leftAt,
        promotedAt: scope.now, updatedAt: scope.now))
  }

  private func store(_ member: CampaignMember) throws -> CampaignMember {
    try scope.connection.send(
      """
      INSERT INTO members (app, referral, details, left_at, updated_at, promoted_at)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (app, referral) DO UPDATE SET details = excluded.details,
        left_at = excluded.left_at, updated_at = excluded.updated_at,
        promoted_at = excluded.promoted_at
      """,
      [
        scope.tenant, .id(member.referral.id), .json(member.details), .instant(member.leftAt),
        scope.time, .instant(member.promotedAt),
      ])
    try QueuePlaces(scope).settle([member.referral.person], in: member.referral.campaign)
    return member
  }

  /// Forgets what is known of a person in campaigns alone.
  /// - Throws: `DatabaseError`.
  func forget(_ person: PersonID) throws {
    try QueuePlaces(scope).remove(person)
    try scope.connection.send(
      """
      DELETE FROM members WHERE app = $1 AND referral IN (
        SELECT id FROM referrals WHERE app = $1 AND person = $2)
      """, [scope.tenant, .id(person)])
  }
}
