import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// The one way from a request to its answer: route, authenticate, limit, prepare, work, answer.
final class Pipeline: Sendable {
  let configuration: ServerConfiguration
  let publicURL: @Sendable () -> String
  let database: any Database
  let directory: AppDirectory
  let limiter: RateLimiter
  let metrics: Metrics
  let ambient: Ambient
  let logger: Logger
  let operations: Operations
  let googleKeys: GoogleKeys
  let following: FollowLink
  let unnamedProxy: UnnamedProxy
  let conversions: WriteCollector<WaitingConversion>
  let launches: WriteCollector<WaitingLaunch>
  private let exports = RunningExports()
  private let router = Router()

  init(
    configuration: ServerConfiguration, publicURL: @escaping @Sendable () -> String,
    database: any Database, directory: AppDirectory, limiter: RateLimiter, metrics: Metrics,
    ambient: Ambient, logger: Logger, operations: Operations, googleKeys: GoogleKeys,
    following: FollowLink, unnamedProxy: UnnamedProxy
  ) {
    self.configuration = configuration
    self.publicURL = publicURL
    self.database = database
    self.directory = directory
    self.limiter = limiter
    self.metrics = metrics
    self.ambient = ambient
    self.logger = logger
    self.operations = operations
    self.googleKeys = googleKeys
    self.following = following
    self.unnamedProxy = unnamedProxy
    conversions = WriteCollector(database)
    launches = WriteCollector(database)
  }

  /// Bytes of a body above which decoding leaves the event thread, where other connections wait.
  private static let bodyBytesAtOnce = 16_384

  /// What is told of a request when it is answered.
  private struct Exchange: Sendable {
    let method: HTTPMethod
    let id: RequestID
    let startedNanoseconds: UInt64
  }

  /// Takes a request from the event thread that has read it. Whatever goes wrong becomes an answer.
  func serve(_ request: HTTPRequest, _ responder: Responder) -> Task<Void, Never>? {
    let exchange = Exchange(
      method: request.method, id: ambient.id(), startedNanoseconds: MonotonicClock.nanoseconds())
    let match = match(request)
    if case .found(.followLink, let parameters) = match {
      // Nearly all visits go this way, which needs no task: one costs as much as all the rest.
      let isTaken = following.followKnown(request, parameters[0], address(of: request)) { result in
        responder.answer(
          self.finish(exchange, self.outcome(result, of: request, .followLink, exchange.id)))
      }
      if isTaken { return nil }
    }
    return HTTPServer.begin {
      if request.body.count > Self.bodyBytesAtOnce { await Task.yield() }
      responder.answer(
        self.finish(exchange, await self.respond(to: request, match, exchange.id)))
    }
  }

  /// Linkrunner's links may name their code in the query, `/?c=code` (wire.md, 5.6), and then have
  /// a path that says nothing: `/promo/summer?c=code`.
  private func match(_ request: HTTPRequest) -> Router.Match {
    let match = router.match(request.method, request.segments)
    guard case .none = match, request.method == .get || request.method == .head,
      let code = request.query.first(where: { $0.name == "c" })?.value
    else { return match }
    return .found(.followLink, parameters: [code])
  }

  private func finish(_ exchange: Exchange, _ outcome: Outcome) -> HTTPResponse {
    let nanoseconds = MonotonicClock.nanoseconds() &- exchange.startedNanoseconds
    metrics.count(route: outcome.route, status: outcome.reply.status, nanoseconds: nanoseconds)
    log(exchange, outcome, nanoseconds)
    var headers = outcome.reply.headers
    headers.append((HeaderName.requestID, exchange.id.text))
    return HTTPResponse(
      status: outcome.reply.status, headers: headers, body: outcome.reply.body)
  }

  private struct Outcome {
    var route: Route?
    var reply: Reply
    var error: (any Error)?
  }

  private func respond(
    to request: HTTPRequest, _ match: Router.Match, _ requestID: RequestID
  ) async -> Outcome {
    if request.method == .options {
      return Outcome(reply: CORS.preflight(request, router.methods(of: request.segments)))
    }
    switch match {
    case .found(let route, let parameters):
      let result: Result<Reply, any Error>
      do {
        result = .success(try await reply(to: request, route, parameters))
      } catch {
        result = .failure(error)
      }
      return outcome(result, of: request, route, requestID)
    case .otherMethods(let methods):
      let allowed = methods.joined(separator: ", ")
      var reply = Reply.problem(
        Problem(.methodNotAllowed, "This path takes \(allowed)."), requestID: requestID.text)
      reply.headers.append(("Allow", allowed))
      return Outcome(reply: reply)
    case .none:
      return Outcome(reply: .problem(.notFound, requestID: requestID.text))
    }
  }

  private func outcome(
    _ result: Result<Reply, any Error>, of request: HTTPRequest, _ route: Route,
    _ requestID: RequestID
  ) -> Outcome {
    switch result {
    case .success(let reply): Outcome(route: route, reply: reply)
    case .failure(let error): refusal(error, of: request, route, requestID)
    }
  }

  private func refusal(
    _ error: any Error, of request: HTTPRequest, _ route: Route, _ requestID: RequestID
  ) -> Outcome {
    // One that names no app, because the key is unknown, tells nothing that any page may not know.
    let refused =
      error as? Refused ?? Refused(cause: error, headers: CORS.headersForAnyone(request))
    var reply = Dialect.of(route).refusal(Problem(reporting: refused.cause), requestID.text)
    if let limited = refused.cause as? RateLimited { reply.headers += limited.standing.headers }
    if reply.status == 503 { reply.headers.append((HeaderName.retryAfter, "1")) }
    if reply.status == 401 { reply.headers.append(("WWW-Authenticate", "Bearer")) }
    reply.headers += refused.headers
    return Outcome(route: route, reply: reply, error: refused.cause)
  }

  private func reply(
    to request: HTTPRequest, _ route: Route, _ parameters: [String]
  ) async throws -> Reply {
    let address = address(of: request)
    guard let endpoint = RouteTable.endpoints[route] else {
      return try await openReply(to: request, route, parameters, address)
    }
    let (caller, shown) = try await authenticate(request, Dialect.of(route))
    // A browser lets the app's pages read a refusal too, once it is known which app is asked.
    let cors = CORS.headers(for: request, caller.app.settings.origins)
    do {
      var reply = try await reply(
        to: request, route, parameters, address, endpoint, caller, shown)
      reply.headers += cors
      return reply
    } catch {
      throw Refused(cause: error, headers: cors)
    }
  }

  private func address(of request: HTTPRequest) -> ClientAddress {
    let address = ClientAddress(
      peer: request.peerAddress,
      forwardedFor: request.headers.values("X-Forwarded-For").joined(separator: ","),
      trusted: configuration.trustedProxies)
    unnamedProxy.look(at: address)
    return address
  }

  /// An error after which more is known for the answer.
  private struct Refused: Error {
    let cause: any Error
    let headers: [(name: String, value: String)]
  }

  private func reply(
    to request: HTTPRequest, _ route: Route, _ parameters: [String], _ address: ClientAddress,
    _ endpoint: Endpoint, _ caller: Call.Caller, _ shown: Dialect.Credentials
  ) async throws -> Reply {
    guard route.access != .secretKey || caller.proof.key == .secret else {
      throw Problem(
        .secretKeyRequired, "A publishable key may not call \(route.method) \(route.path).")
    }
    let call = Call(
      request: request, route: route, parameters: parameters, caller: caller, address: address,
      now: ambient.now(), ambient: ambient, publicURL: publicURL(), body: shown.body,
      webhookPrivateNetworks: configuration.webhookPrivateNetworks, exports: exports)
    let standing = try limit(call)
    var reply = try await perform(endpoint, call)
    if let standing { reply.headers += standing.headers }
    return reply
  }

  private func openReply(
    to request: HTTPRequest, _ route: Route, _ parameters: [String], _ address: ClientAddress
  ) async throws -> Reply {
    switch route {
    case .health: return await operations.health()
    case .metrics: return await operations.metrics()
    case .openAPI: return operations.openAPI()
    case .appleAppSite, .appleAppSiteLegacy:
      return try await ServeAssociations(directory: directory).apple(request)
    case .assetLinks: return try await ServeAssociations(directory: directory).google(request)
    case .reportSKAdNetwork:
      return try await ReceivePostback(pipeline: self).receive(request, .skAdNetwork, address)
    case .reportAdAttributionKit:
      return try await ReceivePostback(pipeline: self).receive(request, .adAttributionKit, address)
    case .notifyAppStore:
      return try await ReceiveAppStoreNotification(pipeline: self)
        .receive(request, parameters[0], address)
    case .notifyGooglePlay:
      return try await ReceiveGoogleNotification(pipeline: self)
        .receive(request, parameters[0], address)
    case .enrichClick: return try await following.enrich(request, parameters[0])
    default: return try await following.follow(request, parameters[0], address)
    }
  }

  // MARK: The log

  /// Single requests are for finding faults; only what failed on the server's side is always told.
  /// The path is the route's pattern, so that no id or code gets into the log.
  private func log(
    _ exchange: Exchange, _ outcome: Outcome, _ nanoseconds: UInt64
  ) {
    // A page loaded ahead is refused with a 503 too; that is no fault.
    let isRefusal = outcome.route == .followLink && outcome.error == nil
    let level: LogLevel = outcome.reply.status >= 500 && !isRefusal ? .error : .debug
    guard logger.writes(level) else { return }
    var fields = [
      JSON.Member("request_id", .id(exchange.id)),
      JSON.Member("method", .string(exchange.method.rawValue)),
      JSON.Member("route", .string(outcome.route?.path ?? "none")),
      JSON.Member("status", .integer(outcome.reply.status)),
      JSON.Member("milliseconds", .number("\(Double(nanoseconds / 1_000) / 1_000)")),
    ]
    if let error = outcome.error, outcome.reply.status >= 500 {
      fields.append(JSON.Member("error", .string("\(error)")))
    }
    logger.log(level, "request", fields)
  }
}
