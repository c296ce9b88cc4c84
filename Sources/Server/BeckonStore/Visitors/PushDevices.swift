import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The devices on which visitors may be notified, and about what. A device is its token's last
/// visitor's: of two people on one phone the second gets no notifications of the first. A visitor
/// is a number, as `ShopVisitor` has it.
struct PushDevices {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  // MARK: Changing

  /// Keeps what somebody wants. Without a device's token there is nothing to keep.
  /// - Throws: `DatabaseError`.
  func hear(_ push: PushSubscription, of visitor: Int64, at: Instant) throws {
    guard let token = push.token else { return }
    let id = Identifier(hashing: "push device", token, key: scope.app.pepper)
    var topics = try known(id, of: visitor)
    if let topic = push.topic {
      topics.removeAll { $0 == topic }
      if push.step == .subscribed { topics.append(topic) }
    }
    let row: SQL.Row = [
      "app": scope.tenant, "id": .identifier(id), "visitor": .integer(visitor),
      "token": .text(token), "provider": .text(push.provider), "system": .text(push.system),
      "system_version": .text(push.systemVersion),
      "topics": .json(.array(topics.suffix(PushSubscription.topicsMax).map(JSON.string))),
      "at": .instant(at),
    ]
    try scope.connection.send(
      """
      INSERT INTO push_devices \(row: row)
      ON CONFLICT (app, id) DO UPDATE SET
        visitor = excluded.visitor, topics = excluded.topics, at = excluded.at,
        provider = COALESCE(excluded.provider, push_devices.provider),
        system = COALESCE(excluded.system, push_devices.system),
        system_version = COALESCE(excluded.system_version, push_devices.system_version)
      """)
    try bound(visitor)
  }

  /// The topics of a device, as long as it is the same visitor's.
  private func known(_ id: Identifier, of visitor: Int64) throws -> [String] {
    let stored = try scope.connection.first(
      "SELECT topics FROM push_devices WHERE app = $1 AND id = $2 AND visitor = $3",
      [scope.tenant, .identifier(id), .integer(visitor)]
    ) { try $0.json(0) }
    return (stored?.elements ?? []).compactMap(\.string)
  }

  private func bound(_ visitor: Int64) throws {
    try scope.connection.send(
      """
      DELETE FROM push_devices WHERE app = $1 AND id IN (
        SELECT id FROM push_devices {by push_devices_by_visitor}
        WHERE app = $1 AND visitor = $2 ORDER BY at DESC, id LIMIT 100 OFFSET $3)
      """,
      [scope.tenant, .integer(visitor), .integer(PushSubscription.devicesMax)])
  }

  /// Makes a visitor's devices another's.
  func move(from old: Int64, to new: Int64) throws {
    try scope.connection.send(
      """
      UPDATE push_devices {by push_devices_by_visitor} SET visitor = $3
      WHERE app = $1 AND visitor = $2
      """, [scope.tenant, .integer(old), .integer(new)])
    try bound(new)
  }

  /// Forgets a visitor's devices.
  func forget(_ visitor: Int64) throws {
    try scope.connection.send(
      """
      DELETE FROM push_devices {by push_devices_by_visitor} WHERE app = $1 AND visitor = $2
      """, [scope.tenant, .integer(visitor)])
  }

  // MARK: Reading

  /// A page of a visitor's devices with the install that they are joined to, for an export.
  /// - Throws: `DatabaseError`.
  func page(of visitor: Int64, behind place: Int64, _ limit: Int) throws -> [ExportRow] {
    try scope.connection.rows(
      """
      SELECT d.token, d.provider, d.system, d.system_version, d.topics, d.at, v.install
      FROM push_devices AS d {by push_devices_by_visitor}
      JOIN shop_visitors AS v ON v.number = d.visitor
      WHERE d.app = $1 AND d.visitor = $2 ORDER BY d.at DESC, d.id LIMIT $3 OFFSET $4
      """,
      [
        scope.tenant, .integer(visitor), .integer(limit),
        .integer(min(max(0, place), Int64(PushSubscription.devicesMax))),
      ]
    ) { row in
      .object([
        "token": .string(row.text(0)), "provider": row.optionalText(1).map(JSON.string),
        "os": row.optionalText(2).map(JSON.string),
        "os_version": row.optionalText(3).map(JSON.string), "topics": try row.json(4),
        "at": .instant(row.instant(5)),
        "install": (row.optionalID(6) as InstallID?).map(JSON.id),
      ])
    }.enumerated().map { ExportRow(key: "\(place + Int64($0.offset) + 1)", json: $0.element) }
  }
}
