import BeckonContract
import BeckonModel
import Foundation

/// Everything that can go wrong in the SDK. Each case says what to do.
public enum BeckonError: Error, Sendable, Hashable {
  /// URL or key make no sense. Correct the call of `configure` or the Info.plist.
  case invalidConfiguration(String)
  /// Another client, perhaps in another process, works in this directory. Keep one client for the
  /// app's life, or give each its own `BeckonOptions.directory`.
  case directoryInUse(String)
  /// Files cannot be read or written for now: a phone that was not yet unlocked, a full disk.
  /// Nothing was stored. Try again later.
  case storageUnavailable(String)
  /// What was handed over is not acceptable; the same again gives the same error. Correct the call.
  case invalidInput(FieldError)
  /// The server could not be reached. What was to be sent waits if the method says so; else repeat
  /// the call later. The second value tells whether the request may have arrived all the same.
  case offline(String, mayHaveArrived: Bool)
  /// The call is about a person, and none is identified. Call `identify` first.
  case notIdentified
  /// This phone has no token of the person, or one that has ended. Set
  /// `BeckonOptions.identityToken`, see `docs/ACCOUNTS.md`; if that threw an error, here is what it
  /// said: call again later.
  case notSignedIn(String?)
  /// The server refused, for a reason that stays. `Problem.detail` says what to do.
  case refused(Problem)
  /// The server does not know the key. Correct the key; what waits in the queue is kept.
  case unauthorized(String)
  /// Too many requests. Wait so many seconds.
  case rateLimited(retryAfterSeconds: Int64?)
  /// The server is there and cannot serve. Try again later.
  case serverUnavailable(status: Int, retryAfterSeconds: Int64?)
  /// The answer is none of a Beckon server: a wrong URL, or a network that wants a log-in first.
  case unexpectedAnswer(String)
  /// The client was closed. Make a new one.
  case closed
}

extension BeckonError {
  /// The error in an answer; `nil` when the answer is a success.
  init?(_ response: TransportResponse, now: Instant) {
    if (200..<300).contains(response.status) { return nil }
    let wait = ServerDate.retryAfterMilliseconds(response.headers["retry-after"], now: now)
    let seconds = wait.map { ($0 + 999) / Span.secondMilliseconds }
    let problem = (try? JSONReader.read(response.body)).flatMap(Problem.init(json:))
    switch (response.status, problem) {
    case (401, _): self = .unauthorized(problem?.detail ?? "The server does not know the key")
    case (429, _): self = .rateLimited(retryAfterSeconds: seconds)
    case (let status, _)
    where status >= 500 || status == 408 || status == 425 || problem?.code.isPassing == true:
      self = .serverUnavailable(status: status, retryAfterSeconds: seconds)
    case (_, .some(let problem)): self = .refused(problem)
    default:
      self = .unexpectedAnswer("status \(response.status) without a problem of Beckon's")
    }
  }

  init(_ error: TransportError) {
    switch error {
    case .notSent(let reason): self = .offline(reason, mayHaveArrived: false)
    case .noAnswer(let reason): self = .offline(reason, mayHaveArrived: true)
    }
  }
}

extension ErrorCode {
  /// Whether the same request may succeed a little later.
  var isPassing: Bool {
    switch self {
    case .rateLimited, .internal, .storageFull, .unavailable, .deadlineExceeded: true
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
    case .directoryInUse(let path):
      "Another Beckon client uses \(path). Keep one client, or give each its own directory."
    case .storageUnavailable(let reason):
      "Beckon cannot use its files now (\(reason)). Nothing was stored; try again later."
    case .invalidInput(let error):
      "\(error.path.isEmpty ? "The input" : "'\(error.path)'") \(error.reason)."
    case .offline(let reason, _): "The Beckon server could not be reached: \(reason)"
    case .notIdentified: "No person is identified. Call identify first."
    case .notSignedIn(nil):
      "This phone is not signed in as this person. Set BeckonOptions.identityToken: see "
        + "docs/ACCOUNTS.md"
    case .notSignedIn(.some(let reason)):
      "This phone is not signed in as this person: BeckonOptions.identityToken gave no token "
        + "(\(reason)). Call again later; see docs/ACCOUNTS.md"
    case .refused(let problem): "The Beckon server refused: \(problem.detail)"
    case .unauthorized(let reason): "The key is wrong: \(reason)"
    case .rateLimited(let seconds):
      "Too many requests; wait \(seconds.map { "\($0) seconds" } ?? "a while")."
    case .serverUnavailable(let status, _):
      "The Beckon server answered \(status); try again later."
    case .unexpectedAnswer(let reason): "This is not a Beckon server's answer: \(reason)"
    case .closed: "The Beckon client is closed. Make a new one."
    }
  }
}
