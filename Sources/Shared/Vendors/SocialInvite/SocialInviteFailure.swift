import BeckonModel

/// An error as this protocol's clients read it: `{"requestError": {"clientCorrelator",
/// "serviceException": {"messageId", "text", "variables"}}}` (docs/PROTOCOLS/socialinvite.md,
/// Errors).
public struct SocialInviteFailure: Error, Hashable, Sendable {
  /// Every error; the first five are those that the client for Android tells apart.
  public enum Code: String, CaseIterable, Sendable {
    /// There is no key, or nobody has it.
    case unauthorized = "UNAUTHORIZED"
    /// The server cannot answer now.
    case systemError = "SYSTEM_ERROR"
    /// The body is no JSON.
    case invalidBody = "INVALID_JSON_HTTP_BODY"
    /// There is no such bulk, or it is too old. The client for Android takes it for that.
    case messageNotFound = "MESSAGE_NOT_FOUND"
    /// Something in the request is not acceptable.
    case invalidParameter = "INVALID_PARAMETER"
    /// The app lets no unmodified client send.
    case serviceNotAvailable = "SERVICE_NOT_AVAILABLE"
    /// The path names no app of the key.
    case accountMissing = "ACCOUNT_MISSING"
    /// User name or password is wrong.
    case authenticationFailed = "AUTHENTICATION_FAILED"
    /// The sender is neither a number nor a name that networks take.
    case invalidSender = "INVALID_SENDER"
    /// A part of the path is missing.
    case missingComponent = "SVC0002"
    /// Too many requests; `Retry-After` says when to go on. The protocol has no word for it.
    case tooManyRequests = "TOO_MANY_REQUESTS"

    /// The HTTP status. The client for iOS reads the text of those from 400 to 499 only.
    public var status: Int {
      switch self {
      case .unauthorized, .authenticationFailed: 401
      case .serviceNotAvailable: 403
      case .messageNotFound, .accountMissing: 404
      case .invalidBody, .invalidParameter, .invalidSender, .missingComponent: 400
      case .tooManyRequests: 429
      case .systemError: 500
      }
    }
  }

  /// Which object of the answer tells of it.
  public enum Kind: String, CaseIterable, Sendable {
    /// The request could not be done.
    case service = "serviceException"
    /// A rule of the app forbids it.
    case policy = "policyException"
  }

  /// Which error it is.
  public let code: Code
  /// What is wrong, and what to do; the app shows it to people.
  public let text: String
  /// Texts that belong into `text`, in order; ours has them in already.
  public let variables: [String]
  /// Which object tells of it.
  public let kind: Kind
  /// The request's id, with which the operator finds it in the log.
  public let clientCorrelator: String?

  /// Makes an error.
  public init(
    _ code: Code, _ text: String, variables: [String] = [], kind: Kind = .service,
    clientCorrelator: String? = nil
  ) {
    self.code = code
    self.text = text
    self.variables = variables
    self.kind = kind
    self.clientCorrelator = clientCorrelator
  }

  /// Reads an answer; `nil` when it is no error of this protocol.
  public init?(json: JSON) {
    guard let error = json["requestError"],
      let kind = Kind.allCases.first(where: { error[$0.rawValue]?.members != nil }),
      let told = error[kind.rawValue]
    else { return nil }
    let word = told["messageId"]?.string ?? told["messageid"]?.string ?? ""
    self.init(
      Code(word: word) ?? .systemError, told["text"]?.string ?? "",
      variables: (told["variables"]?.elements ?? []).compactMap(\.string), kind: kind,
      clientCorrelator: error["clientCorrelator"]?.string)
  }

  /// The body. The word stands in it twice, since the client for Android looks for it under a name
  /// in lower case.
  public var json: JSON {
    let told: JSON = [
      "messageId": .string(code.rawValue), "messageid": .string(code.rawValue),
      "text": .string(text), "variables": .array(variables.map(JSON.string)),
    ]
    return [
      "requestError": .object([
        "clientCorrelator": clientCorrelator.map(JSON.string), kind.rawValue: told,
      ])
    ]
  }
}

extension SocialInviteFailure {
  /// There is no such bulk. The client for iOS stops asking only at exactly this text.
  public static let unknownBulk = SocialInviteFailure(
    .messageNotFound, "Message not found for specified request ID")

  /// The key, the password or the cookie is wrong.
  public static let invalidLogin = SocialInviteFailure(.unauthorized, "Invalid login details")

  /// Whether a client takes it that nothing will be heard of a bulk any more.
  public var isUnknownBulk: Bool { text == Self.unknownBulk.text }
}
