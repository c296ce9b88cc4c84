import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// The one way from a request to its answer: match, authenticate, limit, read, work, answer. Each
/// stage is a type that gets only what it needs. Where the key stands in the body, the body's bytes
/// are limited before it is read for the key, by address alone.
final class Pipeline: Sendable {
  private let router: Router
  private let addresses: CallerAddresses
  private let authentication: Authentication
  private let limits: CallLimits
  private let performer: WorkPerformer
  private let answering: Answering
  private let surroundings: Surroundings

  /// What every call may use.
  struct Surroundings: Sendable {
    let ambient: Ambient
    let publicURL: @Sendable () -> String
    let database: any Database
    let services: Services
    /// Headers of vendors' clients that pages may send.
    let vendorHeaders: [String]
  }

  init(
    _ router: Router, _ addresses: CallerAddresses, _ authentication: Authentication,
    _ limits: CallLimits, _ performer: WorkPerformer, _ answering: Answering,
    _ surroundings: Surroundings
  ) {
    self.router = router
    self.addresses = addresses
    self.authentication = authentication
    self.limits = limits
    self.performer = performer
    self.answering = answering
    self.surroundings = surroundings
  }

  /// Bytes of a body above which decoding leaves the event thread, where other connections wait.
  private static let bodyBytesAtOnce = 16_384

  /// Takes a request from the event thread that has read it. Whatever goes wrong becomes an answer.
  func serve(_ request: HTTPRequest, _ responder: Responder) -> Task<Void, Never>? {
    let exchange = Answering.Exchange(
      request: request, thread: responder.thread, id: surroundings.ambient.id(),
      startedNanoseconds: MonotonicClock.nanoseconds())
    let match = request.method == .options ? .none : router.match(request)
    if case .found(let served, let parameters) = match,
      case .openAtOnce(let answerAtOnce, _) = served.handler
    {
      let isTaken = answerAtOnce(openCall(exchange, parameters)) { result in
        responder.answer(self.answering.answer(exchange, result, served))
      }
      if isTaken { return nil }
    }
    return HTTPServer.begin {
      if request.body.count > Self.bodyBytesAtOnce { await Task.yield() }
      responder.answer(await self.answer(exchange, match))
    }
  }

  /// The answer to what goes wrong before or around a handler, in the words of the route's
  /// protocol: a client that waits for them may stop at any others.
  func refuse(_ failure: HTTPFailure, _ request: HTTPRequest?) -> HTTPResponse {
    let id = surroundings.ambient.id(RequestID.self).text
    var reply = Reply.problem(Problem(failure), requestID: id)
    if let request, case .found(let served, _) = router.match(request) {
      reply = served.dialect.refusal(Problem(failure), id)
      if served.dialect.isForAnyPage { reply.headers += CORS.headersForAnyone(request) }
    }
    reply.headers.append((HeaderName.requestID, id))
    if reply.status == 503 { reply.headers.append((HeaderName.retryAfter, "1")) }
    if reply.status == 405 {
      reply.headers.append(("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE"))
    }
    return HTTPResponse(status: reply.status, headers: reply.headers, body: reply.body)
  }

  private func answer(
    _ exchange: Answering.Exchange, _ match: Router.Match
  ) async -> HTTPResponse {
    let request = exchange.request
    if request.method == .options {
      let methods = router.methods(of: request.segments)
      let reply = CORS.preflight(request, methods, surroundings.vendorHeaders)
      return answering.finish(exchange, reply)
    }
    switch match {
    case .found(let served, let parameters):
      do {
        let reply = try await reply(to: exchange, served, parameters)
        return answering.answer(exchange, .success(reply), served)
      } catch {
        return answering.answer(exchange, .failure(error), served)
      }
    case .otherMethods(let methods): return answering.refuse(exchange, methods: methods)
    case .none:
      return answering.finish(exchange, .problem(.noSuchPath, requestID: exchange.id.text))
    }
  }

  private func reply(
    to exchange: Answering.Exchange, _ served: ServedRoute, _ parameters: [String]
  ) async throws -> Reply {
    let request = exchange.request
    switch served.handler {
    case .open(let endpoint), .openAtOnce(_, let endpoint):
      return try await endpoint(openCall(exchange, parameters))
    case .keyed(let endpoint):
      if served.dialect.readsBody {
        try limits.take(bytes: request.body.count, from: addresses.address(of: request))
      }
      let (caller, body) = try await authentication.caller(of: request, by: served.dialect)
      // A browser lets the app's pages read a refusal too, once it is known which app is asked.
      let origins = caller.app.settings.origins
      let cors =
        origins.isEmpty && served.dialect.isForAnyPage
        ? CORS.headersForAnyone(request) : CORS.headers(for: request, origins)
      do {
        let call = call(request, served, parameters, caller, body)
        if let limited = call.limited, !served.dialect.readsBody {
          try limits.take(bytes: request.body.count, from: limited.address)
        }
        var reply = try await reply(to: call, endpoint)
        reply.headers += cors
        return reply
      } catch {
        throw Answering.Refused(cause: error, headers: cors)
      }
    }
  }

  private func reply(to call: Call, _ endpoint: Endpoint) async throws -> Reply {
    let route = call.route
    guard route.access != .secretKey || call.proof.key == .secret else {
      throw Problem(
        .secretKeyRequired, "A publishable key may not call \(route.method) \(route.path).")
    }
    let standing = try call.limited.flatMap { try limits.take(route.rate, of: $0) }
    var reply = try await performer.perform(endpoint, call)
    if let standing { reply.headers += standing.headers }
    return reply
  }

  private func openCall(_ exchange: Answering.Exchange, _ parameters: [String]) -> OpenCall {
    OpenCall(
      request: exchange.request, parameters: parameters,
      address: addresses.address(of: exchange.request), thread: exchange.thread,
      ambient: surroundings.ambient, database: surroundings.database,
      services: surroundings.services)
  }

  private func call(
    _ request: HTTPRequest, _ served: ServedRoute, _ parameters: [String],
    _ caller: Call.Caller, _ body: JSON?
  ) -> Call {
    Call(
      request: request, route: served.route, vendor: served.dialect.vendor,
      parameters: parameters, caller: caller, address: addresses.address(of: request),
      now: surroundings.ambient.now(),
      ambient: surroundings.ambient, publicURL: surroundings.publicURL(), body: body,
      install: served.dialect.install(body), services: surroundings.services)
  }
}

/// Finds the address from which a request comes.
struct CallerAddresses: Sendable {
  /// Proxies whose `X-Forwarded-For` is believed.
  let trustedProxies: [CIDR]
  let unnamedProxy: UnnamedProxy

  func address(of request: HTTPRequest) -> ClientAddress {
    let address = ClientAddress(
      peer: request.peerAddress,
      forwardedFor: request.headers.joinedValues("X-Forwarded-For") ?? "",
      trusted: trustedProxies)
    unnamedProxy.look(at: address)
    return address
  }
}
