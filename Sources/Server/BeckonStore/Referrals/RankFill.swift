import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Counts in the trees of ranks whom they do not count yet: those who were there before the trees,
/// in parts. Who is new is counted at once (`ReferralCounts`), and who is not counted yet is left
/// alone there.
public struct RankFill {
  /// People counted in one transaction, so that it stays short.
  public static let batchMax = 1_000

  private let connection: any Connection

  /// Works in this transaction.
  public init(_ connection: any Connection) {
    self.connection = connection
  }

  /// Whether somebody is still to be counted.
  /// - Throws: `DatabaseError`.
  public func isWaiting() throws -> Bool {
    try [Board.confirmed, .points, .queue].contains { board in
      let rows = BoardRows(of: board)
      return try connection.first(
        "SELECT 1 FROM \(rows.table) \(rows.unranked) WHERE is_ranked = 0 LIMIT 1"
      ) { _ in true } ?? false
    }
  }

  private static let key: [Insertion.Column] = [
    .integer("app"), .identifier("campaign"), .identifier("person"),
  ]
  private static let referred = BulkStatement(
    """
    UPDATE referral_counts SET is_ranked = 1 {each}
    WHERE app = $1 AND campaign = $2 AND person = $3
    """, key)
  private static let earned = BulkStatement(
    """
    UPDATE campaign_points SET is_ranked = 1 {each}
    WHERE app = $1 AND campaign = $2 AND person = $3
    """, key)
  private static let queued = BulkStatement(
    """
    UPDATE queue_places SET is_ranked = 1 {each}
    WHERE app = $1 AND campaign = $2 AND person = $3
    """, key)

  /// Counts the next people of each kind of board, and gives how many; those whom another server
  /// counts are left to it.
  /// - Throws: `DatabaseError`.
  public func run() throws -> Int {
    var ranks = RankChanges()
    let count = try countReferred(&ranks) + countEarned(&ranks) + countQueued(&ranks)
    try ranks.store(in: connection)
    return count
  }

  private func countReferred(_ ranks: inout RankChanges) throws -> Int {
    let waiting = try waiting(ReferralCounts.Counted.columns, on: .confirmed) {
      ReferralCounts.Counted($0)
    }
    try connection.send(
      Self.referred,
      for: waiting.map { [.integer($0.key.app), .id($0.key.campaign), .id($0.key.person)] })
    for row in waiting {
      ranks.move(
        from: nil, to: row.score, on: .confirmed, of: row.key.campaign, row.key.app)
    }
    return waiting.count
  }

  private func countEarned(_ ranks: inout RankChanges) throws -> Int {
    let waiting = try waiting(PointChanges.Counted.columns, on: .points) {
      PointChanges.Counted($0)
    }
    try connection.send(
      Self.earned,
      for: waiting.map { [.integer($0.key.app), .id($0.key.campaign), .id($0.key.person)] })
    for row in waiting {
      ranks.move(from: nil, to: row.score, on: .points, of: row.key.campaign, row.key.app)
    }
    return waiting.count
  }

  private func countQueued(_ ranks: inout RankChanges) throws -> Int {
    let columns: SQL = "campaign, person, referral, joined_at, confirmed, is_ranked, app"
    let waiting = try waiting(columns, on: .queue) { (place: QueuePlace($0), app: $0.integer(6)) }
    try connection.send(
      Self.queued,
      for: waiting.map { [.integer($0.app), .id($0.place.campaign), .id($0.place.person)] })
    for (place, app) in waiting { place.count(1, in: &ranks, app) }
    return waiting.count
  }

  private func waiting<Counted>(
    _ columns: SQL, on board: Board, _ read: (any Row) throws -> Counted
  ) throws -> [Counted] {
    let rows = BoardRows(of: board)
    return try connection.rows(
      """
      SELECT \(columns) FROM \(rows.table) \(rows.unranked)
      WHERE is_ranked = 0 LIMIT \(.integer(Self.batchMax)) {claimed}
      """, read)
  }
}
