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
    let named = DailyCounter.named(try Self.waiting(behind: follower.position, scope))
    var (wrong, counted): ([String], DailyCells) = ([], DailyCells())
    for rollUp in RollUp.all {
      let waiting = Set(try DailyCounter.things(of: rollUp, named, scope))
      try Self.pages(of: rollUp, scope) { things in
        let changes = try DailyCounter(scope).changes(of: things, in: rollUp)
        wrong += changes.filter { !waiting.contains($0.id) }.map { change in
          "\(rollUp.name) \(change.id.text): \(change.old.text), not \(change.new.text)"
        }
        for cells in try DailyCounter(scope).counted(things, of: rollUp).values {
          counted.change(from: DailyCells(), to: cells)
        }
      }
    }
    counted.change(from: try Self.sums(scope), to: DailyCells())
    wrongThings = wrong
    wrongSums = counted.amounts.map { "\($0.key)" }
  }

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
  ) throws -> [(kind: FeedKind?, id: Identifier)] {
    try [false, true].flatMap { isByClient in
      try scope.connection.rows(
        """
        SELECT kind, id FROM feed {by feed_by_app}
        WHERE app = \(scope.tenant) AND by_client = \(.bool(isByClient))
          AND seq > \(.integer(position[isByClient: isByClient]))
        """
      ) { (kind: FeedKind($0.text(0)), id: $0.identifier(1)) }
    }
  }

  private static func sums(_ scope: Scope) throws -> DailyCells {
    let rows = try scope.connection.rows(
      """
      SELECT day, measure, link, campaign, platform, unit, detail, count, total
      FROM daily_counts WHERE app = $1
      """, [scope.tenant]
    ) { row -> (DailyCell, DailyAmount) in
      var cell = DailyCell(row.text(0), try row.choice(1))
      cell.link = row.identifier(2) == DailyCounter.none ? nil : row.identifier(2)
      cell.campaign = row.identifier(3) == DailyCounter.none ? nil : row.identifier(3)
      (cell.platform, cell.unit, cell.detail) = (row.text(4), row.text(5), row.text(6))
      return (cell, DailyAmount(count: row.integer(7), total: row.integer(8)))
    }
    var cells = DailyCells()
    for (cell, amount) in rows { cells.add(amount, at: cell) }
    return cells
  }
}
