import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Counts what was there before the counts by day were, or counts all anew where an app has set
/// another time zone: in parts, each of which ends where the next begins, beside the follower,
/// which counts what is new. Until all is counted, reports read the rows themselves. Clicks are
/// moved to the days of the new zone first (`ClickMove`).
public struct DailyFill {
  /// Things counted in one transaction, so that it stays short.
  static let batchMax = 500

  private let connection: any Connection

  /// Works in this transaction.
  public init(_ connection: any Connection) {
    self.connection = connection
  }

  /// In place of a roll-up's name: the counts of before are still to be deleted (`DailyRecount`).
  static let discarding = "discarding"

  /// Leaves the counts of an app to be deleted, and then made anew.
  func discard(_ scope: Scope) throws {
    try store(scope, rollUp: Self.discarding, last: DailyCounter.none, isDone: false)
  }

  /// Begins anew. What is stored already is counted here, what comes from now on by the follower.
  func begin(_ scope: Scope) throws {
    try store(scope, rollUp: RollUp.all[0].name, last: DailyCounter.none, isDone: false)
  }

  /// Apps of which something is still to be counted.
  /// - Throws: `DatabaseError`.
  public func waiting() throws -> [Int64] {
    try connection.rows(
      """
      SELECT a.number FROM apps AS a LEFT JOIN daily_fills AS f ON f.app = a.number
      WHERE f.app IS NULL OR f.is_done = 0
        OR f.zone <> COALESCE({document a.settings} ->> 'time_zone', '')
      ORDER BY a.number
      """, []
    ) { $0.integer(0) }
  }

  private struct State {
    let zone: String
    let rollUp: String
    let last: Identifier
    let isDone: Bool
  }

  private func state(of app: Int64, isClaimed: Bool) throws -> State? {
    try connection.first(
      """
      SELECT zone, roll_up, last, is_done FROM daily_fills WHERE app = \(.integer(app))
      \(isClaimed ? "{claimed}" : "")
      """
    ) {
      State(
        zone: $0.text(0), rollUp: $0.text(1), last: $0.identifier(2), isDone: $0.bool(3))
    }
  }

  /// Whether days are counted as this scope's app has them. Where it has set another time zone,
  /// what is new waits until somebody has noticed.
  func counts(daysOf scope: Scope) throws -> Bool {
    try state(of: scope.app.number, isClaimed: false)?.zone == scope.app.zone
  }

  /// Whether all is counted, by the days of this scope's app.
  func isDone(_ scope: Scope) throws -> Bool {
    let state = try state(of: scope.app.number, isClaimed: false)
    return state?.isDone == true && state?.zone == scope.app.zone
  }

  /// Counts the next things of an app, or deletes old counts, and gives how many; 0 when there are
  /// none left, or another server does it. The scope's app must have been read in this transaction.
  /// - Throws: `DatabaseError`.
  public func run(_ scope: Scope) throws -> Int {
    if let moved = try ClickMove(scope).run() { return moved }
    let (followers, key) = (Followers(scope.connection), FollowerKey(countsOf: scope))
    if try state(of: scope.app.number, isClaimed: false)?.rollUp == Self.discarding {
      guard try state(of: scope.app.number, isClaimed: true) != nil else { return 0 }
      return try DailyRecount(scope).goOn()
    }
    guard try followers.find(key) != nil else {
      guard try DailyClicks(connection).begin(scope) else { return 0 }
      try followers.store(key, followers.newestSettled(of: key.app), at: scope.now)
      try begin(scope)
      return 1
    }
    guard let state = try state(of: scope.app.number, isClaimed: true) else { return 0 }
    guard state.zone == scope.app.zone else {
      try begin(scope)
      return 1
    }
    guard !state.isDone else { return 0 }
    let place = RollUp.all.firstIndex { $0.name == state.rollUp } ?? 0
    let rollUp = RollUp.all[place]
    let things = try things(of: rollUp, behind: state.last, scope)
    try DailyCounter(scope).refresh(things, of: rollUp)
    if let last = things.last {
      try store(scope, rollUp: rollUp.name, last: last, isDone: false)
    } else {
      let next = place + 1
      try store(
        scope, rollUp: next < RollUp.all.count ? RollUp.all[next].name : rollUp.name,
        last: DailyCounter.none, isDone: next == RollUp.all.count)
    }
    return max(1, things.count)
  }

  /// The next things that are stored, or were counted and are stored no more.
  func things(
    of rollUp: RollUp, behind last: Identifier, _ scope: Scope
  ) throws -> [Identifier] {
    let counted = try connection.rows(
      """
      SELECT id FROM daily_counted WHERE app = $1 AND roll_up = $2 AND id > $3
      ORDER BY id LIMIT $4
      """,
      [
        scope.tenant, .text(rollUp.name), .identifier(last), .integer(Int64(Self.batchMax)),
      ]
    ) { $0.identifier(0) }
    let stored = try rollUp.page(scope, last, Self.batchMax)
    return Array(Set(counted + stored).sorted().prefix(Self.batchMax))
  }

  private func store(
    _ scope: Scope, rollUp: String, last: Identifier, isDone: Bool
  ) throws {
    try connection.send(
      """
      INSERT INTO daily_fills (app, zone, roll_up, last, is_done) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (app) DO UPDATE SET zone = excluded.zone, roll_up = excluded.roll_up,
        last = excluded.last, is_done = excluded.is_done
      """,
      [
        scope.tenant, .text(scope.app.zone), .text(rollUp), .identifier(last),
        .bool(isDone),
      ])
  }
}
