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
    try connection.first(
      "SELECT 1 FROM referral_counts {by referral_counts_unranked} WHERE is_ranked = 0 LIMIT 1", []
    ) { _ in true } ?? false
  }

  private static let counted = BulkStatement(
    """
    UPDATE referral_counts SET is_ranked = 1 {each}
    WHERE app = $1 AND campaign = $2 AND person = $3
    """, [.integer("app"), .identifier("campaign"), .identifier("person")])

  /// Counts the next people, and gives how many; those whom another server counts are left to it.
  /// - Throws: `DatabaseError`.
  public func run() throws -> Int {
    let waiting = try connection.rows(
      """
      SELECT \(ReferralCounts.Counted.columns)
      FROM referral_counts {by referral_counts_unranked}
      WHERE is_ranked = 0 LIMIT \(.integer(Self.batchMax)) {claimed}
      """
    ) { ReferralCounts.Counted($0) }
    try connection.send(
      Self.counted,
      for: waiting.map { [.integer($0.key.app), .id($0.key.campaign), .id($0.key.person)] })
    var ranks = RankChanges()
    for row in waiting {
      ranks.move(
        from: nil, to: row.score, on: .confirmed, of: row.key.campaign, row.key.app)
    }
    try ranks.store(in: connection)
    return waiting.count
  }
}
