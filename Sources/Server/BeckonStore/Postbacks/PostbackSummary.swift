import BeckonDatabase
import BeckonEngine
import BeckonModel

/// How many postbacks an app got, by day, ad network and campaign.
public struct PostbackSummary {
  /// Most rows of an answer.
  public static let rowsMax = 5_000

  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// The counts of a campaign's day.
  public struct Line: Hashable, Sendable {
    /// The day of receipt, in the app's time zone.
    public let day: String
    /// Who reports.
    public let system: PostbackSystem
    /// The ad network's id.
    public let adNetwork: String
    /// The network's number of the campaign; `nil` when Apple withheld it.
    public let source: String?
    /// Postbacks.
    public let postbacks: Int64
    /// Of those that won, the first of an install: so many installs or openings.
    public let conversions: Int64
    /// Postbacks that say that another network won.
    public let lost: Int64
    /// Sum of the fine values of those that have one.
    public let fineSum: Int64
    /// How many have a fine value.
    public let fineCount: Int64
    /// How many have each coarse value.
    public let coarse: [CoarseValue: Int64]
  }

  /// The lines of the days from `first` to `last` (`YYYY-MM-DD`), newest day first.
  /// - Throws: `DatabaseError`.
  public func lines(
    from first: String, to last: String, _ verification: PostbackVerification, limit: Int
  ) throws -> [Line] {
    try scope.connection.rows(
      """
      SELECT day, system, ad_network, source, COUNT(*),
        SUM(CASE WHEN won = 1 AND sequence_index = 0 THEN 1 ELSE 0 END),
        SUM(CASE WHEN won = 0 THEN 1 ELSE 0 END),
        CAST(COALESCE(SUM(fine), 0) AS BIGINT), COUNT(fine),
        SUM(CASE WHEN coarse = 'low' THEN 1 ELSE 0 END),
        SUM(CASE WHEN coarse = 'medium' THEN 1 ELSE 0 END),
        SUM(CASE WHEN coarse = 'high' THEN 1 ELSE 0 END)
      FROM postbacks {by postbacks_by_day}
      WHERE app = $1 AND day BETWEEN $2 AND $3 AND verification = $4
      GROUP BY day, system, ad_network, source
      ORDER BY day DESC, system, ad_network, source LIMIT $5
      """,
      [
        scope.tenant, .text(first), .text(last), .text(verification.rawValue),
        .integer(Int64(limit)),
      ]
    ) { row in
      Line(
        day: row.text(0), system: try row.choice(1), adNetwork: row.text(2),
        source: row.optionalText(3), postbacks: row.integer(4), conversions: row.integer(5),
        lost: row.integer(6), fineSum: row.integer(7), fineCount: row.integer(8),
        coarse: [.low: row.integer(9), .medium: row.integer(10), .high: row.integer(11)])
    }
  }
}
