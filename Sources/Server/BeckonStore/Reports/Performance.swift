import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What links brought: clicks, installs, sign-ups, and the revenue of those installs. Whole days
/// are read from the counts by day, what is left of a period from the rows themselves.
public struct Performance {
  let scope: Scope
  private let daily: Daily

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
    daily = Daily(scope)
  }

  /// What it needs to know of the counts by day is asked once, however many links there are.
  private final class Daily {
    static let measures: Set<DailyMeasure> = [.install, .signedUpInstall, .revenue, .freePayment]

    private let scope: Scope
    private var known: DailyCounts??

    init(_ scope: Scope) {
      self.scope = scope
    }

    func counts() throws -> DailyCounts? {
      if let known { return known }
      let counts = try DailyCounts(scope, of: Self.measures)
      // Figures say nothing of when they are from, so they must be of this moment.
      let current = counts?.until == nil ? counts : nil
      known = .some(current)
      return current
    }
  }

  /// The days of a period that are counted, with the counts, and what is to be read from the rows.
  func parts(
    of period: ReportPeriod
  ) throws -> (counted: (days: CountedDays, counts: DailyCounts)?, rest: [ReportPeriod]) {
    let (days, rest) = period.split(scope.app.days)
    guard let days, let counts = try daily.counts() else { return (nil, [period]) }
    return ((days, counts), rest)
  }

  // MARK: Of a link

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
    return Figures(
      clicks: try clicks(of: link, in: period, on: platform), installs: installs.all,
      signUps: installs.signedUp, revenue: try revenue(of: link, in: period, on: platform))
  }

  /// How many installs a link led to, and how many people signed up on them.
  /// - Throws: `DatabaseError`.
  public func installs(
    of link: LinkID, in period: ReportPeriod, on platform: Platform? = nil
  ) throws -> (all: Int64, signedUp: Int64) {
    let (counted, rest) = try parts(of: period)
    var (all, signedUp): (Int64, Int64) = (0, 0)
    for period in rest {
      let found = try storedInstalls(of: link, in: period, on: platform)
      (all, signedUp) = (all + found.all, signedUp + found.signedUp)
    }
    if let counted {
      let cells = try cells(
        of: [.install, .signedUpInstall], counted.counts, link, in: counted.days, on: platform)
      for (cell, amount) in cells {
        if cell.measure == .install { all += amount.count } else { signedUp += amount.count }
      }
    }
    return (all, signedUp)
  }

  private func storedInstalls(
    of link: LinkID, in period: ReportPeriod, on platform: Platform?
  ) throws -> (all: Int64, signedUp: Int64) {
    try scope.connection.first(
      """
      SELECT COUNT(*), \(Self.signUps) FROM decisions {by decisions_by_link}
      \(Installs.ofDecisions)
      WHERE decisions.app = \(scope.tenant) AND decisions.link = \(.id(link))
        AND \(period.holds("decisions.at")) \(and: [platform.map(Self.isInstalled)])
      """
    ) { (all: $0.integer(0), signedUp: $0.integer(1)) } ?? (0, 0)
  }

  /// How many people signed up on the installs of `decisions`.
  static let signUps: SQL = "CAST(COALESCE(SUM(\(Installs.signUpsOfDecision)), 0) AS BIGINT)"

  private func revenue(
    of link: LinkID, in period: ReportPeriod, on platform: Platform?
  ) throws -> [Money] {
    let (counted, rest) = try parts(of: period)
    var sums: [TextKey: DailyAmount] = [:]
    for period in rest {
      for (currency, amount) in try storedRevenue(of: link, in: period, on: platform) {
        sums[currency] = sums[currency, default: .nothing] + amount
      }
    }
    if let counted {
      let cells = try cells(
        of: [.revenue, .freePayment], counted.counts, link, in: counted.days, on: platform)
      for (cell, amount) in cells {
        sums[TextKey(cell.unit)] = sums[TextKey(cell.unit), default: .nothing] + amount
      }
    }
    return sums.sorted { $0.key < $1.key }.filter { $0.value.count != 0 }.map {
      Money(amount: $0.value.total, currency: Currency($0.key.text) ?? .none)
    }
  }

  private func storedRevenue(
    of link: LinkID, in period: ReportPeriod, on platform: Platform?
  ) throws -> [(currency: TextKey, amount: DailyAmount)] {
    try scope.connection.rows(
      """
      SELECT payments.currency, COUNT(*), CAST(SUM(payments.revenue) AS BIGINT)
      FROM decisions {by decisions_by_link}
      JOIN payments ON payments.app = decisions.app AND payments.install = decisions.install
      JOIN installs ON installs.app = decisions.app AND installs.id = decisions.install
      WHERE decisions.app = \(scope.tenant) AND decisions.link = \(.id(link))
        AND \(period.holds("payments.at")) AND payments.removed_at IS NULL
        \(and: [platform.map(Self.isInstalled)])
      GROUP BY payments.currency
      """
    ) { (TextKey($0.text(0)), DailyAmount(count: $0.integer(1), total: $0.integer(2))) }
  }

  /// What is counted of a link, and what is to be added to it; days are not told apart.
  private func cells(
    of measures: [DailyMeasure], _ counts: DailyCounts, _ link: LinkID,
    in days: CountedDays, on platform: Platform?
  ) throws -> [(cell: DailyCell, amount: DailyAmount)] {
    let names = JSON.array(measures.map { .string($0.rawValue) })
    let counted = try scope.connection.rows(
      """
      SELECT measure, unit, CAST(SUM(count) AS BIGINT), CAST(SUM(total) AS BIGINT)
      FROM daily_counts {by daily_counts_by_link}
      WHERE app = \(scope.tenant) AND link = \(.id(link)) AND measure {among \(.json(names))}
        AND \(days.holds("day")) \(and: [platform.map { "platform = \(.text($0.rawValue))" }])
      GROUP BY measure, unit
      """
    ) { row in
      var cell = DailyCell("", try row.choice(0))
      cell.unit = row.text(1)
      return (cell: cell, amount: DailyAmount(count: row.integer(2), total: row.integer(3)))
    }
    let added = counts.differences(in: days, of: Set(measures)).filter { cell, _ in
      cell.link == link.identifier && (platform == nil || cell.platform == platform?.rawValue)
    }
    return counted + added
  }

  /// Whether a row of `installs` is on a platform.
  static func isInstalled(on platform: Platform) -> SQL {
    "{document installs.device} ->> 'platform' = \(.text(platform.rawValue))"
  }

  private func clicks(
    of link: LinkID, in period: ReportPeriod, on platform: Platform?
  ) throws -> Int64 {
    if LongLink.isLong(link) { return try longClicks(of: link, in: period, on: platform) }
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

  /// Clicks on a long link are not counted by day, because anybody can make up such links.
  private func longClicks(
    of link: LinkID, in period: ReportPeriod, on platform: Platform?
  ) throws -> Int64 {
    try scope.connection.first(
      """
      SELECT COUNT(*) FROM clicks {by clicks_by_long_link}
      WHERE app = \(scope.tenant) AND link = \(.id(link)) AND long_link IS NOT NULL
        AND kind = 'click' AND \(period.holds("at"))
        \(and: [platform.map { "platform = \(.text($0.rawValue))" }])
      """
    ) { $0.integer(0) } ?? 0
  }
}
