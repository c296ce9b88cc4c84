import BeckonModel

/// An install of an app on a device.
public struct Install: Hashable, Sendable {
  /// Its id.
  public let id: InstallID
  /// The person who uses it now.
  public let person: PersonID?
  /// Keyed hash of the network from which it was registered.
  public let network: Identifier
  /// When it was registered.
  public let createdAt: Instant
}

/// Installs.
public struct Installs {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// The install of the app's own id.
  /// - Throws: `DatabaseError`.
  public func find(client installID: String) throws -> Install? {
    try scope.connection.first(
      """
      SELECT id, person, network, created_at FROM installs
      WHERE app = $1 AND client = $2
      """, [scope.tenant, .identifier(scope.app.digest(ofInstall: installID))], Self.read)
  }

  /// The install of this id.
  /// - Throws: `DatabaseError`.
  public func find(_ id: InstallID) throws -> Install? {
    try scope.connection.first(
      "SELECT id, person, network, created_at FROM installs WHERE app = $1 AND id = $2",
      [scope.tenant, .id(id)], Self.read)
  }

  /// The install that won a person: the first that they used.
  /// - Throws: `DatabaseError`.
  public func first(of person: PersonID) throws -> Install? {
    try scope.connection.first(
      """
      SELECT id, person, network, created_at FROM installs {by installs_by_person}
      WHERE app = $1 AND person = $2 ORDER BY id LIMIT 1
      """, [scope.tenant, .id(person)], Self.read)
  }

  /// What the app said about an install's device.
  /// - Throws: `DatabaseError`.
  public func device(of install: InstallID) throws -> JSON? {
    try scope.connection.first(
      "SELECT device FROM installs WHERE app = $1 AND id = $2", [scope.tenant, .id(install)]
    ) { try $0.json(0) }
  }

  /// The installs that a person uses.
  /// - Throws: `DatabaseError`.
  func installs(of person: PersonID) throws -> [(id: InstallID, client: Identifier, device: JSON)] {
    try scope.connection.rows(
      "SELECT id, client, device FROM installs {by installs_by_person} WHERE app = $1 AND person = $2 ORDER BY id",
      [scope.tenant, .id(person)]
    ) { (id: $0.id(0), client: $0.identifier(1), device: try $0.json(2)) }
  }

  /// Stores a new install.
  /// - Throws: `DatabaseError`.
  func create(
    client installID: String, device: JSON, network: Identifier
  ) throws -> Install {
    let install = Install(
      id: scope.newID(), person: nil, network: network, createdAt: scope.now)
    try scope.connection.send(
      """
      INSERT INTO installs (app, id, client, device, network, created_at)
      VALUES ($1, $2, $3, $4, $5, $6)
      """,
      [
        scope.tenant, .id(install.id), .identifier(scope.app.digest(ofInstall: installID)),
        .json(device), .identifier(network), scope.time,
      ])
    return install
  }

  /// Makes a person the one who uses an install now, and remembers that they did.
  /// - Throws: `DatabaseError`.
  func assign(_ install: InstallID, to person: PersonID) throws {
    try scope.connection.send(
      "UPDATE installs SET person = $3 WHERE app = $1 AND id = $2",
      [scope.tenant, .id(install), .id(person)])
    try scope.connection.send(
      """
      INSERT INTO install_people (app, install, person) VALUES ($1, $2, $3)
      ON CONFLICT DO NOTHING
      """, [scope.tenant, .id(install), .id(person)])
  }

  /// Whether a person has ever used an install.
  /// - Throws: `DatabaseError`.
  func wasUsed(_ install: InstallID, by person: PersonID) throws -> Bool {
    try scope.connection.first(
      "SELECT 1 FROM install_people WHERE app = $1 AND install = $2 AND person = $3",
      [scope.tenant, .id(install), .id(person)]
    ) { _ in true } ?? false
  }

  /// Whether anyone but this person has ever used an install.
  /// - Throws: `DatabaseError`.
  func wasUsed(_ install: InstallID, byOtherThan person: PersonID?) throws -> Bool {
    try scope.connection.first(
      """
      SELECT 1 FROM install_people WHERE app = $1 AND install = $2 AND person <> $3 LIMIT 1
      """,
      [
        scope.tenant, .id(install),
        .identifier(person?.identifier ?? Identifier(high: 0, low: 0)),
      ]
    ) { _ in true } ?? false
  }

  /// Whether a person uses an install that was registered from this network.
  /// - Throws: `DatabaseError`.
  func hasInstall(of person: PersonID, on network: Identifier) throws -> Bool {
    try scope.connection.first(
      "SELECT 1 FROM installs {by installs_by_person} WHERE app = $1 AND person = $2 AND network = $3",
      [scope.tenant, .id(person), .identifier(network)]
    ) { _ in true } ?? false
  }

  private static func read(_ row: any Row) -> Install {
    Install(
      id: row.id(0), person: row.optionalID(1), network: row.identifier(2),
      createdAt: row.instant(3))
  }
}
