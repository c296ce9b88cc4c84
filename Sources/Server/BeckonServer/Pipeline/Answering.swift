import BeckonBasics
import BeckonContract
import BeckonHTTP
import BeckonModel

/// The last stage: makes the response of a reply or an error, measures it, and tells the log.
struct Answering: Sendable {
  let metrics: Metrics
  let logger: Logger

  /// A request while it is being answered.
  struct Exchange: Sendable {
    let request: HTTPRequest
    let thread: EventThread
    let id: RequestID
    let startedNanoseconds: UInt64
  }

  /// An error after which more is known for the answer.
  struct Refused: Error {
    let cause: any Error
    let headers: [(name: String, value: String)]
  }

  /// The response of what came of a route's handler.
  func answer(
    _ exchange: Exchange, _ result: Result<Reply, any Error>, _ served: ServedRoute
  ) -> HTTPResponse {
    switch result {
    case .success(let reply): return finish(exchange, reply, served)
    case .failure(let error):
      // One that names no app, because the key is unknown, tells nothing that any page may not
      // know.
      let refused =
        error as? Refused
        ?? Refused(cause: error, headers: CORS.headersForAnyone(exchange.request))
      return finish(
        exchange, refusal(refused, exchange, served.dialect), served, error: refused.cause)
    }
  }

  /// The response to a method that a path does not take.
  func refuse(_ exchange: Exchange, methods: [String]) -> HTTPResponse {
    let allowed = methods.joined(separator: ", ")
    var reply = Reply.problem(
      Problem(.methodNotAllowed, "This path takes \(allowed)."), requestID: exchange.id.text)
    reply.headers.append(("Allow", allowed))
    return finish(exchange, reply)
  }

  private func refusal(
    _ refused: Refused, _ exchange: Exchange, _ dialect: Dialect
  ) -> Reply {
    var reply = dialect.refusal(Problem(reporting: refused.cause), exchange.id.text)
    if let limited = refused.cause as? RateLimited { reply.headers += limited.standing.headers }
    if reply.status == 503 { reply.headers.append((HeaderName.retryAfter, "1")) }
    if reply.status == 401 { reply.headers.append(("WWW-Authenticate", "Bearer")) }
    reply.headers += refused.headers
    return reply
  }

  /// The response of a reply, counted by its route, if it has one.
  func finish(
    _ exchange: Exchange, _ reply: Reply, _ served: ServedRoute? = nil, error: (any Error)? = nil
  ) -> HTTPResponse {
    let nanoseconds = MonotonicClock.nanoseconds() &- exchange.startedNanoseconds
    metrics.count(route: served?.route, status: reply.status, nanoseconds: nanoseconds)
    log(exchange, reply, served, error, nanoseconds)
    var headers = reply.headers
    headers.append((HeaderName.requestID, exchange.id.text))
    return HTTPResponse(
      status: reply.status, headers: headers, body: reply.body, pieces: reply.pieces)
  }

  /// Single requests are for finding faults; only what failed on the server's side is always told.
  /// The path is the route's pattern, so that no id or code gets into the log.
  private func log(
    _ exchange: Exchange, _ reply: Reply, _ served: ServedRoute?, _ error: (any Error)?,
    _ nanoseconds: UInt64
  ) {
    // A page loaded ahead is refused with a 503 too; that is no fault.
    let isFault =
      reply.status >= 500 && (error != nil || served?.route != VisitRoute.follow.route)
    let level: LogLevel = isFault ? .error : .debug
    guard logger.writes(level) else { return }
    var fields = [
      JSON.Member("request_id", .id(exchange.id)),
      JSON.Member("method", .string(exchange.request.method.rawValue)),
      JSON.Member("route", .string(served?.route.path ?? "none")),
      JSON.Member("status", .integer(reply.status)),
      JSON.Member("milliseconds", .number("\(Double(nanoseconds / 1_000) / 1_000)")),
    ]
    if let error, reply.status >= 500 {
      fields.append(JSON.Member("error", .string("\(error)")))
    }
    logger.log(level, "request", fields)
  }
}
