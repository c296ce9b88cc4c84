import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What a feature works with inside one transaction: a connection, the tenant, and the time.
/// Whoever holds a scope can reach nothing of another tenant.
public struct Scope {
  /// The transaction.
  public let connection: any Connection
  /// The tenant.
  public let app: AppContext
  /// When the request was received.
  public let now: Instant
  /// Time and chance, for new ids and tokens.
  public let ambient: Ambient
  /// The URL under which people reach the server; `nil` when it is not known.
  private let publicURL: String?

  /// Makes a scope.
  public init(
    connection: any Connection, app: AppContext, now: Instant, ambient: Ambient,
    publicURL: String? = nil
  ) {
    self.publicURL = publicURL
    self.connection = connection
    self.app = app
    self.now = now
    self.ambient = ambient
  }

  /// The host that all apps share, in lower case; `nil` when it is not known.
  public var publicHost: String? { publicURL.flatMap { OpenedLink($0)?.host } }

  /// The tenant as the first parameter of every statement.
  var tenant: DatabaseValue { .integer(app.number) }

  /// The request's time as a parameter.
  var time: DatabaseValue { .integer(now.milliseconds) }

  /// A new id that sorts by the request's time.
  func newID<Kind>() -> ID<Kind> {
    ID(Identifier(at: now, random: (ambient.random(), ambient.random())))
  }
}

/// What stands in place of a personal text where it need not be read, only recognised.
extension AppContext {
  /// The keyed hash of an identity: subject of the facts sent under it, and its tombstone.
  public func digest(of identity: Identity) -> Identifier {
    Identifier(hashing: identity.kind.rawValue, identity.value, key: pepper)
  }

  /// The keyed hash of an app's own install id: the install's key, and subject of its facts.
  public func digest(ofInstall installID: String) -> Identifier {
    Identifier(hashing: "install", installID, key: pepper)
  }

  /// The keyed hash of a network address.
  public func digest(ofNetwork network: String) -> Identifier {
    Identifier(hashing: "network", network, key: pepper)
  }

}
