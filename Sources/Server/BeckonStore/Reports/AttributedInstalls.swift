import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The people who signed up on installs that came through a link.
public struct AttributedInstalls {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// One of them.
  public struct Entry: Sendable {
    /// Who signed up, whoever uses the install now.
    public let person: PersonID
    /// The install.
    public let install: Install
    /// The device as the app described it.
    public let device: JSON
    /// The decision.
    public let decision: StoredDecision
  }

  /// Sign-ups on installs of a link whose decision was made in a period; who was erased is none.
  private func signUps(_ link: LinkID, _ period: ReportPeriod) -> SQL {
    """
    FROM decisions {by decisions_by_link}
    \(Installs.ofDecisions)
    JOIN install_people AS u ON u.app = installs.app AND u.install = installs.id
      AND u.signed_up_at IS NOT NULL
    JOIN people ON people.app = u.app AND people.id = u.person AND people.erased_at IS NULL
    WHERE decisions.app = \(scope.tenant) AND decisions.link = \(.id(link))
      AND \(period.holds("decisions.at"))
    """
  }

  /// How many.
  /// - Throws: `DatabaseError`.
  public func count(of link: LinkID, in period: ReportPeriod) throws -> Int64 {
    try scope.connection.first("SELECT COUNT(*) \(signUps(link, period))") { $0.integer(0) } ?? 0
  }

  /// A page of them, newest install first, after so many others.
  /// - Throws: `DatabaseError`.
  public func page(
    of link: LinkID, in period: ReportPeriod, after offset: Int, limit: Int
  ) throws -> [Entry] {
    try scope.connection.rows(
      """
      SELECT installs.id, installs.person, installs.network, installs.created_at, installs.device,
        decisions.id, decisions.at, decisions.type, decisions.reason, decisions.click,
        installs.vendor, u.person
      \(signUps(link, period))
      ORDER BY decisions.at DESC, decisions.id DESC, u.signed_up_at, u.person
      LIMIT \(.integer(limit)) OFFSET \(.integer(offset))
      """
    ) { row in
      Entry(
        person: row.id(11),
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
