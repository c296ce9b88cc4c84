import BeckonModel

/// An identity by which a call names somebody.
public struct NamedIdentity: Hashable, Sendable {
  /// The identity.
  public let identity: Identity
  /// Whether the app's server says that it is theirs; else a client claims it.
  public let isVouched: Bool
  /// Whose it is now; `nil` when it is free.
  public let holder: KnownPerson?

  /// Makes one.
  public init(_ identity: Identity, isVouched: Bool, holder: KnownPerson?) {
    self.identity = identity
    self.isVouched = isVouched
    self.holder = holder
  }

  /// Whether the app's server has said that it is the holder's.
  fileprivate var isConfirmed: Bool { holder?.has(confirmed: identity) ?? false }
}

/// Whom a call is about that names somebody by identities, and what becomes of each of these.
///
/// What a client claims gives way to what the app's server says. So nobody gets another's account
/// by having claimed their mail address first: neither the account that the server makes for it
/// later, nor a share in their own.
public struct IdentityDecision: Hashable, Sendable {
  /// What becomes of an identity.
  public enum Fate: Hashable, Sendable {
    /// It was free and becomes the person's.
    case attached
    /// A client had claimed it for somebody else, who loses it.
    case taken
    /// A client had claimed it for the person; now the server has said so.
    case confirmed
    /// It is the person's already.
    case unchanged
    /// It is somebody else's and stays so.
    case conflict
  }

  /// The person; `nil` for somebody new.
  public let owner: KnownPerson?
  /// What becomes of the identities, in the order in which they are named.
  public let fates: [Fate]
  /// Whether the person was known only by what clients said until now. Then tokens of theirs may be
  /// in anybody's hands.
  public let isFirstConfirmed: Bool
}

extension IdentityDecision {
  /// Decides.
  /// - Parameters:
  ///   - named: the identities, in the order of `IdentityKind`, in which the app's own id is first.
  ///   - user: who uses the install that the call names.
  ///   - signedIn: the person whom the caller is by a token of the app's server.
  public static func decide(
    _ named: [NamedIdentity], user: KnownPerson?, signedIn: KnownPerson? = nil
  ) -> IdentityDecision {
    let owner = signedIn ?? holder(of: named) ?? unknown(user, named)
    let fates = named.map { fate(of: $0, owner) }
    return IdentityDecision(
      owner: owner, fates: fates,
      isFirstConfirmed: owner?.standing == .claimed && fates.contains(.confirmed))
  }

  private static func holder(of named: [NamedIdentity]) -> KnownPerson? {
    let userID = named.first { $0.identity.kind == .userID }?.identity
    func first(where fits: (NamedIdentity, KnownPerson) -> Bool) -> KnownPerson? {
      named.first { name in name.holder.map { fits(name, $0) } ?? false }?.holder
    }
    guard named.contains(where: \.isVouched) else {
      return first { !$1.isOther(than: userID) }
    }
    // What the server said before decides first.
    return first { name, holder in
      name.isVouched && name.isConfirmed && !holder.isOther(than: userID, onlyConfirmed: true)
    }
      // Then who was only claimed, or whose token is shown. Not who is confirmed by something that
      // the call does not name: they may have claimed what is another's.
      ?? first { name, holder in
        let isOnlyClaimed = name.isVouched && holder.standing == .claimed
        return (isOnlyClaimed || holder.isProven) && !holder.isOther(than: userID)
      }
  }

  /// An anonymous user of the install becomes known; a call that names nobody is about the user.
  private static func unknown(_ user: KnownPerson?, _ named: [NamedIdentity]) -> KnownPerson? {
    guard let user, named.isEmpty || user.standing == .anonymous else { return nil }
    return user
  }

  private static func fate(of name: NamedIdentity, _ owner: KnownPerson?) -> Fate {
    guard let holder = name.holder else { return .attached }
    let isChanged = name.isVouched && !name.isConfirmed
    if holder.id == owner?.id { return isChanged ? .confirmed : .unchanged }
    return isChanged ? .taken : .conflict
  }
}

extension PersonStanding {
  /// Whether the tokens and installs of somebody of this standing go on being theirs when they and
  /// somebody of the other standing are made one. The app's server says that the two are one; it
  /// does not say whose the phone is that claimed one of them.
  public func keepsTokens(mergedWith other: PersonStanding) -> Bool {
    self != .claimed || other != .confirmed
  }
}
