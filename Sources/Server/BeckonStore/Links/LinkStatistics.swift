import BeckonDatabase
import BeckonModel

/// Counts of clicks by day, platform and kind. They are rolled up in the background from the stored
/// clicks, in the order of their commit, so the redirect pays nothing for them.
public struct LinkStatistics {
  /// The name of the loop that rolls clicks up, among the `Loops`.
  public static let loop = "click-roll-up"

  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// A count.
  public struct Count: Hashable, Sendable {
    /// Day in the app's time zone, `YYYY-MM-DD`.
    public let day: String
    /// Platform.
    public let platform: Platform
    /// `click`, `unique` (a visitor's first click ever), or what was no click: `robot`, `prefetch`,
    /// `preview`, `head`.
    public let kind: String
    /// How many.
    public let count: Int64
  }

  /// Visits of a link that are stored and not yet rolled up.
  /// - Throws: `DatabaseError`.
  public func notYetCounted(of link: LinkID) throws -> Int64 {
    try scope.connection.first(
      "SELECT COUNT(*) FROM clicks WHERE seq > $1 AND +app = $2 AND link = $3",
      [
        .integer(try Loops(scope.connection).position(of: Self.loop)), scope.tenant,
        .id(link),
      ]
    ) { $0.integer(0) } ?? 0
  }

  /// The counts of a link, oldest day first.
  /// - Throws: `DatabaseError`.
  public func counts(of link: LinkID) throws -> [Count] {
    try scope.connection.rows(
      """
      SELECT day, platform, kind, count FROM link_days
      WHERE app = $1 AND link = $2 ORDER BY day, platform, kind
      """, [scope.tenant, .id(link)]
    ) {
      Count(day: $0.text(0), platform: try $0.choice(1), kind: $0.text(2), count: $0.integer(3))
    }
  }
}
