import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The installs that came through a link.
public struct AttributedInstalls {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// One of them.
  public struct Entry: Sendable {
    /// The install.
    public let install: Install
    /// The device as the app described it.
    public let device: JSON
    /// The decision.
    public let decision: StoredDecision
  }

  private static let isSignedUp: SQL = """
    EXISTS (
      SELECT 1 FROM people WHERE people.app = installs.app AND people.id = installs.person
        AND people.awaits_sign_up IS NULL)
    """

  /// Installs of a link whose decision was made in a period, newest first, after so many others.
  /// - Parameter signedUp: only those whose person signed up.
  /// - Throws: `DatabaseError`.
  public func page(
    of link: LinkID, in period: ReportPeriod, signedUp: Bool, after offset: Int, limit: Int
  ) throws -> [Entry] {
    try scope.connection.rows(
      """
      SELECT installs.id, installs.person, installs.network, installs.created_at, installs.device,
        decisions.id, decisions.at, decisions.type, decisions.reason, decisions.click,
        installs.vendor
      FROM decisions {by decisions_by_link}
      JOIN installs ON installs.app = decisions.app AND installs.id = decisions.install
      WHERE decisions.app = \(scope.tenant) AND decisions.link = \(.id(link))
        AND \(period.holds("decisions.at")) \(and: [signedUp ? Self.isSignedUp : nil])
      ORDER BY decisions.at DESC, decisions.id DESC
      LIMIT \(.integer(limit)) OFFSET \(.integer(offset))
      """
    ) { row in
      Entry(
        install: Install(
          id: row.id(0), person: row.optionalID(1), network: row.identifier(2),
          createdAt: row.instant(3), vendor: row.optionalText(10).map(Vendor.init(name:))),
        device: try row.json(4),
        decision: StoredDecision(
          id: row.id(5), at: row.instant(6), type: try row.choice(7), reason: row.text(8),
          link: link, click: row.optionalID(9), explanation: .object([])))
    }
  }
}
