import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What links brought: clicks, installs, sign-ups, and the revenue of those installs.
public struct Performance {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// What one link brought.
  public struct Figures: Sendable {
    /// Clicks; robots and previews are none.
    public let clicks: Int64
    /// Installs whose decision names the link.
    public let installs: Int64
    /// People who signed up on them.
    public let signUps: Int64
    /// What they paid, by currency.
    public let revenue: [Money]
  }

  /// The figures of a link, on one platform or all. Clicks are counted by day, so a period's days
  /// count whole.
  /// - Throws: `DatabaseError`.
  public func figures(
    of link: LinkID, in period: ReportPeriod, on platform: Platform? = nil
  ) throws -> Figures {
    let installs = try installs(of: link, in: period, on: platform)
    let revenue = try scope.connection.rows(
      """
      SELECT payments.currency, CAST(SUM(payments.revenue) AS BIGINT)
      FROM decisions {by decisions_by_link}
      JOIN payments ON payments.app = decisions.app AND payments.install = decisions.install
      \(Self.installsOfDecisions)
      WHERE decisions.app = \(scope.tenant) AND decisions.link = \(.id(link))
        AND \(period.holds("payments.at")) AND payments.removed_at IS NULL
        \(and: [platform.map(Self.isInstalled)])
      GROUP BY payments.currency ORDER BY payments.currency
      """
    ) { Money(amount: $0.integer(1), currency: Currency($0.text(0)) ?? .none) }
    return Figures(
      clicks: try clicks(of: link, in: period, on: platform), installs: installs.all,
      signUps: installs.signedUp, revenue: revenue)
  }

  /// How many installs a link led to, and how many people signed up on them.
  /// - Throws: `DatabaseError`.
  public func installs(
    of link: LinkID, in period: ReportPeriod, on platform: Platform? = nil
  ) throws -> (all: Int64, signedUp: Int64) {
    try scope.connection.first(
      """
      SELECT COUNT(*), \(Self.signUps) FROM decisions {by decisions_by_link}
      \(Self.installsOfDecisions)
      WHERE decisions.app = \(scope.tenant) AND decisions.link = \(.id(link))
        AND \(period.holds("decisions.at")) \(and: [platform.map(Self.isInstalled)])
      """
    ) { (all: $0.integer(0), signedUp: $0.integer(1)) } ?? (0, 0)
  }

  /// The installs of `decisions`.
  static let installsOfDecisions: SQL = """
    JOIN installs ON installs.app = decisions.app AND installs.id = decisions.install
    """

  /// How many people signed up on them. A sign-up stays, whoever uses the install later.
  static let signUps: SQL = """
    CAST(COALESCE(SUM((
      SELECT COUNT(*) FROM install_people
      WHERE install_people.app = decisions.app AND install_people.install = decisions.install
        AND install_people.signed_up_at IS NOT NULL)), 0) AS BIGINT)
    """

  /// Whether a row of `installs` is on a platform.
  static func isInstalled(on platform: Platform) -> SQL {
    "{document installs.device} ->> 'platform' = \(.text(platform.rawValue))"
  }

  private func clicks(
    of link: LinkID, in period: ReportPeriod, on platform: Platform?
  ) throws -> Int64 {
    let last = period.end.adding(milliseconds: -1)
    let counted = try scope.connection.first(
      """
      SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) FROM link_days
      WHERE app = \(scope.tenant) AND link = \(.id(link)) AND kind = 'click'
        AND day >= \(.text(scope.app.day(of: period.start)))
        AND day <= \(.text(scope.app.day(of: last)))
        \(and: [platform.map { "platform = \(.text($0.rawValue))" }])
      """
    ) { $0.integer(0) }
    return counted ?? 0
  }

  /// Revenue of one key of a report.
  public struct Revenue: Sendable {
    /// A link's or campaign's id, or a day; `nil` where nothing led to the install, or it is not
    /// known.
    public let key: String?
    /// How much, and of what.
    public let money: Money
    /// What of it only clients have told: anyone's word.
    public let client: Int64
    /// What of it was bought in a store's sandbox, where nobody pays.
    public let sandbox: Int64
    /// Number of payments.
    public let payments: Int64

    /// What of it a store or the app's own server has told.
    public var trusted: Int64 { money.amount &- client &- sandbox }

    init(key: String?, money: Money, client: Int64, sandbox: Int64, payments: Int64) {
      self.key = key
      self.money = money
      self.client = client
      self.sandbox = sandbox
      self.payments = payments
    }

    /// A row of amount, currency, payments, the clients' and the sandbox's part, from a column on.
    init(key: String?, _ row: any Row, from column: Int) {
      self.init(
        key: key,
        money: Money(
          amount: row.integer(column + 1), currency: Currency(row.text(column)) ?? .none),
        client: row.integer(column + 3), sandbox: row.integer(column + 4),
        payments: row.integer(column + 2))
    }
  }

  /// Revenue of a period by link: the one that led to the install on which it was paid, else the
  /// one by which the person was referred.
  /// - Throws: `DatabaseError`.
  public func revenueByLink(in period: ReportPeriod) throws -> [Revenue] {
    try revenue(in: period) { row in
      row.optionalID(0, LinkID.self)?.text ?? row.optionalText(4)
    }
  }

  /// Revenue of a period by campaign: the link's that led to the install, else the one in which the
  /// person is. Of neither, under no key.
  /// - Throws: `DatabaseError`.
  public func revenueByCampaign(in period: ReportPeriod) throws -> [Revenue] {
    try revenue(in: period) { row in
      (row.optionalID(1, CampaignID.self) ?? row.optionalID(2))?.text
    }
  }

  /// Revenue of a period by who referred the person who paid.
  /// - Throws: `DatabaseError`.
  public func revenueByReferrer(in period: ReportPeriod) throws -> [Revenue] {
    try revenue(in: period) { $0.optionalID(3, PersonID.self)?.text }
  }

  /// What `Revenue` reads, of the payments of one key and currency.
  private static let sums: SQL = """
    payments.currency, CAST(SUM(payments.revenue) AS BIGINT), COUNT(*),
    CAST(SUM(CASE WHEN payments.trust = 'client' THEN payments.revenue ELSE 0 END) AS BIGINT),
    CAST(SUM(CASE WHEN payments.source IN ('app_store_sandbox', 'google_play_test')
      THEN payments.revenue ELSE 0 END) AS BIGINT)
    """

  private func isRevenue(in period: ReportPeriod) -> SQL {
    """
    payments.app = \(scope.tenant) AND \(period.holds("payments.at"))
      AND payments.removed_at IS NULL AND payments.revenue <> 0
    """
  }

  /// Revenue by what led to it. A person who is in several campaigns was brought to the one in
  /// which they were referred first, so that each payment counts once.
  private func revenue(
    in period: ReportPeriod, by key: (any Row) -> String?
  ) throws -> [Revenue] {
    Self.sum(
      try scope.connection.rows(
        """
        SELECT decisions.link, links.campaign, brought.campaign, brought.referrer,
          {document brought.evidence} ->> 'link', \(Self.sums)
        FROM payments {by payments_by_time}
        LEFT JOIN decisions
          ON decisions.app = payments.app AND decisions.install = payments.install
        LEFT JOIN links ON links.app = decisions.app AND links.id = decisions.link
        LEFT JOIN referrals AS brought ON brought.app = payments.app AND brought.id = (
          SELECT r.id FROM referrals AS r
          WHERE r.app = payments.app AND r.person = payments.person AND r.state <> 'superseded'
          ORDER BY CASE WHEN r.referrer IS NULL THEN 1 ELSE 0 END,
            COALESCE(r.referred_at, r.joined_at), r.id LIMIT 1)
        WHERE \(isRevenue(in: period))
        GROUP BY 1, 2, 3, 4, 5, payments.currency
        """
      ) { Revenue(key: key($0), $0, from: 5) })
  }

  /// Revenue of a period by day in the app's time zone.
  /// - Throws: `DatabaseError`.
  public func revenueByDay(in period: ReportPeriod) throws -> [Revenue] {
    // Days begin at a quarter of an hour in every time zone.
    try Self.sum(
      scope.connection.rows(
        """
        SELECT at / 900000, \(Self.sums) FROM payments {by payments_by_time}
        WHERE \(isRevenue(in: period)) GROUP BY at / 900000, currency
        """
      ) { row in
        Revenue(
          key: scope.app.day(of: Instant(milliseconds: row.integer(0) * 900_000)), row, from: 1)
      })
  }

  /// The sum, or the largest number there is.
  private static func added(_ sum: Int64, _ amount: Int64) -> Int64 {
    let (total, isTooLarge) = sum.addingReportingOverflow(amount)
    return isTooLarge ? (amount < 0 ? .min : .max) : total
  }

  /// Adds up what has one key and currency.
  private static func sum(_ parts: [Revenue]) -> [Revenue] {
    struct Key: Hashable {
      let key: String?
      let currency: Currency
    }
    let groups = Dictionary(grouping: parts) { Key(key: $0.key, currency: $0.money.currency) }
    return groups.map { key, parts in
      Revenue(
        key: key.key,
        money: Money(
          amount: parts.reduce(0) { Self.added($0, $1.money.amount) }, currency: key.currency),
        client: parts.reduce(0) { Self.added($0, $1.client) },
        sandbox: parts.reduce(0) { Self.added($0, $1.sandbox) },
        payments: parts.reduce(0) { $0 + $1.payments })
    }
    .sorted { left, right in
      left.key == right.key
        ? left.money.currency.code < right.money.currency.code
        : (left.key ?? "") < (right.key ?? "")
    }
  }
}
