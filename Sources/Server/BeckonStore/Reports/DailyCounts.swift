import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The counts by day, as they are at this moment: what the follower has counted, and the difference
/// that the rows of the feed make which still wait for it. So an answer is as exact as one that
/// reads every row.
struct DailyCounts {
  /// So many rows may wait; where there are more, it takes no longer to read what they are about.
  static let waitingMax: Int64 = 1_000

  private let scope: Scope
  /// What is to be added to the sums.
  private let difference: DailyCells

  /// `nil` while what was there before is still being counted, when the follower has stood still
  /// for too long, or when too much waits.
  init?(_ scope: Scope, of measures: Set<DailyMeasure>) throws {
    guard try DailyFill(scope.connection).isDone(scope),
      let follower = try Followers(scope.connection).find(FollowerKey(countsOf: scope)),
      !Followers.isLost(movedAt: follower.movedAt, now: scope.now),
      let waiting = try Self.waiting(behind: follower.position, scope)
    else { return nil }
    let named = DailyCounter.named(waiting)
    var difference = DailyCells()
    for rollUp in RollUp.all where !rollUp.measures.isDisjoint(with: measures) {
      let things = try DailyCounter.things(of: rollUp, named, scope)
      for change in try DailyCounter(scope).changes(of: things, in: rollUp) {
        difference.change(from: change.old, to: change.new)
      }
    }
    self.scope = scope
    self.difference = difference
  }

  /// What rows name that still wait; `nil` when they are too many.
  private static func waiting(
    behind position: FeedPosition, _ scope: Scope
  ) throws -> [(kind: FeedKind?, id: Identifier)]? {
    let rows = try [false, true].flatMap { isByClient in
      try scope.connection.rows(
        """
        SELECT kind, id FROM feed {by feed_by_app}
        WHERE app = \(scope.tenant) AND by_client = \(.bool(isByClient))
          AND seq > \(.integer(position[isByClient: isByClient]))
        LIMIT \(.integer(waitingMax + 1))
        """
      ) { (kind: FeedKind($0.text(0)), id: $0.identifier(1)) }
    }
    return rows.count > waitingMax ? nil : rows
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
  fileprivate func contains(_ day: TextKey) -> Bool {
    TextKey(lowerBound) <= day && day <= TextKey(upperBound)
  }

  /// Whether a column's day is one of these.
  func holds(_ column: SQL) -> SQL {
    "\(column) >= \(.text(lowerBound)) AND \(column) <= \(.text(upperBound))"
  }
}
