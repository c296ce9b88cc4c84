import BeckonModel

/// A link by which somebody signs in to the dashboard, once.
public struct OperatorLink: Hashable, Sendable {
  /// Its id, for taking it back.
  public let id: OperatorLinkID
  /// Who signs in by it, and as what. Nobody has this id before the link is used, if it invites.
  public let holder: Operator
  /// When it was made.
  public let createdAt: Instant
  /// When it ends.
  public let expiresAt: Instant
  /// When somebody signed in by it; `nil` if nobody has.
  public let usedAt: Instant?

  /// Makes a link.
  public init(
    id: OperatorLinkID, holder: Operator, createdAt: Instant, expiresAt: Instant,
    usedAt: Instant? = nil
  ) {
    self.id = id
    self.holder = holder
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.usedAt = usedAt
  }

  /// Whether somebody can sign in by it.
  public func isGood(at now: Instant) -> Bool { usedAt == nil && now < expiresAt }

  /// How long a link is good that the program prints, in milliseconds.
  public static let printedMilliseconds = Span.dayMilliseconds
  /// How long an invitation is good, in milliseconds.
  public static let invitationMilliseconds = 7 * Span.dayMilliseconds
}
