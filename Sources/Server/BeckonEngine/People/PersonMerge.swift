import BeckonModel

/// What is known of two people who turn out to be one. What the survivor has stays; what the
/// survivor lacks comes from the other.
public struct PersonMerge: Hashable, Sendable {
  /// The attributes.
  public let attributes: JSON
  /// Those that the app's server wrote.
  public let serverAttributes: JSON
  /// Version of the terms to which they agreed.
  public let consent: String?
  /// When they signed up: when the first of the two did; `nil` when neither has.
  public let signUp: SignUpTime?
  /// Whether the survivor is known by more than a vendor's protocol from now on.
  public let isKnownOtherwise: Bool

  /// When somebody signed up, and when that was received.
  public struct SignUpTime: Hashable, Sendable {
    /// When, by a clock put right.
    public let at: Instant
    /// When it was received.
    public let received: Instant
  }

  /// Merges a person into another.
  public init(_ old: Person, into new: Person) {
    attributes = old.attributes.changed(by: new.attributes)
    serverAttributes = (old.serverAttributes ?? old.attributes)
      .changed(by: new.serverAttributes ?? new.attributes)
    consent = new.consent ?? old.consent
    isKnownOtherwise = new.vendor != nil && new.vendor != old.vendor
    let ats = [old.signedUpAt, new.signedUpAt].compactMap { $0 }
    let receipts = [old.signUpReceivedAt, new.signUpReceivedAt].compactMap { $0 }
    if let at = ats.min(), let received = receipts.min() {
      signUp = SignUpTime(at: at, received: received)
    } else {
      signUp = nil
    }
  }
}
