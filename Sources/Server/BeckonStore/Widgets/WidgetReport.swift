import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What visitors did with a widget in some days, and what they bought.
public struct WidgetReport {
  private let scope: Scope
  private let widget: WidgetID
  private let first: String
  private let last: String

  /// What a row is of.
  public enum Grouping: String, CaseIterable, Sendable {
    /// A day in the app's time zone.
    case day
    /// A product on which somebody clicked.
    case product
    /// A category of such products; who lies in several counts in each.
    case category
    /// Their brand.
    case brand
    /// A banner, by its title.
    case banner
    /// An order that followed a click.
    case order

    /// The groupings by which sums are stored.
    enum Stored: String, CaseIterable {
      case day, product, category, brand, banner
    }
  }

  /// Figures of some rows.
  public struct Figures: Hashable, Sendable {
    /// How often the widget was in an answer.
    public var impressions: Int64 = 0
    /// How often it was seen.
    public var views: Int64 = 0
    /// How often something of it was chosen.
    public var clicks: Int64 = 0
    /// Orders of which the last click before was on it.
    public var conversions: Int64 = 0
    /// What those came to, by currency, in its smallest unit.
    public var revenue: [TextKey: Int64] = [:]
    /// What of that only clients claim.
    public var claimed: [TextKey: Int64] = [:]

    /// Nothing.
    public init() {}
  }

  /// Reports on a widget.
  /// - Parameter period: of which all days are told that it touches.
  public init(_ scope: Scope, _ widget: WidgetID, in period: ReportPeriod) {
    self.scope = scope
    self.widget = widget
    first = scope.app.day(of: period.start)
    last = scope.app.day(of: period.end.adding(milliseconds: -1))
  }

  /// The days that are told of: the start of the first, and the end of the last.
  public var period: ReportPeriod {
    let end = scope.app.days.start(of: last).map { scope.app.days.nextDay(after: $0) }
    return ReportPeriod(start: scope.app.days.start(of: first), end: end)
  }

  /// Up to when all is counted.
  /// - Throws: `DatabaseError`.
  public func until() throws -> Instant {
    try WidgetRollUp.waitingSince(scope) ?? scope.now
  }

  private var days: SQL {
    """
    app = \(scope.tenant) AND widget = \(.id(widget))
      AND day >= \(.text(first)) AND day <= \(.text(last))
    """
  }

  private static let sums: SQL = """
    currency, CAST(SUM(impressions) AS BIGINT), CAST(SUM(views) AS BIGINT),
    CAST(SUM(clicks) AS BIGINT), CAST(SUM(conversions) AS BIGINT), CAST(SUM(amount) AS BIGINT),
    CAST(SUM(claimed) AS BIGINT)
    """

  /// Figures by what visitors see of it, by its word.
  /// - Throws: `DatabaseError`.
  public func arms() throws -> [TextKey: Figures] {
    try figures(by: "arm", of: .day)
  }

  /// Figures by name. Names are of the catalogue, or bounded, so there are not too many.
  /// - Throws: `DatabaseError`.
  public func rows(by grouping: Grouping) throws -> [(key: ReportKey, figures: Figures)] {
    guard let stored = Grouping.Stored(word: grouping.rawValue) else { return [] }
    let all = try figures(by: stored == .day ? "day" : "name", of: stored)
      .map {
        (key: $0.key.text.isEmpty ? ReportKey.one(nil) : .one($0.key.text), figures: $0.value)
      }
    let (largest, others) = all.largest(WidgetLimits.reportRows) {
      ($0.figures.clicks, $0.figures.impressions) > ($1.figures.clicks, $1.figures.impressions)
    }
    let rows = largest.sorted { ReportKey.isBefore($0.key, $1.key) }
    guard !others.isEmpty else { return rows }
    var rest = Figures()
    for other in others { rest.add(other.figures) }
    return rows + [(key: .others(Int64(others.count)), figures: rest)]
  }

  private func figures(
    by column: SQL, of dimension: Grouping.Stored
  ) throws -> [TextKey: Figures] {
    var figures: [TextKey: Figures] = [:]
    let sums = try scope.connection.rows(
      """
      SELECT \(column), \(Self.sums) FROM widget_sums
      WHERE \(days) AND dimension = \(.text(dimension.rawValue))
      GROUP BY \(column), currency ORDER BY \(column), currency
      """
    ) { row in (name: row.text(0), figures: Figures(row)) }
    for sum in sums { figures[TextKey(sum.name), default: Figures()].add(sum.figures) }
    return figures
  }

  /// What visitors bought who met the widget in these days, by what they see of it.
  /// - Throws: `DatabaseError`.
  public func cohorts() throws -> [TextKey: WidgetCohort] {
    var cohorts: [TextKey: WidgetCohort] = [:]
    let sums = try scope.connection.rows(
      """
      SELECT arm, currency, CAST(SUM(visitors) AS BIGINT), CAST(SUM(buyers) AS BIGINT),
        CAST(SUM(amount) AS BIGINT), SUM(squares)
      FROM widget_cohorts WHERE \(days) GROUP BY arm, currency ORDER BY arm, currency
      """
    ) { row in
      (
        arm: row.text(0), currency: row.text(1), visitors: row.integer(2),
        buyers: row.integer(3),
        spent: WidgetCohort.Spending(amount: row.integer(4), squares: row.real(5))
      )
    }
    for sum in sums {
      var cohort = cohorts[sum.arm] ?? WidgetCohort()
      cohort.visitors += sum.visitors
      cohort.buyers += sum.buyers
      if !sum.currency.isEmpty { cohort.spending[TextKey(sum.currency)] = sum.spent }
      cohorts[TextKey(sum.arm)] = cohort
    }
    return cohorts
  }

  /// The latest orders that followed a click, newest first.
  /// - Throws: `DatabaseError`.
  public func orders() throws -> [CountedOrder] {
    let period = period
    return try scope.connection.rows(
      """
      SELECT s.payment, o.at, o.arm, o.product, o.banner, o.amount, o.currency,
        o.is_claimed, o.refunds
      FROM widget_orders AS o {by widget_orders_by_widget}
      LEFT JOIN shop_purchases AS s ON s.app = o.app AND s.id = o.purchase
      WHERE o.app = \(scope.tenant) AND o.widget = \(.id(widget)) AND o.is_clicked = 1
        AND o.at >= \(.instant(period.start)) AND o.at < \(.instant(period.end))
      ORDER BY o.at DESC, o.purchase DESC LIMIT \(.integer(WidgetLimits.reportRows))
      """
    ) { row in
      CountedOrder(
        payment: row.optionalText(0), at: row.instant(1), arm: row.text(2),
        product: row.optionalText(3), banner: row.optionalText(4),
        money: Money(
          amount: row.integer(5) - WidgetRefund.sum(try row.optionalJSON(8)),
          currency: Currency(row.text(6)) ?? .none), trust: row.bool(7) ? .client : .server)
    }
  }
}

/// An order that followed a click on a widget.
public struct CountedOrder: Hashable, Sendable {
  /// The order's id; `nil` when it is no more known.
  public let payment: String?
  /// When it was ordered.
  public let at: Instant
  /// What the visitor sees of the widget.
  public let arm: String
  /// The product on which they had clicked.
  public let product: String?
  /// The banner on which they had clicked.
  public let banner: String?
  /// What it came to, without what was given back.
  public let money: Money
  /// Who has told it.
  public let trust: Trust
}

extension WidgetReport.Figures {
  /// Reads `WidgetReport.sums` behind a first column.
  fileprivate init(_ row: any Row) {
    (impressions, views, clicks) = (row.integer(2), row.integer(3), row.integer(4))
    conversions = row.integer(5)
    let currency = row.text(1)
    guard !currency.isEmpty else { return }
    revenue = [TextKey(currency): row.integer(6)]
    claimed = [TextKey(currency): row.integer(7)]
  }

  mutating func add(_ other: Self) {
    impressions += other.impressions
    views += other.views
    clicks += other.clicks
    conversions += other.conversions
    for (currency, amount) in other.revenue { revenue[currency, default: 0] += amount }
    for (currency, amount) in other.claimed { claimed[currency, default: 0] += amount }
  }
}
