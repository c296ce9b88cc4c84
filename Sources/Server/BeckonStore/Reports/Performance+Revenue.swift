import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The revenue of an app.
extension Performance {
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
    fileprivate init(key: String?, _ row: any Row, from column: Int) {
      self.init(
        key: key,
        money: Money(
          amount: row.integer(column + 1), currency: Currency(row.text(column)) ?? .none),
        client: row.integer(column + 3), sandbox: row.integer(column + 4),
        payments: row.integer(column + 2))
    }

    /// What counts by day.
    fileprivate init(key: String?, _ amount: DailyAmount, unit: String, detail: String) {
      let word = RevenueWord(detail)
      self.init(
        key: key, money: Money(amount: amount.total, currency: Currency(unit) ?? .none),
        client: word.isByClient ? amount.total : 0, sandbox: word.isSandbox ? amount.total : 0,
        payments: amount.count)
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

  /// Revenue of a period by campaign: the link's that led to the install, else the one to which
  /// somebody or a link has brought the person. Of neither, under no key: who came by themselves is
  /// in the default campaign, too, which did not bring them.
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

  /// Revenue of a period by day in the app's time zone.
  /// - Throws: `DatabaseError`.
  public func revenueByDay(in period: ReportPeriod) throws -> [Revenue] {
    let (counted, rest) = try parts(of: period)
    var found = try rest.flatMap(storedByDay)
    if let counted {
      found += try scope.connection.rows(
        """
        SELECT day, unit, detail, count, total FROM daily_counts
        WHERE app = \(scope.tenant) AND measure = 'revenue' AND \(counted.days.holds("day"))
        """
      ) { row in
        Revenue(
          key: row.text(0), DailyAmount(count: row.integer(3), total: row.integer(4)),
          unit: row.text(1), detail: row.text(2))
      }
      found += counted.counts.differences(in: counted.days, of: [.revenue]).map { cell, amount in
        Revenue(key: cell.day, amount, unit: cell.unit, detail: cell.detail)
      }
    }
    return Self.sum(found)
  }

  // MARK: From the rows

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
            AND (r.referrer IS NOT NULL OR {document r.evidence} ->> 'link' IS NOT NULL)
          ORDER BY CASE WHEN r.referrer IS NULL THEN 1 ELSE 0 END,
            COALESCE(r.referred_at, r.joined_at), r.id LIMIT 1)
        WHERE \(isRevenue(in: period))
        GROUP BY 1, 2, 3, 4, 5, payments.currency
        """
      ) { Revenue(key: key($0), $0, from: 5) })
  }

  private func storedByDay(in period: ReportPeriod) throws -> [Revenue] {
    // Days begin at a quarter of an hour in every time zone.
    try scope.connection.rows(
      """
      SELECT at / 900000, \(Self.sums) FROM payments {by payments_by_time}
      WHERE \(isRevenue(in: period)) GROUP BY at / 900000, currency
      """
    ) { row in
      Revenue(
        key: scope.app.day(of: Instant(milliseconds: row.integer(0) * 900_000)), row, from: 1)
    }
  }

  // MARK: Sums

  /// The sum, or the largest number there is.
  private static func added(_ sum: Int64, _ amount: Int64) -> Int64 {
    let (total, isTooLarge) = sum.addingReportingOverflow(amount)
    return isTooLarge ? (amount < 0 ? .min : .max) : total
  }

  /// Adds up what has one key and currency, and leaves out what no payment is left of.
  private static func sum(_ parts: [Revenue]) -> [Revenue] {
    struct Key: Hashable {
      let key: String?
      let currency: Currency
    }
    let groups = Dictionary(grouping: parts) { Key(key: $0.key, currency: $0.money.currency) }
    let sums = groups.map { key, parts in
      Revenue(
        key: key.key,
        money: Money(
          amount: parts.reduce(0) { Self.added($0, $1.money.amount) }, currency: key.currency),
        client: parts.reduce(0) { Self.added($0, $1.client) },
        sandbox: parts.reduce(0) { Self.added($0, $1.sandbox) },
        payments: parts.reduce(0) { $0 + $1.payments })
    }
    return sums.filter { $0.payments != 0 }.sorted { left, right in
      left.key == right.key
        ? left.money.currency.code < right.money.currency.code
        : (left.key ?? "") < (right.key ?? "")
    }
  }
}
