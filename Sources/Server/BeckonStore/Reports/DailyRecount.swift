import BeckonDatabase
import BeckonEngine

/// Throws away an app's counts by day, so that whoever serves counts them anew. Until that is done
/// reports read the rows themselves, and are as right as ever. The old counts may be any number, so
/// they are deleted in parts, by the loop that counts (`DailyFill`), which goes on after a crash.
public struct DailyRecount {
  /// Rows of a table that are deleted in one transaction, so that it stays short.
  public static let partMax: Int64 = 2_000

  private let scope: Scope
  private let partMax: Int64

  /// Works in this transaction.
  public init(_ scope: Scope, partMax: Int64 = Self.partMax) {
    self.scope = scope
    self.partMax = partMax
  }

  /// Ends the counts, and leaves them to be deleted. `false` when a server is counting just now:
  /// then nothing was done.
  /// - Throws: `DatabaseError`.
  public func begin() throws -> Bool {
    let (followers, key) = (Followers(scope.connection), FollowerKey(countsOf: scope))
    // Whoever counts holds one of the two, so that nothing is counted beside this.
    guard try Loops(scope.connection).claim(ClickRollUp.loop) != nil else { return false }
    if try followers.find(key) != nil {
      guard try followers.claim(key) != nil else { return false }
    }
    try followers.end(key)
    try DailyFill(scope.connection).discard(scope)
    return true
  }

  /// Deletes the next part of the old counts, and gives how many rows; after the last of them all
  /// is counted anew. 0 while another server counts clicks.
  /// - Throws: `DatabaseError`.
  public func goOn() throws -> Int {
    guard try Loops(scope.connection).claim(ClickRollUp.loop) != nil else { return 0 }
    let deleted = try Self.deletions.map {
      try scope.connection.run($0, [scope.tenant, .integer(partMax)])
    }
    if deleted.allSatisfy({ $0 < Int(partMax) }) {
      try scope.connection.send("DELETE FROM daily_fills WHERE app = $1", [scope.tenant])
    }
    return max(1, deleted.reduce(0, +))
  }

  private static let deletions: [StaticString] = [
    """
    DELETE FROM daily_counted WHERE app = $1 AND (roll_up, id) IN (
      SELECT old.roll_up, old.id FROM daily_counted AS old WHERE old.app = $1
      ORDER BY old.roll_up, old.id LIMIT $2)
    """,
    """
    DELETE FROM daily_counts
    WHERE app = $1 AND (measure, day, link, campaign, referrer, platform, unit, detail) IN (
      SELECT old.measure, old.day, old.link, old.campaign, old.referrer, old.platform, old.unit,
        old.detail
      FROM daily_counts AS old WHERE old.app = $1
      ORDER BY old.measure, old.day, old.link, old.campaign, old.referrer, old.platform, old.unit,
        old.detail LIMIT $2)
    """,
    """
    DELETE FROM daily_totals
    WHERE app = $1 AND (measure, day, campaign, platform, unit, detail) IN (
      SELECT old.measure, old.day, old.campaign, old.platform, old.unit, old.detail
      FROM daily_totals AS old WHERE old.app = $1
      ORDER BY old.measure, old.day, old.campaign, old.platform, old.unit, old.detail LIMIT $2)
    """,
  ]
}
