import BeckonContract
import BeckonModel
import Foundation

/// Everything that can go wrong in a call of the SDK. Each case says what to do, and its
/// `localizedDescription` says it too.
public indirect enum BeckonError: Error, Sendable, Hashable {
  /// URL or key make no sense. Correct the call of `configure` or the Info.plist.
  case invalidConfiguration(String)
  /// The app has a client in this directory already, with another server, key or options. Configure
  /// it once, and before a vendor's names are used, which share it.
  case configuredOtherwise(String)
  /// Another process works in this directory: an app extension, or the app once more. Give each its
  /// own `BeckonOptions.directory`. Or a client of this process is just being closed: wait for its
  /// `close()`.
  case directoryInUse(String)
  /// Files cannot be read or written for now: a phone that was not yet unlocked, a full disk.
  /// Nothing was stored. Try again later.
  case storageUnavailable(String)
  /// What was handed over is not acceptable; the same again gives the same error. Correct the call.
  /// `field` is where it stands: `properties.total`; empty for the whole.
  case invalidInput(field: String, reason: String)
  /// The server could not be reached. What was to be sent waits if the method says so; else repeat
  /// the call later. The second value tells whether the request may have arrived all the same.
  case offline(String, mayHaveArrived: Bool)
  /// A link with which the app was opened is on the device's disk and cannot be followed yet, for
  /// this reason. Do not hand it over again: `openedLinks` gives it out when the server has
  /// answered.
  case linkWaits(because: BeckonError)
  /// The call is about a person, and none is identified. Call `identify` first.
  case notIdentified
  /// This phone has no token of the person, or one that has ended. Set
  /// `BeckonOptions.identityToken`, see `docs/ACCOUNTS.md`; if that threw an error, here is what it
  /// said: call again later.
  case notSignedIn(String?)
  /// The server refused, for a reason that stays. `code` is a word of the API's description,
  /// `detail` says what to do.
  case refused(code: String, detail: String)
  /// The server does not know the key. Correct the key; what waits in the queue is kept.
  case unauthorized(String)
  /// Too many requests. Wait so many seconds.
  case rateLimited(retryAfterSeconds: Int?)
  /// The server is there and cannot serve. Try again later.
  case serverUnavailable(status: Int, retryAfterSeconds: Int?)
  /// The answer is none of a Beckon server: a wrong URL, or a network that wants a log-in first.
  case unexpectedAnswer(String)
  /// The client was closed. Make a new one.
  case closed
}

extension BeckonError {
  package static func invalidInput(_ error: FieldError) -> BeckonError {
    .invalidInput(field: error.path, reason: error.reason)
  }

  package static func refused(_ problem: Problem) -> BeckonError {
    .refused(code: problem.code.rawValue, detail: problem.detail)
  }

  /// Whether the server has refused with this word.
  func isRefusal(_ code: ErrorCode) -> Bool {
    if case .refused(code.rawValue, _) = self { true } else { false }
  }

  /// Whether the server has refused the person's token.
  var isTokenRefused: Bool { isRefusal(.tokenRequired) }

  /// Whether the server has refused what the app's server gave the person to sign in with.
  var isIdentityTokenRefused: Bool { isRefusal(.identityTokenInvalid) }

  /// Whether the same call may succeed later.
  package var mayPass: Bool {
    switch self {
    case .offline, .rateLimited, .serverUnavailable, .storageUnavailable, .unexpectedAnswer: true
    default: false
    }
  }
}

extension BeckonError: LocalizedError {
  /// The same as `description`, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension BeckonError: CustomStringConvertible {
  /// What happened and what to do.
  public var description: String {
    switch self {
    case .invalidConfiguration(let reason): "Beckon is not configured: \(reason)"
    case .configuredOtherwise(let reason):
      "Beckon is configured otherwise already: \(reason). Configure it once, before a vendor's names "
        + "are used."
    case .directoryInUse(let path):
      "Another process uses \(path), or a client that is not closed yet. Give each process its own "
        + "BeckonOptions.directory, and wait for close()."
    case .storageUnavailable(let reason):
      "Beckon cannot use its files now (\(reason)). Nothing was stored; try again later."
    case .invalidInput(let field, let reason):
      "\(field.isEmpty ? "The input" : "'\(field)'") \(reason). Correct the call."
    case .offline(let reason, _):
      "The Beckon server could not be reached: \(reason). Try again later."
    case .linkWaits(let reason):
      "The link is kept, and openedLinks gives it out later; do not open it again. \(reason)"
    case .notIdentified: "No person is identified. Call identify first."
    case .notSignedIn(nil):
      "This phone is not signed in as this person. Set BeckonOptions.identityToken: see "
        + "docs/ACCOUNTS.md"
    case .notSignedIn(.some(let reason)):
      "This phone is not signed in as this person: BeckonOptions.identityToken gave no token "
        + "(\(reason)). Call again later; see docs/ACCOUNTS.md"
    case .refused(_, let detail): "The Beckon server refused: \(detail)"
    case .unauthorized(let reason):
      "The Beckon server does not know the key (\(reason)). Correct BeckonKey."
    case .rateLimited(let seconds):
      "Too many requests; wait \(seconds.map { "\($0) seconds" } ?? "a while")."
    case .serverUnavailable(let status, _):
      "The Beckon server answered \(status); try again later."
    case .unexpectedAnswer(let reason):
      "This is not a Beckon server's answer: \(reason). Check the URL and the network."
    case .closed: "The Beckon client is closed. Make a new one."
    }
  }
}
