import BeckonModel

/// A person of an app.
public struct Person: Hashable, Sendable {
  /// The person's id.
  public let id: PersonID
  /// What the app said about the person.
  public let attributes: JSON
  /// The attributes that the app's server wrote, as it wrote them last. `nil` for people from
  /// before they were kept apart.
  public let serverAttributes: JSON?
  /// Version of the terms to which the person agreed.
  public let consent: String?
  /// When the person signed up, by a clock put right; `nil` before that.
  public let signedUpAt: Instant?
  /// When the sign-up was received, from which the time for setting a referrer runs.
  public let signUpReceivedAt: Instant?
  /// When the person was created.
  public let createdAt: Instant
  /// The person into whom this one was merged.
  public let mergedInto: PersonID?
  /// The vendor by whose protocol alone the person is known; `nil` for Beckon's own.
  public let vendor: Vendor?
  /// When the person was erased.
  public let erasedAt: Instant?

  /// Makes a person.
  public init(
    id: PersonID, attributes: JSON, serverAttributes: JSON?, consent: String?,
    signedUpAt: Instant?, signUpReceivedAt: Instant?, createdAt: Instant,
    mergedInto: PersonID? = nil, vendor: Vendor? = nil, erasedAt: Instant? = nil
  ) {
    self.id = id
    self.attributes = attributes
    self.serverAttributes = serverAttributes
    self.consent = consent
    self.signedUpAt = signedUpAt
    self.signUpReceivedAt = signUpReceivedAt
    self.createdAt = createdAt
    self.mergedInto = mergedInto
    self.vendor = vendor
    self.erasedAt = erasedAt
  }

  /// Whether the person can still act.
  public var isPresent: Bool { mergedInto == nil && erasedAt == nil }
  /// Whether the person is enrolled and known, perhaps by name, and has not signed up yet.
  public var awaitsSignUp: Bool { signUpReceivedAt == nil }
}
