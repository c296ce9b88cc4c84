import BeckonModel

/// An identity of somebody, and who said that it is theirs.
public struct KnownIdentity: Hashable, Sendable {
  /// The identity.
  public let identity: Identity
  /// Whether the app's server said so, with a secret key or by its signature. Else it is only
  /// claimed: a client said so, and anyone can be a client.
  public let isConfirmed: Bool

  /// Makes one.
  public init(_ identity: Identity, isConfirmed: Bool) {
    self.identity = identity
    self.isConfirmed = isConfirmed
  }
}

/// How sure it is who a person is.
public enum PersonStanding: CaseIterable, Sendable {
  /// Known by nothing but an install.
  case anonymous
  /// Known only by what clients say.
  case claimed
  /// Known by at least one identity for which the app's server has vouched.
  case confirmed
}

/// A person, as far as it matters to whose identities are.
public struct KnownPerson: Hashable, Sendable {
  /// The person.
  public let id: PersonID
  /// By what they are known.
  public let identities: [KnownIdentity]
  /// Whether the caller shows a token of theirs.
  public let isProven: Bool

  /// Makes one.
  public init(id: PersonID, identities: [KnownIdentity], isProven: Bool = false) {
    self.id = id
    self.identities = identities
    self.isProven = isProven
  }

  /// How sure it is who they are.
  public var standing: PersonStanding {
    if identities.isEmpty { return .anonymous }
    return identities.contains(where: \.isConfirmed) ? .confirmed : .claimed
  }

  /// Whether what was stored under this identity of theirs may be told or erased on this word. A
  /// claimed one may be another's: then only the server can tell, and not where it has named the
  /// person by something else.
  public func ownsFacts(of known: KnownIdentity, to trust: Trust) -> Bool {
    known.isConfirmed || (trust == .server && standing == .claimed)
  }

  func has(confirmed identity: Identity) -> Bool {
    identities.contains(KnownIdentity(identity, isConfirmed: true))
  }

  /// Whether the app calls them by another id of its own than this. Of two such ids, each is a
  /// person.
  public func isOther(than userID: Identity?, onlyConfirmed: Bool = false) -> Bool {
    guard let userID else { return false }
    let known = identities.filter {
      $0.identity.kind == .userID && ($0.isConfirmed || !onlyConfirmed)
    }
    return !known.isEmpty && !known.contains { $0.identity == userID }
  }
}
