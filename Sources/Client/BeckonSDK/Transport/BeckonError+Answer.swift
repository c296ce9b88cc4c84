import BeckonContract
import BeckonModel

extension BeckonError {
  /// The error in an answer; `nil` when the answer is a success.
  init?(_ response: TransportResponse, now: Instant) {
    if (200..<300).contains(response.status) { return nil }
    let wait = ServerDate.retryAfterMilliseconds(response.headers["retry-after"], now: now)
    let seconds = wait.map { Int(($0 + 999) / Span.secondMilliseconds) }
    let problem = (try? JSONReader.read(response.body)).flatMap(Problem.init(json:))
    switch (response.status, problem) {
    case (401, let problem?) where problem.code == .wrongCredentials: self = .refused(problem)
    case (401, _): self = .unauthorized(problem?.detail ?? "status 401")
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
