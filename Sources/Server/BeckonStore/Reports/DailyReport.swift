import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What happened in a period, added up: whole days from the counts by day, what is left of it from
/// the rows themselves. While what was there before is still being counted, all of it is.
struct DailyReport {
  let scope: Scope
  let filter: DailyFilter
  private let columns: Set<DailyColumn>

  init(_ scope: Scope, by columns: Set<DailyColumn>, _ filter: DailyFilter = DailyFilter()) {
    self.scope = scope
    self.columns = columns
    self.filter = filter
  }

  /// What some measures come to, and up to when all is counted; `nil` for this moment.
  /// - Throws: `DatabaseError`.
  func sums(
    of measures: Set<DailyMeasure>, in period: ReportPeriod
  ) throws -> (cells: DailyCells, until: Instant?) {
    let counts = try DailyCounts(scope, of: measures)
    let (days, rest) = upToMidnight(period).split(scope.app.days)
    guard let days, let counts else {
      return (try stored(measures, in: [period]), nil)
    }
    var sums = try counts.sums(
      in: days, of: measures.subtracting([.click]), by: columns, filter)
    if measures.contains(.click) {
      sums.change(from: DailyCells(), to: try clicks(in: days, counts))
    }
    sums.change(from: DailyCells(), to: try stored(measures, in: rest))
    return (sums, counts.until)
  }

  /// A period that ends now or later, up to the end of today: nothing has happened after now, and
  /// the counts of today are as good as those of other days.
  func upToMidnight(_ period: ReportPeriod) -> ReportPeriod {
    guard period.start < period.end, period.end >= scope.now,
      let today = scope.app.days.start(of: scope.app.day(of: scope.now))
    else { return period }
    let tomorrow = scope.app.days.nextDay(after: today)
    return ReportPeriod(
      start: period.start, end: max(period.end, tomorrow))
  }

  /// The clicks of whole days. The counts by day do not tell links apart; those of links do.
  private func clicks(in days: CountedDays, _ counts: DailyCounts) throws -> DailyCells {
    let waiting = try DailyClicks.waiting(scope).amounts
      .filter { days.contains(TextKey($0.key.day)) }
    guard filter.isOfLinks || columns.contains(.link) else {
      var sums = try counts.sums(in: days, of: [.click], by: columns, filter)
      sums.change(from: DailyCells(), to: reduced(waiting))
      return sums
    }
    var sums = DailyCells()
    let clicks = try DailyClicks.ofLinks(filter, by: columns, in: days, scope)
    for (cell, amount) in clicks where filter.chooses(cell) {
      sums.add(amount, at: cell.reduced(to: columns))
    }
    sums.change(from: DailyCells(), to: reduced(waiting))
    return sums
  }

  private func stored(
    _ measures: Set<DailyMeasure>, in periods: [ReportPeriod]
  ) throws -> DailyCells {
    let rollUps = RollUp.all.filter { !$0.measures.isDisjoint(with: measures) }
    var sums = DailyCells()
    for period in periods {
      let cells = try DailyCounter(scope).cells(of: rollUps, in: period)
      sums.change(
        from: DailyCells(), to: reduced(cells.amounts.filter { measures.contains($0.key.measure) }))
      guard measures.contains(.click) else { continue }
      sums.change(
        from: DailyCells(), to: reduced(try DailyClicks.stored(in: period, scope).amounts))
    }
    return sums
  }

  private func reduced(_ amounts: [DailyCell: DailyAmount]) -> DailyCells {
    var cells = DailyCells()
    for (cell, amount) in amounts where filter.chooses(cell) {
      cells.add(amount, at: cell.reduced(to: columns))
    }
    return cells
  }
}
