import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What members have earned in a campaign in the unit `points`, as a number for each and in the
/// tree of ranks; changed with each transfer that is posted. More than was earned may be taken
/// back: below 0 the number goes on counting, and stands on no board, as 0 does.
public struct Points {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// A person's points in a campaign, 0 or more.
  /// - Throws: `DatabaseError`.
  public func of(_ person: PersonID, in campaign: CampaignID) throws -> Int64 {
    let points = try scope.connection.first(
      "SELECT points FROM campaign_points WHERE app = $1 AND campaign = $2 AND person = $3",
      [scope.tenant, .id(campaign), .id(person)]
    ) { $0.integer(0) }
    return max(points ?? 0, 0)
  }

  /// Counts a transfer that is posted now.
  func count(_ transfer: Transfer) throws {
    let change = transfer.pointsChange
    guard change != 0, let campaign = transfer.campaign, let person = try earner(of: transfer)
    else { return }
    try PointChanges.store(
      [PointChanges.Key(app: scope.app.number, campaign: campaign, person: person): change],
      in: scope.connection)
  }

  /// Whose points a transfer changes. What an erased person had is taken back from what they have
  /// forfeited, and is theirs on the board all the same.
  private func earner(of transfer: Transfer) throws -> PersonID? {
    let account = transfer.kind == .reward ? transfer.to : transfer.from
    if account.kind == .person { return PersonID(account.owner) }
    guard let reward = try transfer.reverses.flatMap(Ledger(scope).find),
      reward.to.kind == .person
    else { return nil }
    return try People(scope).find(PersonID(reward.to.owner))?.id
  }

  /// Makes a merged person's points the survivor's.
  /// - Throws: `DatabaseError`.
  func merge(_ old: PersonID, into new: PersonID) throws {
    let rows = try scope.connection.rows(
      """
      SELECT campaign, points FROM campaign_points {by campaign_points_by_person}
      WHERE app = $1 AND person = $2 ORDER BY campaign
      """, [scope.tenant, .id(old)]
    ) { (campaign: $0.id(0, CampaignID.self), points: $0.integer(1)) }
    for row in rows where row.points != 0 {
      func key(_ person: PersonID) -> PointChanges.Key {
        PointChanges.Key(app: scope.app.number, campaign: row.campaign, person: person)
      }
      try PointChanges.store([key(old): -row.points, key(new): row.points], in: scope.connection)
    }
  }
}

/// By how much people's points change, stored many at a time.
enum PointChanges {
  /// A person in a campaign.
  struct Key: Hashable, Comparable {
    let app: Int64
    let campaign: CampaignID
    let person: PersonID

    static func < (one: Key, other: Key) -> Bool {
      (one.app, one.campaign, one.person) < (other.app, other.campaign, other.person)
    }
  }

  /// What a row holds.
  struct Counted {
    let key: Key
    let points: Int64
    /// Whether the tree of ranks counts it. `RankFill` sees to those that it does not.
    let isRanked: Bool

    /// What `init` reads, in its order.
    static let columns: SQL = "app, campaign, person, points, is_ranked"

    init(_ row: any Row) {
      key = Key(app: row.integer(0), campaign: row.id(1), person: row.id(2))
      (points, isRanked) = (row.integer(3), row.bool(4))
    }

    /// The score under which it stands on the board; `nil` without points.
    var score: Int64? { PointChanges.score(points) }
  }

  /// The score of so many points.
  static func score(_ points: Int64) -> Int64? { points > 0 ? points : nil }

  // Sums stay below what fits 64 bits, whatever is granted, spent and granted again.
  private static let changes = BulkStatement(
    """
    INSERT INTO campaign_points (app, campaign, person, points, is_ranked)
    SELECT $1, $2, $3, $4, 1 {each} WHERE true
    ON CONFLICT (app, campaign, person) DO UPDATE SET points = CASE
      WHEN campaign_points.points + excluded.points > 4000000000000000000 THEN 4000000000000000000
      WHEN campaign_points.points + excluded.points < -4000000000000000000
        THEN -4000000000000000000
      ELSE campaign_points.points + excluded.points END
    RETURNING \(Counted.columns)
    """,
    [.integer("app"), .identifier("campaign"), .identifier("person"), .integer("points")])

  /// Stores changes, in the order of their keys, so that two transactions that change some of the
  /// same wait for each other in one direction only.
  static func store(_ changes: [Key: Int64], in connection: any Connection) throws {
    let counted = try connection.rows(
      Self.changes,
      for: changes.sorted { $0.key < $1.key }.map { key, change in
        [.integer(key.app), .id(key.campaign), .id(key.person), .integer(change)]
      }
    ) { Counted($0) }
    var ranks = RankChanges()
    for row in counted where row.isRanked {
      guard let change = changes[row.key] else { continue }
      ranks.move(
        from: score(row.points - change), to: row.score, on: .points, of: row.key.campaign,
        row.key.app)
    }
    try ranks.store(in: connection)
  }
}
