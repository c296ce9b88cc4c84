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
      SELECT details, left_at, updated_at, promoted_at, alias FROM members
      WHERE app = $1 AND referral = $2
      """, [scope.tenant, .id(referral.id)]
    ) { row in
      CampaignMember(
        referral: referral, details: try row.json(0), alias: row.optionalText(4),
        leftAt: row.optionalInstant(1), promotedAt: row.optionalInstant(3),
        updatedAt: row.instant(2))
    }
    return row ?? CampaignMember(referral: referral, leftAt: nil, updatedAt: nil)
  }

  /// The member who had this id where they were imported from, with `sub_` before it or without,
  /// also after they were found to be the same person as another.
  /// - Throws: `DatabaseError`.
  public func find(alias: String) throws -> CampaignMember? {
    let mark = "sub_"
    let other =
      alias.hasPrefix(mark)
      ? String(decoding: alias.utf8.dropFirst(mark.utf8.count), as: UTF8.self) : mark + alias
    let id = try id(ofAlias: alias) ?? id(ofAlias: other)
    guard let member = try id.flatMap(find),
      let person = try People(scope).present(member.referral.person)
    else { return nil }
    guard person.id != member.referral.person else { return member }
    return try find(person.id, in: member.referral.campaign)
  }

  private func id(ofAlias alias: String) throws -> ReferralID? {
    try scope.connection.first(
      "SELECT referral FROM members WHERE app = $1 AND alias = $2", [scope.tenant, .text(alias)]
    ) { $0.id(0, ReferralID.self) }
  }

  /// Notes the id that a member had where they were imported from.
  /// - Throws: `DatabaseError`.
  func setAlias(_ alias: String, of member: CampaignMember) throws {
    _ = try store(member)
    try scope.connection.send(
      "UPDATE members SET alias = $3 WHERE app = $1 AND referral = $2",
      [scope.tenant, .id(member.referral.id), .text(alias)])
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
    var noted = member
    noted.details = details
    return try store(noted)
  }

  /// Lets a member leave: lists and look-ups do not show them any more. Whom they have referred,
  /// who has referred them and what was paid stay as they are, and who joins once more is the same
  /// member, so that nothing is paid twice.
  /// - Throws: `DatabaseError`.
  public func leave(_ member: CampaignMember) throws {
    var gone = member
    (gone.details, gone.leftAt) = ([:], scope.now)
    _ = try store(gone)
    try publish(.left, of: member.referral)
  }

  /// Lets somebody who has left be a member again.
  /// - Throws: `DatabaseError`.
  public func rejoin(_ member: CampaignMember) throws -> CampaignMember {
    guard member.leftAt != nil else { return member }
    try publish(.updated, of: member.referral)
    var back = member
    back.leftAt = nil
    return try store(back)
  }

  /// Notes that the app's server has promoted a member; once they are, nothing changes.
  /// - Throws: `DatabaseError`.
  public func promote(_ member: CampaignMember) throws -> CampaignMember {
    guard member.promotedAt == nil else { return member }
    var promoted = member
    promoted.promotedAt = scope.now
    return try store(promoted)
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
    var stored = member
    stored.updatedAt = scope.now
    return stored
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
