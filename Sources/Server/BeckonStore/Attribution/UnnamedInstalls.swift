import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Installs that no call has named yet. The first launch that names one takes it over, with the
/// decision about it. Two phones of one kind on one network look alike, and anybody can make such
/// an install up: a launch that says itself by which link it came takes over none that came by
/// another.
struct UnnamedInstalls {
  /// An unnamed install, found for one of several launches.
  struct Found {
    fileprivate let launch: Int
    fileprivate let install: InstallID
    fileprivate let device: JSON
  }

  private static let search = BulkStatement(
    """
    SELECT installs.id, installs.device, $4 FROM installs {by installs_unnamed}
    WHERE installs.app = $1 AND installs.network = $2 AND installs.unnamed IS NOT NULL
      AND installs.created_at >= $3
    ORDER BY installs.id DESC LIMIT 20
    """,
    [.integer("app"), .identifier("network"), .integer("since"), .integer("launch")])

  /// Looks for those on the networks of launches; `nil` for a launch that names no install.
  /// - Returns: what was found for each.
  /// - Throws: `DatabaseError`.
  static func find(
    _ launches: [(scope: Scope, request: FirstLaunch.Request)?], in connection: any Connection
  ) throws -> [[Found]] {
    let rows = launches.enumerated().compactMap { index, launch -> [DatabaseValue]? in
      guard let (scope, request) = launch else { return nil }
      return [
        scope.tenant, .identifier(scope.app.digest(ofNetwork: request.network)),
        .instant(scope.now.adding(milliseconds: -SameDevice.spanMilliseconds)),
        .integer(Int64(index)),
      ]
    }
    guard !rows.isEmpty else { return launches.map { _ in [] } }
    let found = try connection.rows(search, for: rows) {
      Found(launch: Int($0.integer(2)), install: $0.id(0), device: try $0.json(1))
    }
    let byLaunch = Dictionary(grouping: found, by: \.launch)
    return launches.indices.map { byLaunch[$0] ?? [] }
  }

  /// Gives the newest of these on the same device to the launch that names it.
  /// - Parameters:
  ///   - client: keyed hash of the app's own id; if an install has it already, nothing is given.
  ///   - links: those that the launch names; one that names none takes what it finds.
  /// - Returns: the install that was given.
  /// - Throws: `DatabaseError`.
  static func give(
    _ found: [Found], to request: FirstLaunch.Request, as client: Identifier,
    naming links: [LinkID], _ scope: Scope
  ) throws -> InstallID? {
    let same = try found.first { found in
      guard SameDevice.holds(DeviceDescription(stored: found.device), request.device) else {
        return false
      }
      guard !links.isEmpty, let link = try Decisions(scope).find(found.install)?.link else {
        return true
      }
      return links.contains { $0 == link }
    }
    guard let same else { return nil }
    let isKnown = try scope.connection.first(
      "SELECT 1 FROM installs WHERE app = $1 AND client = $2",
      [scope.tenant, .identifier(client)]
    ) { _ in true }
    guard isKnown == nil else { return nil }
    let device = same.device.completed(by: request.device(for: scope.app)) ?? same.device
    let named: SQL.Row = [
      "client": .identifier(client), "unnamed": .null, "vendor": .text(request.vendor?.name),
      "device": .json(device),
    ]
    let given = try scope.connection.run(
      """
      UPDATE installs \(set: named)
      WHERE app = \(scope.tenant) AND id = \(.id(same.install)) AND unnamed IS NOT NULL
      """)
    guard given > 0 else { return nil }
    if links.isEmpty { try Decisions(scope).doubt(same.install) }
    try Installs(scope).publishChange(of: [same.install])
    return same.install
  }
}

extension Installs {
  /// Whether no call has named an install yet.
  /// - Throws: `DatabaseError`.
  func isUnnamed(_ id: InstallID) throws -> Bool {
    try scope.connection.first(
      "SELECT unnamed FROM installs WHERE app = $1 AND id = $2", [scope.tenant, .id(id)]
    ) { !$0.isNull(0) } ?? false
  }
}
