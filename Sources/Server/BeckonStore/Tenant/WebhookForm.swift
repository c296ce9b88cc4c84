import BeckonEngine
import BeckonModel

/// How a webhook's requests look, and what they can say: in Beckon's own form, in Slack's, or as a
/// vendor's receivers expect it. A webhook's row holds the name.
public struct WebhookForm: Sendable {
  /// Its name, as the API and the database write it.
  public let name: String
  /// What it can be sent; `nil` for everything.
  public let topics: [WebhookTopic]?
  /// When a delivery that failed is tried again.
  public let retries: RetrySchedule
  /// Makes the bodies, one for each request: none when there is nothing to tell. The scope is the
  /// transaction in which the deliveries are stored.
  let bodies: @Sendable (WebhookPayload, Scope) throws -> [JSON]
  /// Makes the header fields that it has beside those of every delivery.
  public let headers: @Sendable (Sent) -> [(name: String, value: String)]

  /// What is about to be sent.
  public struct Sent: Sendable {
    /// The webhook's secrets.
    public let secrets: WebhookSecrets
    /// The whole body.
    public let body: [UInt8]
    /// When it is sent.
    public let at: Instant

    /// Notes what is sent.
    public init(secrets: WebhookSecrets, body: [UInt8], at: Instant) {
      self.secrets = secrets
      self.body = body
      self.at = at
    }
  }

  /// Describes a form that says all in one request.
  public init(
    name: String, topics: [WebhookTopic]? = nil, retries: RetrySchedule = .native,
    body: @escaping @Sendable (WebhookPayload, Scope) throws -> JSON,
    headers: @escaping @Sendable (Sent) -> [(name: String, value: String)]
  ) {
    self.init(
      name: name, topics: topics, retries: retries, bodies: { [try body($0, $1)] },
      headers: headers)
  }

  /// Describes a form that may say one fact in several requests, or nothing of some.
  public init(
    name: String, topics: [WebhookTopic]? = nil, retries: RetrySchedule = .native,
    bodies: @escaping @Sendable (WebhookPayload, Scope) throws -> [JSON],
    headers: @escaping @Sendable (Sent) -> [(name: String, value: String)]
  ) {
    self.name = name
    self.topics = topics
    self.retries = retries
    self.bodies = bodies
    self.headers = headers
  }

  /// Refuses choices of which it can say nothing.
  /// - Throws: `FieldError`.
  public func check(_ facts: [WebhookSelector]) throws(FieldError) {
    guard let topics else { return }
    let known = [WebhookSelector.everything] + topics.map(WebhookSelector.topic)
    guard facts.allSatisfy(known.contains) else {
      let words = topics.map(\.text).joined(separator: ", ")
      throw FieldError("facts", "must be \(words) or * in the form \(name)")
    }
  }
}

/// The forms that a server knows. A row may hold the name of another: of a vendor that the program
/// has no more.
public struct WebhookForms: Sendable {
  private let forms: [WebhookForm]

  /// These forms, each with a name of its own.
  init(_ forms: [WebhookForm]) {
    self.forms = forms
  }

  /// The form of a name.
  public subscript(_ name: String) -> WebhookForm? {
    forms.first { $0.name == name }
  }

  /// The form of a name.
  /// - Throws: `FieldError` with the names that are known.
  public func form(named name: String) throws(FieldError) -> WebhookForm {
    guard let form = self[name] else {
      throw FieldError("form", "must be one of \(names.joined(separator: ", "))")
    }
    return form
  }

  /// The names that are known.
  public var names: [String] { forms.map(\.name) }
}
