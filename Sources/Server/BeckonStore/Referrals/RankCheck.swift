import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Whether the trees by which an app's ranks are found are what counting every person anew comes
/// to.
public struct RankCheck: Sendable {
  /// Nodes that count otherwise: campaign, board, node, and the two numbers.
  public let wrongNodes: [String]

  private struct Key: Hashable {
    let campaign: CampaignID
    let board: Board
    let node: Int64
  }

  /// By how much nodes are wrong: what is to be added.
  private let missing: [Key: Int64]

  private let app: Int64

  /// Reads every person's counts, and the trees, of the app with this number.
  /// - Throws: `DatabaseError`.
  public init(of app: Int64, _ connection: any Connection) throws {
    self.app = app
    let stored = try Self.stored(app, connection)
    let counted = try Self.counted(app, connection)
    missing = counted.merging(stored.mapValues(-)) { $0 + $1 }.filter { $0.value != 0 }
    wrongNodes = missing.keys.map { key in
      """
      \(key.campaign.text) \(key.board.word) \(key.node): \
      \(stored[key] ?? 0), not \(counted[key] ?? 0)
      """
    }.sorted()
  }

  /// Makes wrong nodes right, in the transaction in which they were found, and gives how many.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func mend(_ connection: any Connection) throws -> Int {
    var changes = RankChanges()
    for (key, people) in missing {
      changes.add(people, to: key.node, on: key.board, of: key.campaign, app)
    }
    try changes.store(in: connection)
    return missing.count
  }

  private static func stored(
    _ app: Int64, _ connection: any Connection
  ) throws -> [Key: Int64] {
    let rows = try connection.rows(
      """
      SELECT campaign, board, node, CAST(SUM(people) AS BIGINT) FROM rank_counts
      WHERE app = $1 GROUP BY campaign, board, node
      """, [.integer(app)]
    ) { row in
      guard let board = Board(stored: row.text(1)) else {
        throw DatabaseError.corrupt("there is no board '\(row.text(1))'")
      }
      return (Key(campaign: row.id(0), board: board, node: row.integer(2)), row.integer(3))
    }
    return Dictionary(rows, uniquingKeysWith: +)
  }

  private static func counted(
    _ app: Int64, _ connection: any Connection
  ) throws -> [Key: Int64] {
    var counted: [Key: Int64] = [:]
    for board in [Board.confirmed, .points, .queue] {
      let found = BoardRows(of: board)
      let rows = try connection.rows(
        """
        SELECT campaign, \(found.score), COUNT(*) FROM \(found.table)
        WHERE app = \(.integer(app)) AND is_ranked = 1 AND \(found.isOnBoard)
        GROUP BY campaign, \(found.score)
        """
      ) { (campaign: $0.id(0, CampaignID.self), score: $0.integer(1), people: $0.integer(2)) }
      for row in rows {
        for node in RankNode.all(of: row.score) {
          let key = Key(campaign: row.campaign, board: board, node: node.number)
          counted[key, default: 0] += row.people
        }
      }
    }
    return counted.merging(try joined(app, connection)) { first, _ in first }
  }

  private static func joined(
    _ app: Int64, _ connection: any Connection
  ) throws -> [Key: Int64] {
    let rows = try connection.rows(
      """
      SELECT campaign, confirmed, joined_at FROM queue_places WHERE app = $1 AND is_ranked = 1
      """, [.integer(app)]
    ) { (campaign: $0.id(0, CampaignID.self), confirmed: $0.integer(1), at: $0.instant(2)) }
    var counted: [Key: Int64] = [:]
    for row in rows {
      let board = Board.joined(confirmed: row.confirmed)
      for node in RankNode.all(of: JoinSpan(of: row.at).score) {
        counted[Key(campaign: row.campaign, board: board, node: node.number), default: 0] += 1
      }
    }
    return counted
  }
}
