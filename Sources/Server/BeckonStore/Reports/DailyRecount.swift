import BeckonDatabase
import BeckonEngine

/// Throws away an app's counts by day, so that whoever serves counts them anew. Until that is done
/// reports read the rows themselves, and are as right as ever.
public struct DailyRecount {
  private let scope: Scope

  /// Works in this transaction, which takes long where much was counted.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Throws them away. `false` when a server is counting just now: then nothing was done.
  /// - Throws: `DatabaseError`.
  public func begin() throws -> Bool {
    let (followers, key) = (Followers(scope.connection), FollowerKey(countsOf: scope))
    // Whoever counts holds one of the two, so that nothing is counted beside this.
    guard try Loops(scope.connection).claim(ClickRollUp.loop) != nil else { return false }
    if try followers.find(key) != nil {
      guard try followers.claim(key) != nil else { return false }
    }
    try followers.end(key)
    let app = scope.tenant
    try scope.connection.send("DELETE FROM daily_fills WHERE app = $1", [app])
    try scope.connection.send("DELETE FROM daily_counted WHERE app = $1", [app])
    try scope.connection.send("DELETE FROM daily_counts WHERE app = $1", [app])
    try scope.connection.send("DELETE FROM daily_totals WHERE app = $1", [app])
    return true
  }
}
