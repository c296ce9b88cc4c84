import BeckonDatabase
import BeckonEngine
import BeckonModel

extension Ledger {
  /// Why rewards cannot be paid together, which is rare.
  public enum NotTogether: Error {
    /// A reward is there already.
    case paidBefore
    /// A balance may have no room for all that is paid into it.
    case balanceFull
  }

  private struct Key: Hashable, Comparable {
    let app: Int64
    let person: Identifier
    let unit: String

    static func < (one: Key, other: Key) -> Bool {
      (one.app, one.person, TextKey(one.unit)) < (other.app, other.person, TextKey(other.unit))
    }
  }

  private static let gains = BulkStatement(
    """
    INSERT INTO balances (app, person, unit, posted, pending)
    SELECT $1, $2, $3, $4, $5 {each} WHERE true
    ON CONFLICT (app, person, unit) DO UPDATE SET
      posted = balances.posted + excluded.posted,
      pending = balances.pending + excluded.pending
    WHERE balances.posted <= 4000000000000000000 - excluded.posted - excluded.pending
      AND balances.pending <= 4000000000000000000 - excluded.posted - excluded.pending
      AND balances.posted
        <= 4000000000000000000 - excluded.posted - excluded.pending - balances.pending
    """,
    [
      .integer("app"), .identifier("person"), .text("unit"), .integer("posted"),
      .integer("pending"),
    ])

  /// Records rewards that are not there yet, and moves the balances of those who are paid.
  /// - Throws: `DatabaseError`; `NotTogether` when one is there, or has no room in
  /// a balance. Then the transaction must be rolled back, and each reward paid by itself.
  static func pay(
    _ rewards: [(scope: Scope, reward: Transfer)], in connection: any Connection
  ) throws {
    let areNew = try connection.insertNew(
      rewards.map { $0.reward.row(of: $0.scope.tenant) }, by: Transfer.insertion)
    guard !areNew.contains(false) else {
      throw NotTogether.paidBefore
    }
    var gains: [Key: (posted: Int64, pending: Int64)] = [:]
    for (scope, reward) in rewards {
      let key = Key(app: scope.app.number, person: reward.to.owner, unit: reward.unit)
      var gain = gains[key] ?? (0, 0)
      if reward.state == .posted {
        gain.posted += reward.amount
      } else {
        gain.pending += reward.amount
      }
      gains[key] = gain
    }
    // In the order of their key, so that two transactions that change some of the same rows wait
    // for each other in one direction only.
    let moved = try connection.run(
      Self.gains,
      for: gains.sorted { $0.key < $1.key }.map { key, gain in
        [
          .integer(key.app), .identifier(key.person), .text(key.unit), .integer(gain.posted),
          .integer(gain.pending),
        ]
      })
    guard moved == gains.count else {
      throw NotTogether.balanceFull
    }
    try PointChanges.store(points(of: rewards), in: connection)
  }

  private static func points(
    of rewards: [(scope: Scope, reward: Transfer)]
  ) -> [PointChanges.Key: Int64] {
    var points: [PointChanges.Key: Int64] = [:]
    for (scope, reward) in rewards where reward.state == .posted && reward.pointsChange != 0 {
      guard let campaign = reward.campaign else { continue }
      let key = PointChanges.Key(
        app: scope.app.number, campaign: campaign, person: PersonID(reward.to.owner))
      points[key, default: 0] += reward.pointsChange
    }
    return points
  }
}
