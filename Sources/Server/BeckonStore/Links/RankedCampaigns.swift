import BeckonModel

/// The app's campaigns in the order of what they brought. Every campaign of the choice is looked at
/// for each page, so this is for reports.
public struct RankedCampaigns {
  /// What they are ordered by.
  public enum Measure: String, CaseIterable, Sendable {
    /// Clicks.
    case clicks
    /// Installs.
    case installs
    /// Installs whose person signed up.
    case signUps = "signups"
    /// Revenue in one currency.
    case revenue
    /// Sign-ups per install.
    case conversion
    /// When the campaign was made.
    case createdAt = "created_at"
  }

  /// The order, and what of the campaigns counts for it. Of two that are equal, the newer is first.
  public struct Order: Sendable {
    /// By what.
    public var measure = Measure.installs
    /// Whether the largest is last.
    public var isAscending = false
    /// When it happened.
    public var period = ReportPeriod()
    /// On which platform; `nil` for all.
    public var platform: Platform?
    /// The currency of the revenue; `nil` where the app has but one.
    public var currency: Currency?

    /// Most installs first.
    public init() {}
  }

  private let scope: Scope
  private let choice: CampaignLinks.Choice
  private let search: CampaignSearch

  /// Works in this scope.
  public init(_ scope: Scope, _ choice: CampaignLinks.Choice, _ search: CampaignSearch) {
    self.scope = scope
    self.choice = choice
    self.search = search
  }

  /// How many.
  /// - Throws: `DatabaseError`.
  public func count() throws -> Int64 {
    try scope.connection.first(
      """
      SELECT COUNT(*) FROM links {by links_by_referrer}
      WHERE app = $1 AND deleted_at IS NULL AND referrer IS NULL
        AND ($2 <> 1 OR expires_at IS NULL OR expires_at > $3) AND ($2 <> 0 OR expires_at <= $3)
        AND ($4 = 0 OR lower({document options} -> 'utm' ->> 'source') {among $5})
        AND ($6 = 0 OR host = $7) AND ($8 = 0 OR code = $9)
        AND (code = $10 OR lower(
          COALESCE({document options} ->> 'name', '') || ' '
          || COALESCE({document options} -> 'utm' ->> 'campaign', '') || ' '
          || CASE host WHEN '' THEN $11 ELSE 'https://' || host END || '/' || code || ' '
          || COALESCE({document options} ->> 'deep_link', '')) LIKE lower($12) ESCAPE '!')
      """, values
    ) { $0.integer(0) } ?? 0
  }

  /// A page of them, after so many others.
  /// - Throws: `DatabaseError`.
  public func page(by order: Order, after offset: Int, limit: Int) throws -> [Link] {
    try scope.connection.rows(
      """
      SELECT id, app, host, code, url, campaign, referrer, options, created_at, expires_at,
        deleted_at
      FROM links {by links_by_referrer}
      WHERE app = $1 AND deleted_at IS NULL AND referrer IS NULL
        AND ($2 <> 1 OR expires_at IS NULL OR expires_at > $3) AND ($2 <> 0 OR expires_at <= $3)
        AND ($4 = 0 OR lower({document options} -> 'utm' ->> 'source') {among $5})
        AND ($6 = 0 OR host = $7) AND ($8 = 0 OR code = $9)
        AND (code = $10 OR lower(
          COALESCE({document options} ->> 'name', '') || ' '
          || COALESCE({document options} -> 'utm' ->> 'campaign', '') || ' '
          || CASE host WHEN '' THEN $11 ELSE 'https://' || host END || '/' || code || ' '
          || COALESCE({document options} ->> 'deep_link', '')) LIKE lower($12) ESCAPE '!')
      ORDER BY $13 * CASE $14
        WHEN 'created_at' THEN CAST(created_at AS DOUBLE PRECISION)
        WHEN 'clicks' THEN (
          SELECT CAST(COALESCE(SUM(link_days.count), 0) AS DOUBLE PRECISION) FROM link_days
          WHERE link_days.app = links.app AND link_days.link = links.id
            AND link_days.kind = 'click' AND link_days.day >= $17 AND link_days.day <= $18
            AND ($19 = '' OR link_days.platform = $19))
        WHEN 'revenue' THEN (
          SELECT CAST(COALESCE(SUM(payments.revenue), 0) AS DOUBLE PRECISION)
          FROM decisions {by decisions_by_link}
          JOIN payments {by payments_by_install}
            ON payments.app = decisions.app AND payments.install = decisions.install
          JOIN installs ON installs.app = decisions.app AND installs.id = decisions.install
          WHERE decisions.app = links.app AND decisions.link = links.id
            AND payments.at >= $15 AND payments.at < $16 AND payments.removed_at IS NULL
            AND ($20 = '' OR payments.currency = $20)
            AND ($19 = '' OR {document installs.device} ->> 'platform' = $19))
        ELSE (
          SELECT CAST(CASE $14
            WHEN 'signups' THEN COUNT(installs.person)
            WHEN 'conversion' THEN
              COALESCE(COUNT(installs.person) * 1000000 / NULLIF(COUNT(*), 0), 0)
            ELSE COUNT(*) END AS DOUBLE PRECISION)
          FROM decisions {by decisions_by_link}
          JOIN installs ON installs.app = decisions.app AND installs.id = decisions.install
          WHERE decisions.app = links.app AND decisions.link = links.id
            AND decisions.at >= $15 AND decisions.at < $16
            AND ($19 = '' OR {document installs.device} ->> 'platform' = $19))
        END, id DESC
      LIMIT $21 OFFSET $22
      """, values + ranking(order) + [.integer(Int64(limit)), .integer(Int64(offset))], Links.read)
  }

  private var values: [DatabaseValue] {
    choice.values(in: scope) + [
      .text(search.code), .text(search.publicURL), .text(search.pattern),
    ]
  }

  /// Days count whole, as in `Performance`.
  private func ranking(_ order: Order) -> [DatabaseValue] {
    let last = order.period.end.adding(milliseconds: -1)
    return [
      .real(order.isAscending ? 1 : -1), .text(order.measure.rawValue),
      .instant(order.period.start), .instant(order.period.end),
      .text(scope.app.day(of: order.period.start)), .text(scope.app.day(of: last)),
      .text(order.platform?.rawValue ?? ""), .text(order.currency?.code ?? ""),
    ]
  }
}
