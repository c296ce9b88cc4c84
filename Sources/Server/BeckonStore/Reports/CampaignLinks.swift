import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The app's links that belong to nobody and are not deleted, which vendors call campaigns. Links
/// of people would be as many as people. Every campaign of the choice is looked at for each page.
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
      "SELECT COUNT(*) FROM links {by links_by_referrer} WHERE \(choice.condition(in: scope))"
    ) { $0.integer(0) } ?? 0
  }

  /// A page of them, after so many others.
  /// - Throws: `DatabaseError`.
  public func page(by order: CampaignOrder, after offset: Int, limit: Int) throws -> [Link] {
    try scope.connection.rows(
      """
      SELECT \(Links.columns) FROM links {by links_by_referrer}
      WHERE \(choice.condition(in: scope))
      ORDER BY \(measure(of: order)) \(order.isAscending ? "ASC" : "DESC"), id DESC
      LIMIT \(.integer(limit)) OFFSET \(.integer(offset))
      """, Links.read)
  }

  /// What a row of `links` is ordered by.
  private func measure(of order: CampaignOrder) -> SQL {
    switch order.measure {
    case .createdAt: "created_at"
    case .clicks: clicks(order)
    case .revenue: revenue(order)
    case .installs: installs(order, counted: "COUNT(*)")
    case .signUps: installs(order, counted: Performance.signUps)
    case .conversion:
      installs(
        order, counted: "COALESCE(\(Performance.signUps) * 1000000 / NULLIF(COUNT(*), 0), 0)")
    }
  }

  /// Days count whole, as in `Performance`.
  private func clicks(_ order: CampaignOrder) -> SQL {
    let first = scope.app.day(of: order.period.start)
    let last = scope.app.day(of: order.period.end.adding(milliseconds: -1))
    return """
      (SELECT COALESCE(SUM(link_days.count), 0) FROM link_days
      WHERE link_days.app = links.app AND link_days.link = links.id AND link_days.kind = 'click'
        AND link_days.day >= \(.text(first)) AND link_days.day <= \(.text(last))
        \(and: [order.platform.map { "link_days.platform = \(.text($0.rawValue))" }]))
      """
  }

  private func revenue(_ order: CampaignOrder) -> SQL {
    """
    (SELECT COALESCE(SUM(payments.revenue), 0) FROM decisions {by decisions_by_link}
    JOIN payments {by payments_by_install}
      ON payments.app = decisions.app AND payments.install = decisions.install
    JOIN installs ON installs.app = decisions.app AND installs.id = decisions.install
    WHERE decisions.app = links.app AND decisions.link = links.id
      AND \(order.period.holds("payments.at")) AND payments.removed_at IS NULL
      \(and: [
        order.currency.map { "payments.currency = \(.text($0.code))" },
        order.platform.map(Performance.isInstalled),
      ]))
    """
  }

  private func installs(_ order: CampaignOrder, counted: SQL) -> SQL {
    """
    (SELECT \(counted) FROM decisions {by decisions_by_link} \(Installs.ofDecisions)
    WHERE decisions.app = links.app AND decisions.link = links.id
      AND \(order.period.holds("decisions.at"))
      \(and: [order.platform.map(Performance.isInstalled)]))
    """
  }
}
