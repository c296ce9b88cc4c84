import BeckonDatabase
import BeckonEngine
import BeckonModel

/// How often apps that were there already were opened by a link, by day and platform.
public struct LinkOpens {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Counts an opening.
  /// - Throws: `DatabaseError`.
  func count(_ link: LinkID, on platform: Platform) throws {
    try scope.connection.send(
      """
      INSERT INTO link_opens (app, link, day, platform, count) VALUES ($1, $2, $3, $4, 1)
      ON CONFLICT (app, link, day, platform) DO UPDATE SET count = link_opens.count + 1
      """,
      [
        scope.tenant, .id(link), .text(scope.app.day(of: scope.now)), .text(platform.rawValue),
      ])
  }

  /// How often a link has opened the app since a day, by platform.
  /// - Parameter day: `YYYY-MM-DD` in the app's time zone.
  /// - Throws: `DatabaseError`.
  public func counts(of link: LinkID, since day: String) throws -> [Platform: Int64] {
    let rows = try scope.connection.rows(
      """
      SELECT platform, CAST(SUM(count) AS BIGINT) FROM link_opens
      WHERE app = $1 AND link = $2 AND day >= $3 GROUP BY platform
      """, [scope.tenant, .id(link), .text(day)]
    ) { (try $0.choice(0, Platform.self), $0.integer(1)) }
    return Dictionary(rows) { $0 + $1 }
  }
}
