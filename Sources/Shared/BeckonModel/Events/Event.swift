/// Something that somebody did, as its sender tells it.
public struct Event: Hashable, Sendable {
  /// Whose an event is.
  public enum Subject: Hashable, Sendable {
    /// A person's, by id.
    case person(PersonID)
    /// A person's, by the app's own id.
    case userID(String)
    /// An install's, by the app's own id.
    case installID(String)
    /// Nobody's.
    case none
  }

  /// The client's own id, made before the first try; the same id again is a duplicate.
  public let id: String
  /// What happened.
  public let name: String
  /// Whose event it is.
  public let subject: Subject
  /// When it happened by the sender's clock; without it, when it was received.
  public let at: Instant?
  /// More about it.
  public let properties: JSON
  /// Version of the terms to which the person agreed.
  public let consent: String?

  /// Makes an event.
  public init(
    id: String, name: String, subject: Subject, at: Instant?, properties: JSON = .object([]),
    consent: String? = nil
  ) {
    self.id = id
    self.name = name
    self.subject = subject
    self.at = at
    self.properties = properties
    self.consent = consent
  }
}
