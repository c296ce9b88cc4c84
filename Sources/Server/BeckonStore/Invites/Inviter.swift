import BeckonModel

/// In whose name people are invited.
public enum Inviter: Hashable, Sendable {
  /// A person, who has shown their token.
  case person(PersonID)
  /// A client that does not say who invites: a keyed hash of the address from which it comes, and
  /// of its install, if it names one. Nobody is credited with what comes of it.
  case unnamed(network: Identifier, install: Identifier?)
  /// The app's own server, for nobody.
  case server

  /// The person, if it is one.
  public var person: PersonID? {
    if case .person(let person) = self { person } else { nil }
  }
}
