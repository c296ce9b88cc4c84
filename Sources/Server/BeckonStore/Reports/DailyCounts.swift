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

  private let scope: Scope
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
    let waiting = try Self.waiting(behind: follower.position, scope)
    let difference = try Self.difference(of: waiting, measures, thingsMax, scope)
    self.scope = scope
    self.difference = difference ?? DailyCells()
    until = difference == nil ? waiting.map(\.at).min() : nil
  }

  private typealias Waiting = (kind: FeedKind?, id: Identifier, at: Instant)

  /// What the rows that still wait make of the sums; `nil` when that is too much.
  private static func difference(
    of waiting: [Waiting], _ measures: Set<DailyMeasure>, _ thingsMax: Int, _ scope: Scope
  ) throws -> DailyCells? {
    guard waiting.count <= waitingMax, !waiting.contains(where: { $0.kind == .recount }) else {
      return nil
    }
    let named = DailyCounter.named(waiting.map { ($0.kind, $0.id) })
    var difference = DailyCells()
    for rollUp in RollUp.all where !rollUp.measures.isDisjoint(with: measures) {
      let things = try DailyCounter.things(of: rollUp, named, scope, limit: thingsMax)
      guard things.count <= thingsMax else { return nil }
      for change in try DailyCounter(scope).changes(of: things, in: rollUp) {
        difference.change(from: change.old, to: change.new)
      }
    }
    return difference
  }

  /// The rows that still wait, of each line one more than may at most.
  private static func waiting(
    behind position: FeedPosition, _ scope: Scope
  ) throws -> [Waiting] {
    try [false, true].flatMap { isByClient in
      try scope.connection.rows(
        """
        SELECT kind, id, at FROM feed {by feed_by_app}
        WHERE app = \(scope.tenant) AND by_client = \(.bool(isByClient))
          AND seq > \(.integer(position[isByClient: isByClient]))
        ORDER BY seq LIMIT \(.integer(waitingMax + 1))
        """
      ) { (FeedKind($0.text(0)), $0.identifier(1), $0.instant(2)) }
    }
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
