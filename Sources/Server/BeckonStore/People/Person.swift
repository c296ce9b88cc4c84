import BeckonModel

/// A person of an app.
public struct Person: Hashable, Sendable {
  /// The person's id.
  public let id: PersonID
  /// What the app said about the person.
  public let attributes: JSON
  /// Version of the terms to which the person agreed.
  public let consent: String?
  /// Whether the person is known by what an app said of who uses it, and has not signed up yet.
  public let awaitsSignUp: Bool
  /// When the person was created.
  public let createdAt: Instant
  /// The person into whom this one was merged.
  public let mergedInto: PersonID?
  /// The vendor by whose protocol alone the person is known; `nil` for Beckon's own.
  public let vendor: Vendor?
  /// When the person was erased.
  public let erasedAt: Instant?

  /// Whether the person can still act.
  public var isPresent: Bool { mergedInto == nil && erasedAt == nil }
}
