import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Campaigns and their rules in the database. They are read through `AppContext`.
public struct Campaigns {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Stores a new campaign; `false` when its `list_uuid` is taken in this app.
  /// - Throws: `DatabaseError`.
  public func insert(_ campaign: Campaign) throws -> Bool {
    let row: SQL.Row = [
      "app": scope.tenant, "id": .id(campaign.id), "list_uuid": .text(campaign.listUUID),
      "name": .text(campaign.name), "goal": .integer(campaign.goal),
      "kind": .text(campaign.kind.rawValue), "url": .text(campaign.url),
      "exclusive_group": .text(campaign.exclusiveGroup), "created_at": scope.time,
      "asks_for_opt_in": campaign.asksForOptIn ? .integer(1) : .null,
    ]
    let settings = Self.row(of: campaign.schedule) + Self.choices(of: campaign)
    let added = try scope.connection.run(
      "INSERT INTO campaigns \(row: row + settings) ON CONFLICT (app, list_uuid) DO NOTHING"
    )
    guard added > 0 else { return false }
    try store(campaign.rules, of: campaign.id)
    return true
  }

  /// The columns of when a campaign runs. An active one has no word in the first.
  private static func row(of schedule: CampaignSchedule) -> SQL.Row {
    [
      "state": .text(schedule.state == .active ? nil : schedule.state.rawValue),
      "closed_at": .instant(schedule.closedAt), "starts_at": .instant(schedule.startsAt),
      "ends_at": .instant(schedule.endsAt),
      "unpaid_after_end": schedule.paysAfterEnd ? .null : .integer(1),
    ]
  }

  /// The columns of what it pays by, and of whom it takes for the referrer. What is usual has no
  /// word.
  private static func choices(of campaign: Campaign) -> SQL.Row {
    [
      "terms": .text(campaign.terms == .current ? nil : campaign.terms.rawValue),
      "referrer_choice": .text(
        campaign.referrerChoice == .strongest ? nil : campaign.referrerChoice.rawValue),
    ]
  }

  /// Reads what `row` wrote, from a column on.
  static func schedule(_ row: any Row, from column: Int) throws -> CampaignSchedule {
    CampaignSchedule(
      state: row.isNull(column) ? .active : try row.choice(column),
      closedAt: row.optionalInstant(column + 1), startsAt: row.optionalInstant(column + 2),
      endsAt: row.optionalInstant(column + 3), paysAfterEnd: row.isNull(column + 4))
  }

  /// Stores a campaign's name, target, schedule and rules. A rule that is left out is retired: it
  /// pays no more, and what it has paid stands.
  /// - Throws: `DatabaseError`.
  public func update(_ campaign: Campaign) throws {
    let changed: SQL.Row = [
      "name": .text(campaign.name), "url": .text(campaign.url),
      "exclusive_group": .text(campaign.exclusiveGroup),
      "asks_for_opt_in": campaign.asksForOptIn ? .integer(1) : .null,
    ]
    try scope.connection.send(
      """
      UPDATE campaigns \(set: changed + Self.row(of: campaign.schedule) + Self.choices(of: campaign))
      WHERE app = \(scope.tenant) AND id = \(.id(campaign.id))
      """)
    try scope.connection.send(
      """
      UPDATE rules SET retired_at = $3
      WHERE app = $1 AND campaign = $2 AND retired_at IS NULL
      """, [scope.tenant, .id(campaign.id), scope.time])
    try store(campaign.rules, of: campaign.id)
    for old in scope.app.campaign(campaign.id)?.rules ?? [] {
      guard let new = campaign.rules.first(where: { $0.id == old.id }) else { continue }
      try Caps(scope).edit(old.id, from: old.rule.cap, to: new.rule.cap)
    }
  }

  private func store(_ rules: [CampaignRule], of campaign: CampaignID) throws {
    for (position, rule) in rules.enumerated() {
      try scope.connection.send(
        """
        INSERT INTO rules (app, id, campaign, position, body) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (app, id) DO UPDATE SET
          position = excluded.position, body = excluded.body, retired_at = NULL
        """,
        [
          scope.tenant, .id(rule.id), .id(campaign), .integer(Int64(position)),
          .json(rule.rule.json),
        ])
    }
  }

  /// When a campaign was made.
  /// - Throws: `DatabaseError`.
  public func madeAt(_ campaign: CampaignID) throws -> Instant? {
    try scope.connection.first(
      "SELECT created_at FROM campaigns WHERE app = $1 AND id = $2",
      [scope.tenant, .id(campaign)]
    ) { $0.instant(0) }
  }

  /// Why rules that fired did not pay, for a referral.
  /// - Throws: `DatabaseError`.
  public func refusals(
    of referral: ReferralID
  ) throws -> [(rule: RuleID, person: PersonID, reason: String, at: Instant)] {
    try scope.connection.rows(
      """
      SELECT rule, person, reason, at FROM refusals {by refusals_by_referral}
      WHERE app = $1 AND referral = $2 ORDER BY at
      """, [scope.tenant, .id(referral)]
    ) { (rule: $0.id(0), person: $0.id(1), reason: $0.text(2), at: $0.instant(3)) }
  }
}
