import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What changes in the trees that count people by their score (`RankNode`), gathered in one
/// transaction.
///
/// Each connection changes its own share of a node, as with caps (`Caps`), so that those who move
/// people at the same time do not meet in one row. A share alone may be below zero; what counts is
/// the sum. Rows that have come to 0 stay: no look at the tree reads more of them than a node has
/// shares.
struct RankChanges {
  /// Shares of a node.
  static let shares = 16

  private struct Key: Hashable, Comparable {
    let app: Int64
    let campaign: CampaignID
    let board: Board
    let node: Int64

    static func < (one: Key, other: Key) -> Bool {
      guard one.board == other.board else {
        return TextKey(one.board.word) < TextKey(other.board.word)
      }
      return (one.app, one.campaign, one.node) < (other.app, other.campaign, other.node)
    }
  }

  private var people: [Key: Int64] = [:]

  /// Somebody's score comes from one to another; `nil` is on no board.
  mutating func move(
    from old: Int64?, to new: Int64?, on board: Board, of campaign: CampaignID, _ app: Int64
  ) {
    for (node, change) in RankNode.changes(from: old, to: new) {
      add(change, to: node.number, on: board, of: campaign, app)
    }
  }

  /// Counts people in a node, or takes some away.
  mutating func add(
    _ change: Int64, to node: Int64, on board: Board, of campaign: CampaignID, _ app: Int64
  ) {
    people[Key(app: app, campaign: campaign, board: board, node: node), default: 0] += change
  }

  private static let changes = BulkStatement(
    """
    INSERT INTO rank_counts (app, campaign, board, node, share, people)
    SELECT $1, $2, $3, $4, $5, $6 {each} WHERE true
    ON CONFLICT (app, campaign, board, node, share) DO UPDATE SET
      people = rank_counts.people + excluded.people
    """,
    [
      .integer("app"), .identifier("campaign"), .text("board"), .integer("node"),
      .integer("share"), .integer("people"),
    ])

  /// Stores them, in the order of their key, so that two transactions that change some of the same
  /// wait for each other in one direction only.
  /// - Throws: `DatabaseError`.
  func store(in connection: any Connection) throws {
    let share = Int64(connection.lane & (Self.shares - 1))
    let changed = people.filter { $0.value != 0 }.sorted { $0.key < $1.key }
    try connection.send(
      Self.changes,
      for: changed.map { key, change in
        [
          .integer(key.app), .id(key.campaign), .text(key.board.word), .integer(key.node),
          .integer(share), .integer(change),
        ]
      })
  }
}
