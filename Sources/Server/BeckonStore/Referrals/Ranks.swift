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

  /// Of a campaign's board.
  public init(_ scope: Scope, of campaign: CampaignID, on board: Board = .confirmed) {
    self.scope = scope
    self.campaign = campaign
    self.board = board
  }

  /// What is known of a score.
  public struct Found: Hashable, Sendable {
    /// People with a higher one.
    public let ahead: Int64
    /// People with this very one.
    public let tied: Int64
    /// Everybody on the board.
    public let people: Int64

    /// Where those stand who have the score.
    public var standing: BoardStanding { BoardStanding(rank: ahead + 1, tied: tied) }
  }

  /// Where a person stands; `nil` when they have no referral.
  /// - Throws: `DatabaseError`.
  public func standing(of person: PersonID) throws -> BoardStanding? {
    guard let place = try Leaders(scope, of: campaign).place(of: person) else { return nil }
    return try find(place.confirmed).standing
  }

  /// How many people are ahead of a score, and how many have it.
  /// - Throws: `DatabaseError`.
  public func find(_ score: Int64) throws -> Found {
    guard try isCounted() else { return try countPeople(score) }
    let leaf = RankNode.leaf(of: score)
    let looks =
      RankNode.ahead(of: score).map { (0, $0.height, $0.prefixes) }
      + [
        (1, leaf.height, leaf.prefix...leaf.prefix), (2, RankNode.everybody.height, 0...0),
      ]
    let rows = looks.dropFirst().reduce(Self.row(looks[0])) { "\($0), \(Self.row($1))" }
    return try scope.connection.first(
      """
      SELECT \(Self.sum("0")), \(Self.sum("1")), \(Self.sum("2"))
      FROM (VALUES \(rows)) AS look CROSS JOIN rank_counts AS node
      WHERE node.app = \(scope.tenant) AND node.campaign = \(.id(campaign))
        AND node.board = \(.text(board.rawValue)) AND node.height = look.column2
        AND node.prefix >= look.column3 AND node.prefix <= look.column4
      """
    ) { Found(ahead: $0.integer(0), tied: $0.integer(1), people: $0.integer(2)) }
      ?? Found(ahead: 0, tied: 0, people: 0)
  }

  private static func row(_ look: (kind: Int, height: Int, prefixes: ClosedRange<Int64>)) -> SQL {
    func number(_ value: Int64) -> SQL { "CAST(\(.integer(value)) AS BIGINT)" }
    return """
      (\(number(Int64(look.kind))), \(number(Int64(look.height))),
        \(number(look.prefixes.lowerBound)), \(number(look.prefixes.upperBound)))
      """
  }

  private static func sum(_ kind: SQL) -> SQL {
    "CAST(COALESCE(SUM(CASE WHEN look.column1 = \(kind) THEN node.people END), 0) AS BIGINT)"
  }

  /// Where people stand who follow each other on the board.
  /// - Parameter scores: theirs, highest first.
  /// - Throws: `DatabaseError`.
  public func standings(of scores: [Int64]) throws -> [BoardStanding] {
    guard let first = scores.first else { return [] }
    return BoardStanding.all(
      of: scores, ahead: try find(first).ahead, tied: try tied(Set(scores)))
  }

  /// The next higher score that somebody has; `nil` when there is none.
  /// - Throws: `DatabaseError`.
  public func next(above score: Int64) throws -> Int64? {
    try scope.connection.first(
      """
      SELECT confirmed FROM referral_counts {by referral_counts_by_rank}
      WHERE app = $1 AND campaign = $2 AND confirmed > $3 ORDER BY confirmed LIMIT 1
      """, [scope.tenant, .id(campaign), .integer(score)]
    ) { $0.integer(0) }
  }

  private static let tied = BulkStatement(
    """
    SELECT prefix, people FROM rank_counts
    WHERE app = $1 AND campaign = $2 AND board = $3 AND height = 0 AND prefix = $4
    """, [.integer("app"), .identifier("campaign"), .text("board"), .integer("prefix")])

  /// How many people have each of these scores.
  private func tied(_ scores: Set<Int64>) throws -> [Int64: Int64] {
    guard try isCounted() else { return try countTied(scores) }
    let rows = try scope.connection.rows(
      Self.tied,
      for: scores.sorted().map {
        [scope.tenant, .id(campaign), .text(board.rawValue), .integer($0)]
      }
    ) { (score: $0.integer(0), people: $0.integer(1)) }
    return Dictionary(rows.map { ($0.score, $0.people) }, uniquingKeysWith: +)
  }

  // MARK: While the tree is not whole

  /// Whether the tree counts everybody.
  private func isCounted() throws -> Bool {
    try scope.connection.first(
      """
      SELECT 1 FROM referral_counts {by referral_counts_unranked}
      WHERE app = $1 AND campaign = $2 AND is_ranked = 0 LIMIT 1
      """, [scope.tenant, .id(campaign)]
    ) { _ in true } == nil
  }

  private func countPeople(_ score: Int64) throws -> Found {
    try scope.connection.first(
      """
      SELECT SUM(CASE WHEN confirmed > $3 THEN 1 ELSE 0 END),
        SUM(CASE WHEN confirmed = $3 THEN 1 ELSE 0 END), COUNT(*)
      FROM referral_counts
      WHERE app = $1 AND campaign = $2 AND confirmed + unconfirmed + pending > 0
      """, [scope.tenant, .id(campaign), .integer(score)]
    ) { Found(ahead: $0.integer(0), tied: $0.integer(1), people: $0.integer(2)) }
      ?? Found(ahead: 0, tied: 0, people: 0)
  }

  private func countTied(_ scores: Set<Int64>) throws -> [Int64: Int64] {
    let rows = try scope.connection.rows(
      """
      SELECT confirmed, COUNT(*) FROM referral_counts {by referral_counts_by_rank}
      WHERE app = $1 AND campaign = $2 AND confirmed >= $3 AND confirmed <= $4
        AND confirmed + unconfirmed + pending > 0
      GROUP BY confirmed
      """,
      [
        scope.tenant, .id(campaign), .integer(scores.min() ?? 0), .integer(scores.max() ?? 0),
      ]
    ) { (score: $0.integer(0), people: $0.integer(1)) }
    return Dictionary(rows.map { ($0.score, $0.people) }, uniquingKeysWith: +)
  }
}
