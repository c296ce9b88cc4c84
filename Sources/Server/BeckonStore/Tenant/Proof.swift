import BeckonBasics
import BeckonEngine
import BeckonModel

/// What a caller shows for being who they say: the kind of key, and perhaps a token or, where a
/// vendor's protocol has no tokens, an id that only an install knows.
public struct Proof: Hashable, Sendable {
  /// The key with which the call came.
  public let key: KeyKind
  /// The token that came along.
  public let token: String?
  /// The token's hash, under which it is stored.
  let digest: Identifier?
  /// The install whose bare id proves something, and the person who uses it if it proves that too.
  let known: Set<Identifier>
  /// The vendor by whose protocol the caller speaks for an install without a token.
  let vendor: Vendor?

  /// Makes a proof.
  public init(key: KeyKind, token: String?) {
    self.init(key: key, token: token, known: [], vendor: nil)
  }

  private init(key: KeyKind, token: String?, known: Set<Identifier>, vendor: Vendor?) {
    self.key = key
    self.token = token
    self.known = known
    self.vendor = vendor
    digest = token.map(TokenText.digest(of:))
  }

  /// The same, of a vendor's client that shows the app's own id of its install besides.
  /// - Parameter person: who uses the install.
  public func showing(_ install: Install, of person: Person?, to vendor: Vendor) -> Proof {
    let bare = BareInstallID(shownTo: vendor, install: install.vendor, person: person?.vendor)
    let known = [
      bare.provesInstall ? install.id.identifier : nil,
      bare.provesPerson ? person?.id.identifier : nil,
    ]
    return Proof(
      key: key, token: token, known: Set(known.compactMap { $0 }),
      vendor: bare.provesInstall && key == .publishable ? vendor : nil)
  }

  /// How far facts of this caller can be trusted.
  public var trust: Trust { key == .secret ? .server : .client }
}
