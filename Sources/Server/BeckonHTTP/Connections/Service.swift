import BeckonBasics

/// What all event loops of a server share.
final class Service: Sendable {
  let configuration: HTTPServerConfiguration
  let logger: Logger
  let handler: RequestHandler
  let occupancy: Occupancy
  let limits: RequestLimits
  private let failure: FailureHandler

  init(
    configuration: HTTPServerConfiguration, logger: Logger,
    failure: @escaping FailureHandler,
    handler: @escaping RequestHandler
  ) {
    self.configuration = configuration
    self.logger = logger
    self.failure = failure
    self.handler = handler
    occupancy = Occupancy(configuration)
    limits = RequestLimits(configuration)
  }

  /// The layer above's answer to a failure, or a bare one if that cannot be sent.
  func response(to failure: HTTPFailure, of request: HTTPRequest?) -> HTTPResponse {
    let response = self.failure(failure, request)
    return response.isValid ? response : HTTPResponse(status: failure.status)
  }

  /// What is sent instead of a response that breaks HTTP's rules.
  func responseInPlaceOfInvalid(of request: HTTPRequest?) -> HTTPResponse {
    logger.log(.error, "a handler's answer has a bad status or header")
    return response(to: .invalidResponse, of: request)
  }

  /// How long a connection may stay in a phase.
  func limitMilliseconds(_ phase: ConnectionState.Phase) -> Int {
    switch phase {
    case .waiting: configuration.idleMilliseconds
    case .receiving: configuration.receiveMilliseconds
    case .handling: configuration.requestMilliseconds
    case .sending: configuration.sendMilliseconds
    }
  }

  /// How often phases are looked at: twenty times in the shortest limit, every 5...250 ms.
  var sweepMilliseconds: Int {
    let shortest = ConnectionState.Phase.allCases.map(limitMilliseconds).min() ?? 0
    return min(max(shortest / 20, 5), 250)
  }
}
