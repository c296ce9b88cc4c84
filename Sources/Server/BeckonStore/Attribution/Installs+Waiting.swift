import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Installs about which nothing is decided until a call describes their device (`DecisionBasis`).
extension Installs {
  /// Installs that have waited long enough, decided about in one transaction.
  private static let batchMax: Int64 = 200

  /// Whether an install waits, by the app's own id of it; `nil` when it is not there.
  /// - Throws: `DatabaseError`.
  public func isWaiting(client installID: String) throws -> Bool? {
    try scope.connection.first(
      "SELECT awaits_device FROM installs WHERE app = $1 AND client = $2",
      [scope.tenant, .identifier(scope.app.digest(ofInstall: installID))]
    ) { !$0.isNull(0) }
  }

  /// Waits for whoever else decides about an install, and tells whether it still waits.
  /// - Throws: `DatabaseError`.
  func holdWaiting(_ install: InstallID) throws -> Bool {
    try scope.connection.first(
      "SELECT awaits_device FROM installs WHERE app = $1 AND id = $2 {locked}",
      [scope.tenant, .id(install)]
    ) { !$0.isNull(0) } ?? false
  }

  /// Notes that something was decided about an install.
  /// - Throws: `DatabaseError`.
  func endWaiting(_ install: InstallID) throws {
    try scope.connection.send(
      "UPDATE installs SET awaits_device = NULL WHERE app = $1 AND id = $2",
      [scope.tenant, .id(install)])
  }

  /// Keeps what is known of an install's device.
  /// - Throws: `DatabaseError`.
  func describe(_ install: InstallID, _ device: JSON) throws {
    try scope.connection.send(
      "UPDATE installs SET device = $3 WHERE app = $1 AND id = $2",
      [scope.tenant, .id(install), .json(device)])
    // Its platform is counted.
    try publishChange(of: [install])
  }

  // MARK: After a day

  /// An install that has waited long enough.
  public struct Overdue: Sendable {
    /// The tenant's number.
    public let app: Int64
    fileprivate let install: InstallID
    fileprivate let client: Identifier
    fileprivate let device: JSON
  }

  private static func latest(at now: Instant) -> Instant {
    now.adding(milliseconds: -DecisionBasis.waitMilliseconds)
  }

  /// Whether any install has waited long enough.
  /// - Throws: `DatabaseError`.
  public static func isAnyOverdue(at now: Instant, _ connection: any Connection) throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM installs {by installs_waiting}
      WHERE awaits_device IS NOT NULL AND created_at <= $1 LIMIT 1
      """, [.instant(latest(at: now))]
    ) { _ in true } ?? false
  }

  /// Those that have, of all apps, and that no other server has taken, the longest first.
  /// - Throws: `DatabaseError`.
  public static func overdue(at now: Instant, _ connection: any Connection) throws -> [Overdue] {
    try connection.rows(
      """
      SELECT app, id, client, device FROM installs {by installs_waiting}
      WHERE awaits_device IS NOT NULL AND created_at <= $1
      ORDER BY created_at LIMIT $2 {claimed}
      """, [.instant(latest(at: now)), .integer(batchMax)]
    ) {
      Overdue(
        app: $0.integer(0), install: $0.id(1), client: $0.identifier(2), device: try $0.json(3))
    }
  }

  /// Decides that nothing led to an install that has waited long enough.
  /// - Throws: `DatabaseError`.
  public func giveUpWaiting(_ overdue: Overdue) throws {
    let decisions = Decisions(scope)
    let decision = decisions.new(.withoutDevice)
    try scope.connection.insert(
      [decisions.row(of: decision, about: overdue.install, nil)], by: Decisions.insertion)
    try endWaiting(overdue.install)
    let row = decisions.feedRow(
      decision, about: overdue.install, nil, nil, overdue.device, client: overdue.client,
      installID: nil, isByClient: true)
    try Feed(scope).publish([row].compactMap { $0 })
  }
}
