import BeckonDatabase
import BeckonEngine
import BeckonModel

extension ReferralCounts {
  /// A row of the counts.
  struct Key: Hashable, Comparable {
    let app: Int64
    let campaign: CampaignID
    let person: PersonID

    static func < (one: Key, other: Key) -> Bool {
      (one.app, one.campaign, one.person) < (other.app, other.campaign, other.person)
    }
  }

  /// By how much a row changes, and when.
  struct Change {
    var pending: Int64 = 0
    var unconfirmed: Int64 = 0
    var confirmed: Int64 = 0
    var time: Int64 = 0
  }

  /// What a row holds.
  struct Counted {
    let key: Key
    let pending: Int64
    let unconfirmed: Int64
    let confirmed: Int64
    /// Whether the tree of ranks counts it. `RankFill` sees to those that it does not.
    let isRanked: Bool

    /// What `init` reads, in its order.
    static let columns: SQL = """
      app, campaign, person, pending, unconfirmed, confirmed, is_ranked
      """

    init(_ row: any Row) {
      key = Key(app: row.integer(0), campaign: row.id(1), person: row.id(2))
      (pending, unconfirmed, confirmed) = (row.integer(3), row.integer(4), row.integer(5))
      isRanked = row.bool(6)
    }

    /// The score under which it stands on the board; `nil` without any referral.
    var score: Int64? { pending + unconfirmed + confirmed > 0 ? confirmed : nil }

    /// The score that it had before a change.
    func score(before change: Change) -> Int64? {
      let others = pending - change.pending + unconfirmed - change.unconfirmed
      let confirmed = confirmed - change.confirmed
      return others + confirmed > 0 ? confirmed : nil
    }
  }

  private static let changes = BulkStatement(
    """
    INSERT INTO referral_counts (app, campaign, person, pending, unconfirmed, confirmed,
      updated_at, is_ranked)
    SELECT $1, $2, $3, $4, $5, $6, $7, 1 {each} WHERE true
    ON CONFLICT (app, campaign, person) DO UPDATE SET
      pending = referral_counts.pending + excluded.pending,
      unconfirmed = referral_counts.unconfirmed + excluded.unconfirmed,
      confirmed = referral_counts.confirmed + excluded.confirmed,
      updated_at = excluded.updated_at
    RETURNING \(Counted.columns)
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
    let changes = changes(of: moves)
    let counted = try connection.rows(
      Self.changes,
      for: changes.sorted { $0.key < $1.key }.map { key, change in
        [
          .integer(key.app), .id(key.campaign), .id(key.person), .integer(change.pending),
          .integer(change.unconfirmed), .integer(change.confirmed), .integer(change.time),
        ]
      }
    ) { Counted($0) }
    var ranks = RankChanges()
    for row in counted where row.isRanked {
      guard let change = changes[row.key] else { continue }
      ranks.move(
        from: row.score(before: change), to: row.score, on: .confirmed, of: row.key.campaign,
        row.key.app)
    }
    try ranks.store(in: connection)
    for (scope, move) in moves {
      try QueuePlaces(scope).settle([move.person], in: move.campaign)
    }
  }

  private static func changes(
    of moves: [(scope: Scope, move: ReferralMove)]
  ) -> [Key: Change] {
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
    return changes
  }
}
