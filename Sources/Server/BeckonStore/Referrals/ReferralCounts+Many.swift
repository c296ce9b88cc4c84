import BeckonDatabase
import BeckonEngine
import BeckonModel

extension ReferralCounts {
  /// A row of the counts.
  private struct Key: Hashable, Comparable {
    let app: Int64
    let campaign: CampaignID
    let person: PersonID

    static func < (one: Key, other: Key) -> Bool {
      (one.app, one.campaign, one.person) < (other.app, other.campaign, other.person)
    }
  }

  private struct Change {
    var pending: Int64 = 0
    var unconfirmed: Int64 = 0
    var confirmed: Int64 = 0
    var time: Int64 = 0
  }

  private static let changes = BulkStatement(
    """
    INSERT INTO referral_counts (app, campaign, person, pending, unconfirmed, confirmed,
      updated_at)
    SELECT $1, $2, $3, $4, $5, $6, $7 {each} WHERE true
    ON CONFLICT (app, campaign, person) DO UPDATE SET
      pending = referral_counts.pending + excluded.pending,
      unconfirmed = referral_counts.unconfirmed + excluded.unconfirmed,
      confirmed = referral_counts.confirmed + excluded.confirmed,
      updated_at = excluded.updated_at
    """,
    [
      .integer("app"), .identifier("campaign"), .identifier("person"), .integer("pending"),
      .integer("unconfirmed"), .integer("confirmed"), .integer("updated_at"),
    ])

  /// Counts many moves. Rows are changed in the order of their key, so that two transactions that
  /// change some of the same wait for each other in one direction only.
  static func count(_ moves: [(scope: Scope, move: ReferralMove)], in connection: any Connection)
    throws
  {
    var changes: [Key: Change] = [:]
    for (scope, move) in moves {
      let key = Key(app: scope.app.number, campaign: move.campaign, person: move.person)
      var change = changes[key] ?? Change()
      change.pending += move.delta(.pending)
      change.unconfirmed += move.delta(.unconfirmed)
      change.confirmed += move.delta(.confirmed)
      change.time = max(change.time, scope.now.milliseconds)
      changes[key] = change
    }
    try connection.send(
      Self.changes,
      for: changes.sorted { $0.key < $1.key }.map { key, change in
        [
          .integer(key.app), .id(key.campaign), .id(key.person), .integer(change.pending),
          .integer(change.unconfirmed), .integer(change.confirmed), .integer(change.time),
        ]
      })
  }
}
