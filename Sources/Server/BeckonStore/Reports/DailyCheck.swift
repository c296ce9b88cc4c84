import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Whether an app's counts by day are what counting every row anew comes to. What the feed says has
/// changed and is still to be counted is left out.
public struct DailyCheck: Sendable {
  /// Things that count otherwise than they are counted, and that nobody will count anew: their
  /// roll-up and id.
  public let wrongThings: [String]
  /// Places whose sum is not that of what counts there.
  public let wrongSums: [String]

  /// Reads every row that counts. `nil` while what was there before is still being counted.
  /// - Throws: `DatabaseError`.
  public init?(_ scope: Scope) throws {
    guard try DailyFill(scope.connection).isDone(scope),
      let follower = try Followers(scope.connection).find(FollowerKey(countsOf: scope)),
      !Followers.isLost(movedAt: follower.movedAt, now: scope.now)
    else { return nil }
    var named = try NamedThings(
      Self.waiting(behind: follower.position, scope), referredMax: Self.all, scope)
    let counter = DailyCounter(scope)
    var (wrong, counted): ([String], DailyCells) = ([], DailyCells())
    for rollUp in RollUp.all {
      let waiting = Set(try named.things(of: rollUp, max: Self.all))
      try Self.pages(of: rollUp, scope) { things in
        let changes = try counter.changes(of: things, in: rollUp)
        wrong += changes.filter { !waiting.contains($0.id) }.map { change in
          "\(rollUp.name) \(change.id.text): \(change.old.text), not \(change.new.text)"
        }
        for cells in try counter.counted(things, of: rollUp).values {
          counted.change(from: DailyCells(), to: cells)
        }
      }
    }
    let clicks = try DailyClicks(scope.connection).rolledUp(of: scope.app.number)
    let sums = try Self.sums("daily_counts", DailyColumn.allCases, scope)
    counted.change(
      from: Self.withoutCampaigns(sums), to: Self.withoutCampaigns(clicks))
    var missing = sums.reduced(to: DailyColumn.ofTotals)
    missing.change(
      from: try Self.sums(
        "daily_totals", DailyColumn.allCases.filter(DailyColumn.ofTotals.contains), scope),
      to: DailyCells())
    wrongThings = wrong
    wrongSums = (Array(counted.amounts.keys) + missing.amounts.keys).map { "\($0)" }
  }

  /// More than anything can have.
  private static let all = Int(Int32.max)

  private static func pages(
    of rollUp: RollUp, _ scope: Scope, _ body: ([Identifier]) throws -> Void
  ) throws {
    var last: Identifier? = DailyCounter.none
    while let behind = last {
      let things = try DailyFill(scope.connection).things(of: rollUp, behind: behind, scope)
      try body(things)
      last = things.last
    }
  }

  private static func waiting(
    behind position: FeedPosition, _ scope: Scope
  ) throws -> [NamedThings.Row] {
    try [false, true].flatMap { isByClient in
      try scope.connection.rows(
        """
        SELECT \(NamedThings.columns) FROM feed {by feed_by_app}
        WHERE app = \(scope.tenant) AND by_client = \(.bool(isByClient))
          AND seq > \(.integer(position[isByClient: isByClient]))
        """
      ) { try NamedThings.read($0) }
    }
  }

  private static func sums(
    _ table: SQL, _ columns: [DailyColumn], _ scope: Scope
  ) throws -> DailyCells {
    let rows = try scope.connection.rows(
      """
      SELECT measure, unit, detail, count, total\(DailyColumn.list(columns))
      FROM \(table) WHERE app = \(scope.tenant)
      """
    ) { row -> (DailyCell, DailyAmount) in
      var cell = DailyCell("", try row.choice(0))
      (cell.unit, cell.detail) = (row.text(1), row.text(2))
      for (place, column) in columns.enumerated() { column.read(row, 5 + place, into: &cell) }
      return (cell, DailyAmount(count: row.integer(3), total: row.integer(4)))
    }
    var cells = DailyCells()
    for (cell, amount) in rows { cells.add(amount, at: cell) }
    return cells
  }

  /// A click counts for the campaign that its link had then, which the counts of links do not know.
  private static func withoutCampaigns(_ cells: DailyCells) -> DailyCells {
    var reduced = DailyCells()
    for (cell, amount) in cells.amounts {
      reduced.add(
        amount, at: cell.measure == .click ? cell.reduced(to: [.day, .platform]) : cell)
    }
    return reduced
  }
}
