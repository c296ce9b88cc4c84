import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What strangers report of the app's links, and whether an operator has looked.
public struct LinkReports {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Whether there is such a link, which was not deleted.
  /// - Throws: `DatabaseError`.
  public func knows(_ link: LinkID) throws -> Bool {
    guard let found = try Links(scope).find(link) else { return false }
    return found.deletedAt == nil
  }

  /// Stores what somebody reports of a link; a network has one report of it, the last. Of a link
  /// that many have reported the oldest gives way.
  /// - Parameter network: the keyed hash of where they come from.
  /// - Returns: whether there is such a link.
  /// - Throws: `DatabaseError`.
  public func add(_ report: LinkReport, of link: LinkID, from network: Identifier) throws -> Bool {
    guard try knows(link) else { return false }
    let row: SQL.Row = [
      "app": scope.tenant, "link": .id(link), "network": .identifier(network),
      "reason": .text(report.reason.rawValue), "note": .text(report.note), "at": scope.time,
    ]
    try scope.connection.run(
      """
      INSERT INTO link_reports \(row: row)
      ON CONFLICT (app, link, network) DO UPDATE SET
        reason = excluded.reason, note = excluded.note, at = excluded.at, settled_at = NULL
      """)
    try scope.connection.run(
      """
      DELETE FROM link_reports
      WHERE app = \(scope.tenant) AND link = \(.id(link)) AND network IN (
        SELECT network FROM link_reports {by link_reports_open}
        WHERE app = \(scope.tenant) AND link = \(.id(link)) AND settled_at IS NULL
        ORDER BY at DESC, network LIMIT 1000 OFFSET \(.integer(Int64(LinkReport.openOfLink))))
      """)
    return true
  }

  /// The open reports of a link, together.
  public struct Reported: Sendable {
    /// The link.
    public let link: LinkID
    /// How many networks have reported it.
    public let count: Int64
    /// When the last one did.
    public let last: Instant
    /// How often each reason was given, the one given most first.
    public let reasons: [(reason: LinkReport.Reason, count: Int64)]
    /// The last notes, the newest first.
    public let notes: [String]
  }

  /// Links that are shown, and notes of each.
  private static let (linksMost, notesMost): (Int64, Int64) = (50, 5)

  /// The links with open reports that are still there, the one reported last first: by how often it
  /// was reported, whoever has many networks would choose what an operator sees.
  /// - Throws: `DatabaseError`.
  public func open() throws -> [Reported] {
    let links = try scope.connection.rows(
      """
      SELECT link, COUNT(*), MAX(at) FROM link_reports {by link_reports_open}
      WHERE app = \(scope.tenant) AND settled_at IS NULL AND \(Self.isThere)
      GROUP BY link ORDER BY MAX(at) DESC, link LIMIT \(.integer(Self.linksMost))
      """
    ) { (link: $0.id(0, LinkID.self), count: $0.integer(1), last: $0.instant(2)) }
    return try links.map { found in
      Reported(
        link: found.link, count: found.count, last: found.last,
        reasons: try reasons(of: found.link), notes: try notes(of: found.link))
    }
  }

  /// How many links have open reports, as far as `open` shows them.
  /// - Throws: `DatabaseError`.
  public func openCount() throws -> Int64 {
    try scope.connection.first(
      """
      SELECT COUNT(*) FROM (
        SELECT DISTINCT link FROM link_reports {by link_reports_open}
        WHERE app = \(scope.tenant) AND settled_at IS NULL AND \(Self.isThere)
        LIMIT \(.integer(Self.linksMost))
      ) AS reported
      """
    ) { $0.integer(0) } ?? 0
  }

  private static let isThere: SQL = """
    EXISTS (SELECT 1 FROM links WHERE links.app = link_reports.app
      AND links.id = link_reports.link AND links.deleted_at IS NULL)
    """

  private func reasons(of link: LinkID) throws -> [(reason: LinkReport.Reason, count: Int64)] {
    try scope.connection.rows(
      """
      SELECT reason, COUNT(*) FROM link_reports {by link_reports_open}
      WHERE app = \(scope.tenant) AND link = \(.id(link)) AND settled_at IS NULL
      GROUP BY reason ORDER BY COUNT(*) DESC, reason
      """
    ) { row in
      LinkReport.Reason(word: row.text(0)).map { ($0, row.integer(1)) }
    }.compactMap { $0 }
  }

  private func notes(of link: LinkID) throws -> [String] {
    try scope.connection.rows(
      """
      SELECT note FROM link_reports {by link_reports_open}
      WHERE app = \(scope.tenant) AND link = \(.id(link)) AND settled_at IS NULL
        AND note IS NOT NULL
      ORDER BY at DESC LIMIT \(.integer(Self.notesMost))
      """
    ) { $0.text(0) }
  }

  /// Notes that an operator has looked at what was reported of a link.
  /// - Returns: how many reports that were.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func settle(_ link: LinkID) throws -> Int {
    try scope.connection.run(
      """
      UPDATE link_reports SET settled_at = \(scope.time)
      WHERE app = \(scope.tenant) AND link = \(.id(link)) AND settled_at IS NULL
      """)
  }
}
