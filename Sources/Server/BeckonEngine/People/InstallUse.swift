import BeckonModel

/// Who uses an install, and who said so: what the install proves about a person.
public struct InstallUse: Hashable, Sendable {
  /// Who uses it now.
  public let user: PersonID?
  /// Whether the call shows the install's own token. A vendor's bare id is none.
  public let isShown: Bool
  /// Whether the app's server has named it with who uses it now, and nobody has used it since.
  public let isNamedByServer: Bool
  /// Whether it has used its user's name before the server said whose it is.
  public let isDisowned: Bool

  /// Makes one.
  public init(user: PersonID?, isShown: Bool, isNamedByServer: Bool, isDisowned: Bool) {
    self.user = user
    self.isShown = isShown
    self.isNamedByServer = isNamedByServer
    self.isDisowned = isDisowned
  }

  /// Whether it signs a person in whom a call names by these identities. An anonymous person is
  /// whoever uses the install. Somebody known is so only by the word of the app's server, as it
  /// stands in a token to sign in with: this install is this user's. Nobody is signed in who is not
  /// named by what the server has confirmed: a call without identities may come after a log-out.
  public func signsIn(_ person: KnownPerson, namedBy identities: [Identity]) -> Bool {
    guard user == person.id else { return false }
    switch person.standing {
    case .anonymous: return true
    case .claimed: return false
    case .confirmed:
      return isShown && isNamedByServer && !isDisowned
        && identities.contains(where: person.has(confirmed:))
    }
  }
}
