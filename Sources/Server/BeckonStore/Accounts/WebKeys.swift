import BeckonBasics
import BeckonDatabase
import BeckonModel

/// A key of an app to which its pages seal what they send, so that only the server can read it.
public struct WebKey: Sendable {
  /// Its id, which a page sends with what it has sealed.
  public let id: WebKeyID
  /// The half that opens.
  public let privateKey: P256PrivateKey
  /// When it was made.
  public let createdAt: Instant

  /// The half that seals, as pages are given it: the 65 bytes of the point in base64url.
  public var publicKey: String { Base64.url.encode(privateKey.point) }
}

/// Why a key cannot be made.
public enum WebKeyFault: Error, Hashable, Sendable {
  /// There is no such app.
  case noApp
  /// The app has `Limits.webKeys` already.
  case tooMany
  /// The cryptographic library has made none.
  case notMade
}

/// The keys to which pages seal. Several at a time, so that they can be replaced: each opens until
/// it is removed. Like the keys of the API they tell whose app a request is of.
public struct WebKeys {
  private let connection: any Connection

  /// Works on this transaction.
  public init(_ connection: any Connection) {
    self.connection = connection
  }

  /// Makes a key.
  /// - Throws: `WebKeyFault`, `DatabaseError`.
  public func create(app: AppID, ambient: Ambient) throws -> WebKey {
    guard let number = try Accounts(connection).number(of: app) else { throw WebKeyFault.noApp }
    guard try keys(of: app).count < Limits.webKeys else { throw WebKeyFault.tooMany }
    guard let made = P256PrivateKey.make(), let bytes = made.der else {
      throw WebKeyFault.notMade
    }
    let key = WebKey(id: ambient.id(), privateKey: made, createdAt: ambient.now())
    try connection.send(
      "INSERT INTO web_keys (id, app, private_key, created_at) VALUES ($1, $2, $3, $4)",
      [
        .id(key.id), .integer(number), .text(Base64.standard.encode(bytes)),
        .instant(key.createdAt),
      ])
    return key
  }

  /// A key, and the number of the app whose it is.
  /// - Throws: `DatabaseError`.
  public func find(_ id: WebKeyID) throws -> (app: Int64, key: WebKey)? {
    try connection.first(
      "SELECT id, private_key, created_at, app FROM web_keys WHERE id = $1", [.id(id)]
    ) { (app: $0.integer(3), key: try Self.read($0)) }
  }

  /// An app's keys, oldest first.
  /// - Throws: `DatabaseError`.
  public func keys(of app: AppID) throws -> [WebKey] {
    guard let number = try Accounts(connection).number(of: app) else { return [] }
    return try connection.rows(
      "SELECT id, private_key, created_at FROM web_keys WHERE app = $1 ORDER BY id",
      [.integer(number)], Self.read)
  }

  /// Removes a key, so that nothing sealed to it can be opened any more; `false` when this app has
  /// none of this id.
  /// - Throws: `DatabaseError`.
  public func remove(_ id: WebKeyID, app: AppID) throws -> Bool {
    guard let number = try Accounts(connection).number(of: app) else { return false }
    let changed = try connection.run(
      "DELETE FROM web_keys WHERE id = $1 AND app = $2", [.id(id), .integer(number)])
    try connection.announce(Announcement(app: number, .keys))
    return changed > 0
  }

  private static func read(_ row: any Row) throws -> WebKey {
    guard let bytes = Base64.standard.decode(row.text(1)), let key = P256PrivateKey(der: bytes)
    else { throw DatabaseError.corrupt("web_keys holds something that is no private key") }
    return WebKey(id: row.id(0), privateKey: key, createdAt: row.instant(2))
  }
}
