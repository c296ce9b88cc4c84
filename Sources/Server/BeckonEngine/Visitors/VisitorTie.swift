import BeckonModel

/// A visitor, as far as it counts for whose they are.
public struct VisitorStanding: Hashable, Sendable {
  /// Who they are, if they have said so.
  public let person: PersonID?
  /// Whether the app's server, or an install that is theirs, has said so; else it is a claim.
  public let isProven: Bool
  /// Whether they are joined to an install.
  public let hasInstall: Bool

  /// Makes one.
  public init(person: PersonID? = nil, isProven: Bool = false, hasInstall: Bool = false) {
    self.person = person
    self.isProven = isProven
    self.hasInstall = hasInstall
  }
}

/// What becomes of a visitor whose client says who they are.
///
/// Of several people on one device each is a visitor of their own: who comes second sees nothing of
/// who was first, and neither does whoever comes after the log-out.
public enum VisitorTie: Hashable, Sendable {
  /// They stay what they are.
  case stays
  /// They become the person's, with all they did before. If the person was on this device before,
  /// they are that visitor again.
  case becomes(PersonID, isProven: Bool)
  /// They stay the other's, and the same id means another visitor: of this person, whom it may have
  /// meant before, or a new one of nobody yet.
  case begins(PersonID?, isProven: Bool)

  /// Decides about a log-in.
  /// - Parameter isProven: whether the app's server says so.
  public static func login(
    _ person: PersonID, isProven: Bool, as visitor: VisitorStanding
  ) -> VisitorTie {
    guard let known = visitor.person else { return .becomes(person, isProven: isProven) }
    guard known == person else { return .begins(person, isProven: isProven) }
    return isProven && !visitor.isProven ? .becomes(person, isProven: true) : .stays
  }

  /// Decides about a log-out.
  public static func logout(of visitor: VisitorStanding) -> VisitorTie {
    visitor.person == nil ? .stays : .begins(nil, isProven: false)
  }

  /// Whether what a visitor did may become another's, because a client says that its id has
  /// changed: only of somebody whom nobody knows. Else whoever knows an id could take a history.
  public static func mayMove(_ old: VisitorStanding) -> Bool {
    old.person == nil && !old.hasInstall
  }

  /// Whether what another visitor of the same person did may be shown to this one.
  public static func shares(_ visitor: VisitorStanding, with other: VisitorStanding) -> Bool {
    guard let person = visitor.person, other.person == person else { return false }
    return visitor.isProven && other.isProven
  }
}
