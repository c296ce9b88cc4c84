import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Ranks on a campaign's boards, found without counting everybody ahead (`RankNode`). While a
/// database of before the tree is still being counted, they are counted person by person: as
/// right, but not as quick.
public struct Ranks {
  private let scope: Scope
  private let campaign: CampaignID
  private let board: Board
  private var rows: BoardRows { BoardRows(of: board) }

  /// Of a campaign's board.
  public init(_ scope: Scope, of campaign: CampaignID, on board: Board = .confirmed) {
    self.scope = scope
    self.campaign = campaign
    self.board = board
  }

  /// Where a person stands; `nil` when they are not on the board.
  /// - Throws: `DatabaseError`.
  public func standing(of person: PersonID) throws -> BoardStanding? {
    let score = try scope.connection.first(
      """
      SELECT \(rows.score) FROM \(rows.table)
      WHERE app = \(scope.tenant) AND campaign = \(.id(campaign)) AND person = \(.id(person))
        AND \(rows.isOnBoard)
      """
    ) { $0.integer(0) }
    return try score.map(standing(at:))
  }

  /// Where those stand who have a score.
  /// - Throws: `DatabaseError`.
  public func standing(at score: Int64) throws -> BoardStanding {
    guard try isCounted() else {
      let found = try countPeople(score)
      return BoardStanding(rank: found.ahead + 1, tied: found.tied)
    }
    let leaf = RankNode.leaf(of: score).number
    let sums = try people(in: RankNode.ahead(of: score) + [leaf...leaf])
    let tied = sums[leaf] ?? 0
    return BoardStanding(rank: sums.values.reduce(0, +) - tied + 1, tied: tied)
  }

  /// How many people are on the board.
  /// - Throws: `DatabaseError`.
  public func people() throws -> Int64 {
    guard try isCounted() else { return try countPeople(0).people }
    let everybody = RankNode.everybody.number
    return try people(in: [everybody...everybody])[everybody] ?? 0
  }

  private static let sum = BulkStatement(
    """
    SELECT CAST($4 AS BIGINT), CAST(COALESCE(SUM(people), 0) AS BIGINT) FROM rank_counts
    WHERE app = $1 AND campaign = $2 AND board = $3 AND node >= $4 AND node <= $5
    """,
    [
      .integer("app"), .identifier("campaign"), .text("board"), .integer("first"),
      .integer("last"),
    ])

  /// How many people are counted in nodes of these numbers, by the first number of each range.
  private func people(in looks: [ClosedRange<Int64>]) throws -> [Int64: Int64] {
    let sums = try scope.connection.rows(
      Self.sum,
      for: looks.map {
        [
          scope.tenant, .id(campaign), .text(board.word), .integer($0.lowerBound),
          .integer($0.upperBound),
        ]
      }
    ) { ($0.integer(0), $0.integer(1)) }
    return Dictionary(sums, uniquingKeysWith: +)
  }

  /// Where people stand who follow each other on the board.
  /// - Parameter scores: theirs, highest first.
  /// - Throws: `DatabaseError`.
  public func standings(of scores: [Int64]) throws -> [BoardStanding] {
    guard let first = scores.first else { return [] }
    return BoardStanding.all(
      of: scores, ahead: try standing(at: first).rank - 1, tied: try tied(Set(scores)))
  }

  /// The next higher score that somebody has; `nil` when there is none.
  /// - Throws: `DatabaseError`.
  public func next(above score: Int64) throws -> Int64? {
    try scope.connection.first(
      """
      SELECT \(rows.score) FROM \(rows.table) \(rows.byRank)
      WHERE app = \(scope.tenant) AND campaign = \(.id(campaign))
        AND \(rows.score) > \(.integer(score))
      ORDER BY \(rows.score) LIMIT 1
      """
    ) { $0.integer(0) }
  }

  /// How many people have each of these scores.
  private func tied(_ scores: Set<Int64>) throws -> [Int64: Int64] {
    guard try isCounted() else { return try countTied(scores) }
    let sums = try people(
      in: scores.map { score in
        let leaf = RankNode.leaf(of: score).number
        return leaf...leaf
      })
    return Dictionary(
      uniqueKeysWithValues: scores.map { ($0, sums[RankNode.leaf(of: $0).number] ?? 0) })
  }

  // MARK: While the tree is not whole

  /// Whether the tree counts everybody.
  func isCounted() throws -> Bool {
    try scope.connection.first(
      """
      SELECT 1 FROM \(rows.table) \(rows.unranked)
      WHERE app = \(scope.tenant) AND campaign = \(.id(campaign)) AND is_ranked = 0 LIMIT 1
      """
    ) { _ in true } == nil
  }

  private func countPeople(
    _ score: Int64
  ) throws -> (ahead: Int64, tied: Int64, people: Int64) {
    try scope.connection.first(
      """
      SELECT SUM(CASE WHEN \(rows.score) > \(.integer(score)) THEN 1 ELSE 0 END),
        SUM(CASE WHEN \(rows.score) = \(.integer(score)) THEN 1 ELSE 0 END), COUNT(*)
      FROM \(rows.table)
      WHERE app = \(scope.tenant) AND campaign = \(.id(campaign)) AND \(rows.isOnBoard)
      """
    ) { (ahead: $0.integer(0), tied: $0.integer(1), people: $0.integer(2)) }
      ?? (ahead: 0, tied: 0, people: 0)
  }

  private func countTied(_ scores: Set<Int64>) throws -> [Int64: Int64] {
    let found = try scope.connection.rows(
      """
      SELECT \(rows.score), COUNT(*) FROM \(rows.table) \(rows.byRank)
      WHERE app = \(scope.tenant) AND campaign = \(.id(campaign))
        AND \(rows.score) >= \(.integer(scores.min() ?? 0))
        AND \(rows.score) <= \(.integer(scores.max() ?? 0)) AND \(rows.isOnBoard)
      GROUP BY \(rows.score)
      """
    ) { (score: $0.integer(0), people: $0.integer(1)) }
    return Dictionary(found.map { ($0.score, $0.people) }, uniquingKeysWith: +)
  }
}
