import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The counts by day: what the follower has counted, and the difference that the rows of the feed
/// make which still wait for it. So an answer is as exact as one that reads every row. Only when
/// much waits, or means much, is it left out, and told up to when is counted.
struct DailyCounts {
  /// So many rows may wait.
  static let waitingMax: Int64 = 1_000
  /// So many things of a roll-up may be meant by them: one install may have any number of payments.
  static let thingsMax = 2_000

  /// Up to when all is counted; `nil` for this moment.
  let until: Instant?

  let scope: Scope
  /// What is to be added to the sums.
  private let difference: DailyCells

  /// `nil` while what was there before is still being counted, or when the follower has stood still
  /// for too long.
  init?(
    _ scope: Scope, of measures: Set<DailyMeasure>, thingsMax: Int = Self.thingsMax
  ) throws {
    guard try DailyFill(scope.connection).isDone(scope),
      let follower = try Followers(scope.connection).find(FollowerKey(countsOf: scope)),
      !Followers.isLost(movedAt: follower.movedAt, now: scope.now)
    else { return nil }
    let (rows, since) = try Self.waiting(behind: follower.position, scope)
    self.scope = scope
    if rows.count <= Self.waitingMax,
      let difference = try Self.difference(rows, of: measures, thingsMax, scope)
    {
      (self.difference, until) = (difference, nil)
    } else {
      (difference, until) = (DailyCells(), since)
    }
  }

  /// What rows change that wait; `nil` when it is too much.
  private static func difference(
    _ rows: [NamedThings.Row], of measures: Set<DailyMeasure>, _ thingsMax: Int, _ scope: Scope
  ) throws -> DailyCells? {
    var difference = DailyCells()
    var named = try NamedThings(rows, referredMax: thingsMax, scope)
    let counter = DailyCounter(scope)
    for rollUp in RollUp.all where !rollUp.measures.isDisjoint(with: measures) {
      let things = try named.things(of: rollUp, max: thingsMax)
      guard named.rest.isEmpty, things.count <= thingsMax else { return nil }
      for change in try counter.changes(of: things, in: rollUp) {
        difference.change(from: change.old, to: change.new)
      }
    }
    return difference
  }

  /// What rows say that still wait, as far as they are not too many, and since when they do.
  private static func waiting(
    behind position: FeedPosition, _ scope: Scope
  ) throws -> (rows: [NamedThings.Row], since: Instant?) {
    let rows = try [false, true].flatMap { isByClient in
      try scope.connection.rows(
        """
        SELECT \(NamedThings.columns), at FROM feed {by feed_by_app}
        WHERE app = \(scope.tenant) AND by_client = \(.bool(isByClient))
          AND seq > \(.integer(position[isByClient: isByClient]))
        ORDER BY seq LIMIT \(.integer(waitingMax + 1))
        """
      ) { (said: try NamedThings.read($0), at: $0.instant(3)) }
    }
    return (rows.map(\.said), rows.map(\.at).min())
  }

  // MARK: Reading

  /// What counts in these days, added up by some columns; what the others say is left out.
  func sums(
    in days: CountedDays, of measures: Set<DailyMeasure>, by columns: Set<DailyColumn>,
    _ filter: DailyFilter = DailyFilter()
  ) throws -> DailyCells {
    let names = JSON.array(measures.map(\.rawValue).sorted().map(JSON.string))
    let kept = DailyColumn.allCases.filter(columns.contains)
    let list = DailyColumn.list(kept)
    let isTotal = filter.isOfTotals && columns.isSubset(of: DailyColumn.ofTotals)
    var sums = DailyCells()
    let counted = try scope.connection.rows(
      """
      SELECT measure, unit, detail, CAST(SUM(count) AS BIGINT), CAST(SUM(total) AS BIGINT)\(list)
      FROM \(isTotal ? "daily_totals" : "daily_counts")
      WHERE app = \(scope.tenant) AND measure {among \(.json(names))} AND \(days.holds("day"))
        \(and: filter.chosen)
      GROUP BY measure, unit, detail\(list)
      """
    ) { row in
      var cell = DailyCell("", try row.choice(0))
      (cell.unit, cell.detail) = (row.text(1), row.text(2))
      for (place, column) in kept.enumerated() { column.read(row, 5 + place, into: &cell) }
      return (cell, DailyAmount(count: row.integer(3), total: row.integer(4)))
    }
    for (cell, amount) in counted { sums.add(amount, at: cell) }
    for (cell, amount) in differences(in: days, of: measures) where filter.chooses(cell) {
      sums.add(amount, at: cell.reduced(to: columns))
    }
    return sums
  }

  /// What is to be added to the sums of these days.
  func differences(
    in days: CountedDays, of measures: Set<DailyMeasure>
  ) -> [(cell: DailyCell, amount: DailyAmount)] {
    difference.amounts.compactMap { cell, amount in
      measures.contains(cell.measure) && days.contains(TextKey(cell.day)) ? (cell, amount) : nil
    }
  }
}

extension CountedDays {
  /// Whether a day is one of these, by its bytes.
  func contains(_ day: TextKey) -> Bool {
    TextKey(lowerBound) <= day && day <= TextKey(upperBound)
  }

  /// Whether a column's day is one of these.
  func holds(_ column: SQL) -> SQL {
    "\(column) >= \(.text(lowerBound)) AND \(column) <= \(.text(upperBound))"
  }
}
