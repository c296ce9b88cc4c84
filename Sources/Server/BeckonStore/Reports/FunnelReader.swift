import BeckonDatabase
import BeckonModel

/// Counts a funnel's steps from their rows.
struct FunnelReader {
  private let scope: Scope
  private let choice: FunnelReport.Choice

  init(_ scope: Scope, _ choice: FunnelReport.Choice) {
    self.scope = scope
    self.choice = choice
  }

  /// A step that is only counted.
  enum Step { case clicks, installs, signUps, conversions }

  /// How many there are of a step, by key. Of days there are parts, which begin with a quarter of
  /// an hour: in every time zone, days do.
  /// - Throws: `DatabaseError`.
  func count(_ step: Step) throws -> [(key: String?, count: Int64)] {
    let source =
      switch step {
      case .clicks: clicks
      case .installs: installs
      case .signUps: signUps
      case .conversions: conversions
      }
    return try rows(of: source, "COUNT(*)", by: nil) { $0.integer(1) }
  }

  /// What was earned, by key and unit.
  /// - Throws: `DatabaseError`.
  func rewards() throws -> [(key: String?, rewards: FunnelReport.Rewards)] {
    try rows(
      of: transfers,
      """
      COUNT(CASE WHEN transfers.kind = 'reward' AND transfers.state = 'posted' THEN 1 END),
      CAST(SUM(CASE WHEN transfers.kind = 'reward' AND transfers.state = 'posted'
        THEN transfers.amount ELSE 0 END) AS BIGINT),
      CAST(SUM(CASE WHEN transfers.kind = 'reward'
          AND transfers.state IN ('pending', 'in_review')
        THEN transfers.amount ELSE 0 END) AS BIGINT),
      CAST(SUM(CASE WHEN transfers.kind = 'clawback'
        THEN transfers.amount ELSE 0 END) AS BIGINT), transfers.unit
      """, by: "transfers.unit"
    ) { row in
      FunnelReport.Rewards(
        unit: row.text(5), count: row.integer(1), posted: row.integer(2), held: row.integer(3),
        takenBack: row.integer(4))
    }
  }

  /// What was brought, by key and currency.
  /// - Throws: `DatabaseError`.
  func revenue() throws -> [(key: String?, revenue: FunnelReport.Revenue)] {
    try rows(
      of: payments, "COUNT(*), CAST(SUM(payments.revenue) AS BIGINT), payments.currency",
      by: "payments.currency"
    ) { row in
      FunnelReport.Revenue(
        money: Money(amount: row.integer(2), currency: Currency(row.text(3)) ?? .none),
        payments: row.integer(1))
    }
  }

  // MARK: Where the rows are

  /// The rows of a step: where they stand, and what tells their time, link, campaign and platform.
  private struct Source {
    let table: SQL
    let condition: SQL
    let time: SQL
    var link: SQL = "links.id"
    var campaign: SQL = "links.campaign"
    var platform: SQL = Source.ofInstall

    static let ofInstall: SQL = "{document installs.device} ->> 'platform'"
  }

  private func rows<Value>(
    of source: Source, _ columns: SQL, by group: SQL?, _ read: (any Row) throws -> Value
  ) throws -> [(key: String?, Value)] {
    let key: SQL =
      switch choice.grouping {
      case .day: "\(source.time) / 900000"
      case .campaign: source.campaign
      case .link: source.link
      case .platform: source.platform
      }
    let filters: [SQL?] = [
      choice.campaign.map { "\(source.campaign) = \(.id($0))" },
      choice.link.map { "\(source.link) = \(.id($0))" },
      choice.platform.map { "\(source.platform) = \(.text($0.rawValue))" },
    ]
    let groups: SQL = group.map { "\(key), \($0)" } ?? key
    return try scope.connection.rows(
      """
      SELECT \(key), \(columns) FROM \(source.table)
      WHERE \(source.condition)\(and: filters) GROUP BY \(groups)
      """
    ) { row in (key: self.key(of: row), try read(row)) }
  }

  private func key(of row: any Row) -> String? {
    switch choice.grouping {
    case .day: scope.app.day(of: Instant(milliseconds: row.integer(0) * 900_000))
    case .campaign: row.optionalID(0, CampaignID.self)?.text
    case .link: row.optionalID(0, LinkID.self)?.text
    case .platform: row.optionalText(0)
    }
  }

  /// Whether a time lies in the period, and an id was made in it.
  private func holds(_ column: SQL) -> SQL { choice.period.holds(column) }

  private func holdsID(_ column: SQL) -> SQL {
    let start = Identifier.earliest(at: choice.period.start)
    let end = Identifier.earliest(at: choice.period.end)
    return "\(column) >= \(.identifier(start)) AND \(column) < \(.identifier(end))"
  }

  private var clicks: Source {
    let index: SQL = choice.link == nil ? "{by clicks_by_id}" : "{by clicks_by_link}"
    return Source(
      table: """
        clicks \(index) LEFT JOIN links ON links.app = clicks.app AND links.id = clicks.link
        """,
      condition: """
        clicks.app = \(scope.tenant) AND clicks.kind = 'click'
          AND \(holdsID("clicks.id")) AND \(holds("clicks.at"))
        """, time: "clicks.at", link: "clicks.link", platform: "clicks.platform")
  }

  private var installs: Source {
    Source(
      table: """
        installs
        LEFT JOIN decisions ON decisions.app = installs.app AND decisions.install = installs.id
        LEFT JOIN links ON links.app = decisions.app AND links.id = decisions.link
        """,
      condition: "installs.app = \(scope.tenant) AND \(holdsID("installs.id"))",
      time: "installs.created_at")
  }

  private var signUps: Source {
    let time: SQL = "COALESCE(people.signed_up_at, people.created_at)"
    return Source(
      table: "people {by people_by_sign_up} \(Self.origin(of: "people.id", in: "people.app"))",
      condition: """
        people.app = \(scope.tenant) AND people.awaits_sign_up IS NULL
          AND people.merged_into IS NULL AND \(holds(time))
        """, time: time)
  }

  private var conversions: Source {
    Source(
      table: """
        conversions {by conversions_by_time}
        LEFT JOIN referrals
          ON referrals.app = conversions.app AND referrals.id = conversions.referral
        LEFT JOIN campaigns
          ON campaigns.app = referrals.app AND campaigns.id = referrals.campaign
        \(Self.origin(of: "referrals.person", in: "conversions.app"))
        """,
      condition: """
        conversions.app = \(scope.tenant) AND \(holds("conversions.at"))
          AND conversions.step = campaigns.goal AND referrals.state = 'confirmed'
        """, time: "conversions.at", campaign: "referrals.campaign")
  }

  private var transfers: Source {
    Source(
      table: """
        transfers {by transfers_by_time}
        LEFT JOIN referrals
          ON referrals.app = transfers.app AND referrals.id = transfers.referral
        \(Self.origin(of: "referrals.person", in: "transfers.app"))
        """,
      condition: """
        transfers.app = \(scope.tenant) AND \(holds("transfers.created_at"))
          AND transfers.kind IN ('reward', 'clawback') AND transfers.state <> 'voided'
        """, time: "transfers.created_at", campaign: "transfers.campaign")
  }

  private var payments: Source {
    Source(
      table: """
        payments {by payments_by_time}
        LEFT JOIN decisions
          ON decisions.app = payments.app AND decisions.install = payments.install
        LEFT JOIN links ON links.app = decisions.app AND links.id = decisions.link
        LEFT JOIN installs
          ON installs.app = payments.app AND installs.id = payments.install
        """,
      condition: """
        payments.app = \(scope.tenant) AND \(holds("payments.at"))
          AND payments.removed_at IS NULL AND payments.revenue <> 0
        """, time: "payments.at")
  }

  /// The link and the install that brought a person.
  private static func origin(of person: SQL, in app: SQL) -> SQL {
    """
    LEFT JOIN installs ON installs.app = \(app) AND installs.id = (
      SELECT used.install FROM install_people AS used {by install_people_by_person}
      WHERE used.app = \(app) AND used.person = \(person) ORDER BY used.install LIMIT 1)
    LEFT JOIN decisions ON decisions.app = installs.app AND decisions.install = installs.id
    LEFT JOIN links ON links.app = \(app) AND links.id = COALESCE(decisions.link, (
      SELECT above.link FROM referrals AS below {by referrals_by_person}
      JOIN referrals AS above ON above.app = below.app AND above.person = below.referrer
        AND above.campaign = below.campaign
      WHERE below.app = \(app) AND below.person = \(person)
      ORDER BY below.joined_at, below.id LIMIT 1))
    """
  }
}
