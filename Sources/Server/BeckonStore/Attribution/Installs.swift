import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Installs.
public struct Installs {
  let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// The install of the app's own id.
  /// - Throws: `DatabaseError`.
  public func find(client installID: String) throws -> Install? {
    try scope.connection.first(
      """
      SELECT \(Self.columns) FROM installs
      WHERE app = \(scope.tenant)
        AND client = \(.identifier(scope.app.digest(ofInstall: installID)))
      """, Self.read)
  }

  /// The install of this id.
  /// - Throws: `DatabaseError`.
  public func find(_ id: InstallID) throws -> Install? {
    try scope.connection.first(
      "SELECT \(Self.columns) FROM installs WHERE app = \(scope.tenant) AND id = \(.id(id))",
      Self.read)
  }

  /// The install that won a person: the first that they used, whoever uses it now.
  /// - Throws: `DatabaseError`.
  public func first(of person: PersonID) throws -> Install? {
    let first = try scope.connection.first(
      """
      SELECT install FROM install_people {by install_people_by_person}
      WHERE app = $1 AND person = $2 ORDER BY install LIMIT 1
      """, [scope.tenant, .id(person)]
    ) { $0.id(0, InstallID.self) }
    return try first.flatMap(find)
  }

  /// What the app said about an install's device.
  /// - Throws: `DatabaseError`.
  public func device(of install: InstallID) throws -> JSON? {
    try scope.connection.first(
      "SELECT device FROM installs WHERE app = $1 AND id = $2", [scope.tenant, .id(install)]
    ) { try $0.json(0) }
  }

  /// The installs that a person uses, behind one of them, for the export.
  /// - Throws: `DatabaseError`.
  func page(
    of person: PersonID, behind last: InstallID?, _ limit: Int
  ) throws -> [(id: InstallID, device: JSON, vendor: String?)] {
    try scope.connection.rows(
      """
      SELECT id, device, vendor FROM installs {by installs_by_person}
      WHERE app = $1 AND person = $2 AND unproven IS NULL AND id > $3
      ORDER BY id LIMIT $4
      """,
      [
        scope.tenant, .id(person), .identifier(last?.identifier ?? Identifier(high: 0, low: 0)),
        .integer(Int64(limit)),
      ]
    ) { (id: $0.id(0), device: try $0.json(1), vendor: $0.optionalText(2)) }
  }

  static let insertion = Insertion(
    "installs", key: [.integer("app"), .identifier("client")],
    [
      .identifier("id"), .text("device"), .identifier("network"), .integer("created_at"),
      .text("vendor"), .integer("awaits_device"), .integer("unnamed"),
    ])

  /// The row of a new install.
  /// - Parameters:
  ///   - client: keyed hash of the app's own id.
  ///   - isWaiting: whether nothing is decided about it until a call describes its device.
  ///   - isUnnamed: whether the call that tells of it does not name it.
  static func row(
    of install: Install, client: TenantKey, device: JSON, isWaiting: Bool, isUnnamed: Bool
  ) -> [DatabaseValue] {
    client.values + [
      .id(install.id), .json(device), .identifier(install.network), .instant(install.createdAt),
      .text(install.vendor?.name), isWaiting ? .integer(1) : .null,
      isUnnamed ? .integer(1) : .null,
    ]
  }

  private static let decided = BulkStatement(
    """
    SELECT \(columns), installs.app, installs.client,
      d.id, d.at, d.type, d.reason, d.link, d.click, installs.device, installs.awaits_device
    FROM installs LEFT JOIN decisions AS d ON d.app = installs.app AND d.install = installs.id
    WHERE installs.app = $1 AND installs.client = $2
    """, [.integer("app"), .identifier("client")])

  /// An install that was there already.
  struct Found {
    /// Keyed hash of the app's own id.
    let client: TenantKey
    let install: Install
    /// What is decided about it, without the explanation.
    let decision: StoredDecision?
    /// Its device, as JSON.
    let device: String
    /// Whether it waits for a call that describes its device.
    let isWaiting: Bool
  }

  /// Installs of the app's own ids, by their keyed hashes, with the decisions about them.
  /// - Throws: `DatabaseError`.
  static func decided(
    _ clients: [TenantKey], in connection: any Connection
  ) throws -> [Found] {
    try connection.rows(decided, for: clients.map(\.values)) { row in
      let decision =
        row.isNull(7)
        ? nil
        : StoredDecision(
          id: row.id(7), at: row.instant(8), type: try row.choice(9), reason: row.text(10),
          link: row.optionalID(11), click: row.optionalID(12), explanation: .object([]))
      return Found(
        client: TenantKey(app: row.integer(5), row.identifier(6)), install: try read(row),
        decision: decision, device: row.text(13), isWaiting: !row.isNull(14))
    }
  }

  /// Makes a person the one who uses an install now, and remembers that they did.
  /// - Throws: `DatabaseError`.
  func assign(_ install: InstallID, to person: PersonID) throws {
    try scope.connection.send(
      """
      UPDATE installs SET person = $3, disowned = NULL, named_by_server = NULL
      WHERE app = $1 AND id = $2
      """, [scope.tenant, .id(install), .id(person)])
    try scope.connection.send(
      """
      INSERT INTO install_people (app, install, person) VALUES ($1, $2, $3)
      ON CONFLICT DO NOTHING
      """, [scope.tenant, .id(install), .id(person)])
    try publishFirst(install, of: person)
  }

  /// Publishes that what brought a person is another than before, if this is the first install
  /// which they used. Not that the install has changed: what was paid on it, which may be much,
  /// stays whose it was.
  private func publishFirst(_ install: InstallID, of person: PersonID) throws {
    let isLater = try scope.connection.first(
      """
      SELECT 1 FROM install_people {by install_people_by_person}
      WHERE app = $1 AND person = $2 AND install < $3 LIMIT 1
      """, [scope.tenant, .id(person), .id(install)]
    ) { _ in true }
    guard isLater == nil else { return }
    try Feed(scope).publishChange(.origin, [person.identifier], isByClient: true)
  }

  /// Publishes that installs have another user, or were led to by something else. Anyone can make
  /// any number of them.
  /// - Throws: `DatabaseError`.
  func publishChange(of installs: [InstallID]) throws {
    try Feed(scope).publishChange(
      .topic(.install), installs.map(\.identifier), isByClient: true)
  }

  /// Makes all of a person's installs but one no proof of being them: they may be of somebody who
  /// only claimed to be. They stay the person's until it is known better.
  /// - Throws: `DatabaseError`.
  func disown(_ person: PersonID, but install: InstallID?) throws {
    let kept = install?.identifier ?? Identifier(high: 0, low: 0)
    try scope.connection.send(
      "UPDATE installs SET disowned = 1 WHERE app = $1 AND person = $2 AND id <> $3",
      [scope.tenant, .id(person), .identifier(kept)])
  }

  /// Notes whether an install has shown that it is its user's. Until then what was stored under its
  /// id may be another's, who is not exported nor erased with the user.
  /// - Throws: `DatabaseError`.
  func note(_ install: InstallID, isShown: Bool) throws {
    try scope.connection.send(
      isShown
        ? "UPDATE installs SET unproven = NULL WHERE app = $1 AND id = $2 AND unproven IS NOT NULL"
        : """
        UPDATE installs SET unproven = 1 WHERE app = $1 AND id = $2
        """, [scope.tenant, .id(install)])
  }

  /// Makes an install that was no proof of being its user one again: both were proven.
  /// - Throws: `DatabaseError`.
  func own(_ install: InstallID) throws {
    try scope.connection.send(
      "UPDATE installs SET disowned = NULL WHERE app = $1 AND id = $2 AND disowned IS NOT NULL",
      [scope.tenant, .id(install)])
  }

  /// Whether an install is no proof of being its user any more.
  /// - Throws: `DatabaseError`.
  public func isDisowned(_ install: InstallID) throws -> Bool {
    try scope.connection.first(
      "SELECT disowned FROM installs WHERE app = $1 AND id = $2", [scope.tenant, .id(install)]
    ) { !$0.isNull(0) } ?? false
  }

  /// Notes that the app's server has named an install with who uses it.
  /// - Throws: `DatabaseError`.
  func noteNamedByServer(_ install: InstallID) throws {
    try scope.connection.send(
      """
      UPDATE installs SET named_by_server = 1
      WHERE app = $1 AND id = $2 AND named_by_server IS NULL
      """, [scope.tenant, .id(install)])
  }

  /// Ends what the app's server has said by naming a person's installs, but for one: none signs the
  /// person in any more until the server names it again.
  /// - Throws: `DatabaseError`.
  func endNaming(of person: PersonID, but install: InstallID?) throws {
    let kept = install?.identifier ?? Identifier(high: 0, low: 0)
    try scope.connection.send(
      """
      UPDATE installs SET named_by_server = NULL
      WHERE app = $1 AND person = $2 AND id <> $3 AND named_by_server IS NOT NULL
      """, [scope.tenant, .id(person), .identifier(kept)])
  }

  /// Who uses an install, and who said so.
  /// - Parameter isShown: whether the call shows the install's own token.
  /// - Throws: `DatabaseError`.
  func use(of install: Install, isShown: Bool) throws -> InstallUse {
    let (isNamed, isDisowned) =
      try scope.connection.first(
        "SELECT named_by_server, disowned FROM installs WHERE app = $1 AND id = $2",
        [scope.tenant, .id(install.id)]
      ) { (!$0.isNull(0), !$0.isNull(1)) } ?? (false, false)
    return InstallUse(
      user: install.person, isShown: isShown, isNamedByServer: isNamed, isDisowned: isDisowned)
  }

  /// Everybody who has ever used an install.
  /// - Throws: `DatabaseError`.
  func users(of install: InstallID) throws -> [PersonID] {
    try scope.connection.rows(
      "SELECT person FROM install_people WHERE app = $1 AND install = $2 ORDER BY person",
      [scope.tenant, .id(install)]
    ) { $0.id(0) }
  }

  /// The installs that a person has ever used.
  /// - Throws: `DatabaseError`.
  func used(by person: PersonID) throws -> [InstallID] {
    try scope.connection.rows(
      """
      SELECT install FROM install_people {by install_people_by_person}
      WHERE app = $1 AND person = $2 ORDER BY install
      """, [scope.tenant, .id(person)]
    ) { $0.id(0) }
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

  /// What `read` reads, in its order.
  private static let columns: SQL = """
    installs.id, installs.person, installs.network, installs.created_at, installs.vendor
    """

  static func read(_ row: any Row) throws -> Install {
    Install(
      id: row.id(0), person: row.optionalID(1), network: row.identifier(2),
      createdAt: row.instant(3), vendor: row.optionalText(4).map(Vendor.init(name:)))
  }
}
