import BeckonModel

/// `POST /v1/password-resets/mail`: a mail by which another password is chosen.
public enum MailPasswordResetBody {
  /// To whom.
  public struct Request: Sendable {
    /// The e-mail address. Not yet in normal form.
    public let email: String
    /// The language of the mail, such as `de` or `de-AT`; that of the request when `nil`.
    public let language: String?

    /// Makes a request.
    public init(email: String, language: String? = nil) {
      self.email = email
      self.language = language
    }

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: ["email", "language"])
      email = try fields.require("email", fields.string("email", max: Limits.identityBytes))
      language = try fields.string("language", max: Limits.signalBytes)
    }

    /// The body.
    public var json: JSON {
      .object(["email": .string(email), "language": language.map(JSON.string)])
    }
  }
}

/// `POST /v1/people/{person}/verification`: a mail that asks whether an address is the person's.
public enum VerifyEmailBody {
  /// Which address.
  public struct Request: Sendable {
    /// One of the person's e-mail addresses; `nil` for the only one. Not yet in normal form.
    public let email: String?
    /// The language of the mail, such as `de` or `de-AT`; that of the request when `nil`.
    public let language: String?

    /// Makes a request.
    public init(email: String? = nil, language: String? = nil) {
      self.email = email
      self.language = language
    }

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      try fields.allow(only: ["email", "language"])
      email = try fields.string("email", max: Limits.identityBytes)
      language = try fields.string("language", max: Limits.signalBytes)
    }

    /// The body.
    public var json: JSON {
      .object([
        "email": email.map(JSON.string), "language": language.map(JSON.string),
      ])
    }
  }

  /// What became of it.
  public struct Response: Sendable {
    /// The address, in normal form.
    public let email: String
    /// When its owner said that it is theirs; `nil` when that is still to come.
    public let verifiedAt: Instant?
    /// The message that asks; `nil` when there is nothing to ask.
    public let message: MessageID?
    /// Where the message stands: `queued`, or `suppressed` when nothing is sent to this address.
    public let state: String?

    /// Makes a response.
    public init(
      email: String, verifiedAt: Instant? = nil, message: MessageID? = nil, state: String? = nil
    ) {
      self.email = email
      self.verifiedAt = verifiedAt
      self.message = message
      self.state = state
    }

    /// Reads a body.
    /// - Throws: `FieldError`.
    public init(_ fields: Fields) throws(FieldError) {
      email = try fields.require("email", fields.string("email", max: Limits.identityBytes))
      verifiedAt = try fields.instant("verified_at")
      message = try fields.id("message", MessageID.self)
      state = try fields.string("state", max: Limits.wordBytes)
    }

    /// The body.
    public var json: JSON {
      .object([
        "email": .string(email), "verified_at": verifiedAt.map(JSON.instant),
        "message": message.map(JSON.id), "state": state.map(JSON.string),
      ])
    }
  }
}
