import BeckonDatabase
import BeckonModel

/// The app's links that belong to nobody and are not deleted: Linkrunner's campaigns. Links of
/// people would be as many as people. Every campaign of the choice is looked at for each page.
public struct CampaignLinks {
  private let scope: Scope
  private let choice: CampaignChoice

  /// Works in this scope.
  public init(_ scope: Scope, _ choice: CampaignChoice = CampaignChoice()) {
    self.scope = scope
    self.choice = choice
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
  public func page(by order: CampaignOrder, after offset: Int, limit: Int) throws -> [Link] {
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
            WHEN 'signups' THEN COUNT(people.id)
            WHEN 'conversion' THEN
              COALESCE(COUNT(people.id) * 1000000 / NULLIF(COUNT(*), 0), 0)
            ELSE COUNT(*) END AS DOUBLE PRECISION)
          FROM decisions {by decisions_by_link}
          JOIN installs ON installs.app = decisions.app AND installs.id = decisions.install
          LEFT JOIN people ON people.app = installs.app AND people.id = installs.person
            AND people.awaits_sign_up IS NULL
          WHERE decisions.app = links.app AND decisions.link = links.id
            AND decisions.at >= $15 AND decisions.at < $16
            AND ($19 = '' OR {document installs.device} ->> 'platform' = $19))
        END, id DESC
      LIMIT $21 OFFSET $22
      """, values + ranking(order) + [.integer(Int64(limit)), .integer(Int64(offset))], Links.read)
  }

  private var values: [DatabaseValue] { choice.values(in: scope) }

  /// Days count whole, as in `Performance`.
  private func ranking(_ order: CampaignOrder) -> [DatabaseValue] {
    let last = order.period.end.adding(milliseconds: -1)
    return [
      .real(order.isAscending ? 1 : -1), .text(order.measure.rawValue),
      .instant(order.period.start), .instant(order.period.end),
      .text(scope.app.day(of: order.period.start)), .text(scope.app.day(of: last)),
      .text(order.platform?.rawValue ?? ""), .text(order.currency?.code ?? ""),
    ]
  }
}
