import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Apps and their keys. The only feature that looks across tenants, because a key tells the tenant.
public struct Accounts {
  private let connection: any Connection

  /// Works on this transaction.
  public init(_ connection: any Connection) {
    self.connection = connection
  }

  /// A key as the list of keys shows it.
  public struct KeyEntry: Hashable, Sendable {
    /// Its id, for revoking it.
    public let id: KeyID
    /// What its holder may do.
    public let kind: KeyKind
    /// The vendor whose clients send it; `nil` for a native key.
    public let vendor: Vendor?
    /// Its beginning.
    public let hint: String
    /// When it was made.
    public let createdAt: Instant
    /// When it was revoked, or will be.
    public let revokedAt: Instant?
  }

  /// Makes an app without keys.
  /// - Throws: `DatabaseError`.
  public func createApp(name: String, ambient: Ambient) throws -> AppID {
    let id: AppID = ambient.id()
    let pepper = ambient.secret(prefix: "pep") + ambient.secret(prefix: "per")
    try connection.send(
      "INSERT INTO apps (id, name, pepper, settings, created_at) VALUES ($1, $2, $3, $4, $5)",
      [
        .id(id), .text(name), .text(pepper), .json(AppSettings().json),
        .instant(ambient.now()),
      ])
    // What its invitations say until somebody writes something else. It has the app's own id.
    try connection.send(
      """
      INSERT INTO message_texts (app, id, text, placeholder, created_at)
      SELECT number, id, $2, $3, created_at FROM apps WHERE id = $1
      """,
      [
        .id(id), .text("Try " + name + ": " + MessageTemplate.standardPlaceholder),
        .text(MessageTemplate.standardPlaceholder),
      ])
    return id
  }

  /// Makes a native key: `pk_…` or `sk_…`. Only its hash is stored; it is shown this once.
  /// - Throws: `DatabaseError`.
  public func createKey(
    _ kind: KeyKind, app: AppID, ambient: Ambient
  ) throws -> (id: KeyID, key: String)? {
    let key = ambient.secret(prefix: kind == .secret ? "sk" : "pk")
    let id = try add(key, kind, vendor: nil, app: app, ambient: ambient)
    return id.map { ($0, key) }
  }

  /// Makes a key of a vendor, which an app ships already, a key of ours.
  /// - Throws: `DatabaseError`; `.constraint` when the key is registered for that vendor.
  public func addAlias(
    _ key: String, _ kind: KeyKind, vendor: Vendor, app: AppID, ambient: Ambient
  ) throws -> KeyID? {
    try add(key, kind, vendor: vendor, app: app, ambient: ambient)
  }

  private func add(
    _ key: String, _ kind: KeyKind, vendor: Vendor?, app: AppID, ambient: Ambient
  ) throws -> KeyID? {
    guard let number = try number(of: app) else { return nil }
    let id: KeyID = ambient.id()
    let row: SQL.Row = [
      "digest": .identifier(Self.digest(of: key, vendor: vendor)), "app": .integer(number),
      "id": .id(id), "kind": .text(kind.rawValue), "vendor": .text(vendor?.name),
      "hint": .text(key.prefix(bytes: 8) + "…"), "created_at": .instant(ambient.now()),
    ]
    try connection.send("INSERT INTO api_keys \(row: row)")
    try connection.announce(Announcement(app: number, .keys))
    return id
  }

  /// The tenant's number; `nil` when there is no such app.
  /// - Throws: `DatabaseError`.
  public func number(of app: AppID) throws -> Int64? {
    try connection.first("SELECT number FROM apps WHERE id = $1", [.id(app)]) { $0.integer(0) }
  }

  /// Whose a key is, and until when it is good: `nil` for a key without an end.
  /// - Throws: `DatabaseError`.
  public func find(
    key: String, vendor: Vendor?
  ) throws -> (app: Int64, kind: KeyKind, until: Instant?)? {
    try connection.first(
      "SELECT app, kind, revoked_at FROM api_keys WHERE digest = $1",
      [.identifier(Self.digest(of: key, vendor: vendor))]
    ) { (app: $0.integer(0), kind: try $0.choice(1), until: $0.optionalInstant(2)) }
  }

  /// Keys of an app, oldest first, the revoked ones too.
  /// - Throws: `DatabaseError`.
  public func keys(of app: AppID) throws -> [KeyEntry] {
    guard let number = try number(of: app) else { return [] }
    return try connection.rows(
      """
      SELECT id, kind, vendor, hint, created_at, revoked_at
      FROM api_keys WHERE app = $1 ORDER BY id
      """, [.integer(number)]
    ) { row in
      KeyEntry(
        id: row.id(0), kind: try row.choice(1),
        vendor: row.optionalText(2).map(Vendor.init(name:)), hint: row.text(3),
        createdAt: row.instant(4), revokedAt: row.optionalInstant(5))
    }
  }

  /// What came of rotating a key.
  public enum Rotation: Sendable {
    /// There is no such app.
    case noApp
    /// The app has no such key of this kind of its own, or it is revoked.
    case noKey
    /// Which of several keys is meant was not said.
    case several
    /// A new key, the old one, and when that ends.
    case rotated((id: KeyID, key: String), old: KeyID, endsAt: Instant)
  }

  /// Makes a new native key and ends the old one after a time: the one that is named, or the only
  /// one of its kind that has no end yet.
  /// - Throws: `DatabaseError`.
  public func rotate(
    _ kind: KeyKind, _ key: KeyID?, app: AppID, graceMilliseconds: Int64, ambient: Ambient
  ) throws -> Rotation {
    guard let number = try number(of: app) else { return .noApp }
    let candidates = try keys(of: app).filter {
      $0.kind == kind && $0.vendor == nil && $0.revokedAt == nil && (key ?? $0.id) == $0.id
    }
    guard let old = candidates.first?.id else { return .noKey }
    guard candidates.count == 1 else { return .several }
    guard let made = try createKey(kind, app: app, ambient: ambient) else { return .noApp }
    let end = ambient.now().adding(milliseconds: graceMilliseconds)
    try connection.send(
      "UPDATE api_keys SET revoked_at = $3 WHERE app = $1 AND id = $2",
      [.integer(number), .id(old), .instant(end)])
    return .rotated(made, old: old, endsAt: end)
  }

  /// Revokes a key; `false` when there is none of this id in this app, or it is revoked already.
  /// - Throws: `DatabaseError`.
  public func revoke(_ key: KeyID, app: AppID, now: Instant) throws -> Bool {
    guard let number = try number(of: app) else { return false }
    let changed = try connection.run(
      """
      UPDATE api_keys SET revoked_at = $3
      WHERE app = $1 AND id = $2 AND (revoked_at IS NULL OR revoked_at > $3)
      """, [.integer(number), .id(key), .instant(now)])
    try connection.announce(Announcement(app: number, .keys))
    return changed > 0
  }

  /// Every app, oldest first.
  /// - Throws: `DatabaseError`.
  public func apps() throws -> [(id: AppID, name: String)] {
    try connection.rows("SELECT id, name FROM apps ORDER BY number", []) {
      (id: $0.id(0), name: $0.text(1))
    }
  }

  private static func digest(of key: String, vendor: Vendor?) -> Identifier {
    Identifier(hashing: "api key", vendor?.name ?? "", key)
  }
}
