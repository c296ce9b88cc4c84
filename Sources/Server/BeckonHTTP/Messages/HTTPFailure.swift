/// What goes wrong before or around a handler. The layer above answers each in its own form.
public enum HTTPFailure: Error, Equatable, CaseIterable, Sendable {
  /// The request makes no sense: bad percent-encoding, not UTF-8, NUL, two lengths.
  case badRequest
  /// `Host` is missing, stands twice, or is no host.
  case badHost
  /// The method is none of `HTTPMethod`.
  case methodNotAllowed
  /// The body is longer than `bodyBytesMax`.
  case bodyTooLarge
  /// The target is longer than `urlBytesMax`.
  case urlTooLong
  /// The header fields are longer than `headerBytesMax`.
  case headersTooLarge
  /// The handler took longer than `requestMilliseconds`. Its task was cancelled; what it has done
  /// by then stays done.
  case deadlineExceeded
  /// The server is closing and did not begin, or did not finish, the request.
  case shuttingDown
  /// The handler's answer breaks a rule of HTTP. A fault of the program.
  case invalidResponse

  /// The status that suits it.
  public var status: Int {
    switch self {
    case .badRequest, .badHost: 400
    case .methodNotAllowed: 405
    case .bodyTooLarge: 413
    case .urlTooLong: 414
    case .headersTooLarge: 431
    case .deadlineExceeded, .shuttingDown: 503
    case .invalidResponse: 500
    }
  }
}
