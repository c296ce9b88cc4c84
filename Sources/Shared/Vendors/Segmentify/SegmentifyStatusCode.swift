import BeckonModel

extension Segmentify {
  /// What an answer says in `statusCode` (docs/PROTOCOLS/segmentify.md, Errors). The vendor's
  /// clients look at no HTTP status, and stop with a fault where the word is missing.
  public enum StatusCode: String, CaseIterable, Hashable, Sendable {
    /// All events are stored.
    case success = "SUCCESS"
    /// The request shows no key.
    case noKey = "NO_API_KEY"
    /// Nobody has the key.
    case noAccount = "NO_ACCOUNT"
    /// The app is not released yet.
    case unverifiedAccount = "UNVERIFIED_ACCOUNT"
    /// The app may not be used any more, or its key may not do this.
    case failedAccount = "FAILED_ACCOUNT"
    /// The domain is none of the app's.
    case domainMismatch = "NO_DOMAIN_APIKEY_MATCH"
    /// The request has no event.
    case noEvent = "NO_EVENT"
    /// An event has no `userId`.
    case noUserID = "NO_USERID"
    /// An event has no `sessionId`.
    case noSessionID = "NO_SESSIONID"
    /// A request or an event cannot be read, or says what cannot be.
    case badInput = "BAD_INPUT"
    /// The vendor has no word for it: too many calls. `Retry-After` says when to go on.
    case tooManyCalls = "TOO_MANY_REQUESTS"
    /// The vendor has no word for it: the server cannot answer now; the same again later may do.
    case serverError = "SERVER_ERROR"

    /// Whether the same request may succeed later.
    public var mayPass: Bool { self == .tooManyCalls || self == .serverError }
  }

  /// Why something was not taken, in the vendor's word.
  public struct Failure: Error, Hashable, Sendable {
    /// Which error it is.
    public let code: StatusCode
    /// What is wrong this time, and what to do.
    public let message: String

    /// Makes an error.
    public init(_ code: StatusCode, _ message: String) {
      self.code = code
      self.message = message
    }

    /// An event that says what cannot be.
    public init(_ error: FieldError) {
      let what = error.path.isEmpty ? "It" : "'\(error.path)'"
      let end = error.reason.hasSuffix("?") ? "" : "."
      self.init(.badInput, "\(what) \(error.reason)\(end)")
    }
  }
}
