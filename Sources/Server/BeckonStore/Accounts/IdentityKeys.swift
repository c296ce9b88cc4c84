import BeckonBasics
import BeckonDatabase
import BeckonModel

/// A key by which an app's server signs who its users are, so that they can sign in on a new phone.
public struct IdentityKey: Sendable {
  /// Its id, which a signature may name.
  public let id: IdentityKeyID
  /// The key, known to the app's server too.
  public let secret: String
  /// When it was made.
  public let createdAt: Instant

  /// Whether the signature was made with this key: HMAC with SHA-256 by the bytes of its text.
  func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    let expected = Hash.hmac(bytes, key: Array(secret.utf8))
    guard signature.count == expected.count else { return false }
    // Every byte is looked at, so that the time tells nothing of how many were right.
    return zip(signature, expected).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// The keys by which an app's server signs who its users are. Several at a time, so that they can
/// be replaced: each is good until it is removed.
public struct IdentityKeys {
  /// Most of an app's.
  public static let perAppMax = 5

  private let connection: any Connection

  /// Works on this transaction.
  public init(_ connection: any Connection) {
    self.connection = connection
  }

  /// What became of making a key.
  public enum Creation: Sendable {
    /// It is made.
    case made(IdentityKey)
    /// There is no such app.
    case noApp
    /// The app has `perAppMax` already.
    case tooMany
  }

  /// Makes a key of 256 bits, as many as the signature has (RFC 7518, 3.2).
  /// - Throws: `DatabaseError`.
  public func create(app: AppID, ambient: Ambient) throws -> Creation {
    guard let number = try Accounts(connection).number(of: app) else { return .noApp }
    guard try keys(of: number).count < Self.perAppMax else { return .tooMany }
    let rest = Identifier(high: ambient.random(), low: ambient.random())
    let key = IdentityKey(
      id: ambient.id(), secret: ambient.secret(prefix: "ik") + rest.text, createdAt: ambient.now())
    try connection.send(
      "INSERT INTO identity_keys (id, app, secret, created_at) VALUES ($1, $2, $3, $4)",
      [.id(key.id), .integer(number), .text(key.secret), .instant(key.createdAt)])
    return .made(key)
  }

  /// An app's keys, oldest first.
  /// - Throws: `DatabaseError`.
  public func keys(of app: AppID) throws -> [IdentityKey] {
    try Accounts(connection).number(of: app).map(keys) ?? []
  }

  /// Removes a key, so that nothing signed by it counts any more; `false` when this app has none of
  /// this id.
  /// - Throws: `DatabaseError`.
  public func remove(_ id: IdentityKeyID, app: AppID) throws -> Bool {
    guard let number = try Accounts(connection).number(of: app) else { return false }
    return try connection.run(
      "DELETE FROM identity_keys WHERE id = $1 AND app = $2", [.id(id), .integer(number)]) > 0
  }

  func keys(of number: Int64) throws -> [IdentityKey] {
    try connection.rows(
      "SELECT id, secret, created_at FROM identity_keys WHERE app = $1 ORDER BY id",
      [.integer(number)]
    ) { IdentityKey(id: $0.id(0), secret: $0.text(1), createdAt: $0.instant(2)) }
  }
}
