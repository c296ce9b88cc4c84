import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Ids of installs, devices and users from before an app came here, as its vendor of then knew
/// them. None of them came by a link that was clicked here. Only keyed hashes are kept.
public struct EarlierIDs {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  private static let insertion = Insertion(
    "earlier_ids", key: [.integer("app"), .identifier("id")], [])

  /// Adds ids, and tells whether one of them is new.
  /// - Throws: `DatabaseError`.
  public func add(_ ids: [Identifier]) throws -> Bool {
    // A row must not be there twice in one statement.
    let rows = Set(ids).map { [scope.tenant, .identifier($0)] as [DatabaseValue] }
    return try scope.connection.insertNew(rows, by: Self.insertion).contains(true)
  }

  private static let known = BulkStatement(
    "SELECT app, id FROM earlier_ids WHERE app = $1 AND id = $2",
    [.integer("app"), .identifier("id")])

  /// Which of these are there.
  /// - Throws: `DatabaseError`.
  static func known(
    among keys: [TenantKey], in connection: any Connection
  ) throws -> Set<TenantKey> {
    guard !keys.isEmpty else { return [] }
    return Set(
      try connection.rows(known, for: keys.map(\.values)) { row in
        TenantKey(app: row.integer(0), row.identifier(1))
      })
  }

  /// Whether somebody who is known by one of these is there.
  /// - Throws: `DatabaseError`.
  public func contains(anyOf identities: [Identity]) throws -> Bool {
    let keys = Set(identities.map { TenantKey(scope, scope.app.digest(of: $0)) })
    return try !Self.known(among: keys.sorted(), in: scope.connection).isEmpty
  }

  /// Forgets an install of an erased person, and its device.
  /// - Throws: `DatabaseError`.
  func forget(_ install: InstallID) throws {
    let ids = try scope.connection.first(
      "SELECT client, device FROM installs WHERE app = $1 AND id = $2",
      [scope.tenant, .id(install)]
    ) { row in try [row.identifier(0)] + scope.app.digests(ofDevice: row.json(1)) }
    for id in ids ?? [] { try forget(id) }
  }

  /// Forgets one.
  /// - Throws: `DatabaseError`.
  func forget(_ id: Identifier) throws {
    try scope.connection.send(
      "DELETE FROM earlier_ids WHERE app = $1 AND id = $2", [scope.tenant, .identifier(id)])
  }
}

extension AppContext {
  /// Members of a device's description that name the device, in whatever case they are told.
  public static let deviceIDs = ["idfv", "idfa", "gaid"]

  /// The keyed hash of an id of a device.
  public func digest(ofDevice deviceID: String) -> Identifier {
    Identifier(hashing: "device", deviceID.lowercased(), key: pepper)
  }

  /// The keyed hashes of the ids that a device's description tells.
  func digests(ofDevice device: JSON) -> [Identifier] {
    Self.deviceIDs.compactMap { device.advertisingID($0).map(digest(ofDevice:)) }
  }
}
