import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Which links of a period led the most people: the database finds out, since there may be as many
/// links as people.
extension DailyReport {
  /// So many are looked at for each that is told. Of links with as many sign-ups more clicks
  /// decide, and what is still to be counted may put one above another.
  private static let candidates = 3

  /// Some links, among them so many that have the most sign-ups, then the most clicks. `nil` where
  /// the counts of whole days do not tell, or fewer links than that have either: then all are
  /// asked.
  /// - Throws: `DatabaseError`.
  func leadingLinks(_ count: Int, in period: ReportPeriod) throws -> Set<Identifier>? {
    let (days, rest) = upToMidnight(period).split(scope.app.days)
    guard filter.isOfTotals, rest.isEmpty, let days,
      let counts = try DailyCounts(scope, of: [.signUp])
    else { return nil }
    let max = count * Self.candidates
    let links = try counts.leadingLinks(max, in: days, filter)
      .union(DailyClicks.leadingLinks(max, in: days, filter, scope))
    return links.count < count ? nil : links
  }
}

extension DailyCounts {
  /// The links by which most people signed up.
  fileprivate func leadingLinks(
    _ count: Int, in days: CountedDays, _ filter: DailyFilter
  ) throws -> Set<Identifier> {
    let counted = try scope.connection.rows(
      """
      SELECT link FROM daily_counts
      WHERE app = \(scope.tenant) AND measure = 'sign_up' AND \(days.holds("day"))
        AND link <> \(.identifier(DailyCounter.none)) \(and: filter.chosen)
      GROUP BY link HAVING SUM(count) > 0
      ORDER BY SUM(count) DESC, link DESC LIMIT \(.integer(count))
      """
    ) { $0.identifier(0) }
    let waiting = differences(in: days, of: [.signUp]).filter { filter.chooses($0.cell) }
    return Set(counted).union(DailyCells.leadingLinks(count, waiting))
  }
}

extension DailyClicks {
  /// The links that were opened most.
  fileprivate static func leadingLinks(
    _ count: Int, in days: CountedDays, _ filter: DailyFilter, _ scope: Scope
  ) throws -> Set<Identifier> {
    let filters: [SQL?] = [
      filter.platform.map { "d.platform = \(.text($0.rawValue))" },
      filter.campaign.map { campaign in
        """
        EXISTS (SELECT 1 FROM links
          WHERE links.app = d.app AND links.id = d.link AND links.campaign = \(.id(campaign)))
        """
      },
    ]
    let counted = try scope.connection.rows(
      """
      SELECT d.link FROM link_days AS d {by link_days_by_day}
      WHERE d.app = \(scope.tenant) AND d.kind = 'click' AND \(days.holds("d.day"))
        \(and: filters)
      GROUP BY d.link ORDER BY SUM(d.count) DESC, d.link DESC LIMIT \(.integer(count))
      """
    ) { $0.identifier(0) }
    let waiting = try waiting(scope).amounts
      .filter { days.contains(TextKey($0.key.day)) && filter.chooses($0.key) }
    return Set(counted).union(DailyCells.leadingLinks(count, waiting.map { ($0.key, $0.value) }))
  }
}

extension DailyCells {
  /// The links of the cells with the most in them.
  fileprivate static func leadingLinks(
    _ count: Int, _ cells: [(cell: DailyCell, amount: DailyAmount)]
  ) -> Set<Identifier> {
    var sums: [Identifier: Int64] = [:]
    for (cell, amount) in cells {
      if let link = cell.link { sums[link, default: 0] += amount.count }
    }
    let ranked = sums.filter { 0 < $0.value }.sorted { ($1.value, $1.key) < ($0.value, $0.key) }
    return Set(ranked.prefix(count).map(\.key))
  }
}
