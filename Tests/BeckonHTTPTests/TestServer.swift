import BeckonBasics
import BeckonHTTP

/// A real server on a free port of 127.0.0.1. Failures are answered with their name.
func serve(
  _ configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
  _ handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse = echo
) throws(HTTPServerError) -> HTTPServer {
  var configuration = configuration
  configuration.port = 0
  let quiet = Logger(level: .error, now: Ambient.system.now, write: { _ in })
  return try HTTPServer(
    configuration, logger: quiet,
    failure: { failure, _ in
      HTTPResponse(status: failure.status, body: Array("\(failure)".utf8))
    },
    handler: inTask(handler))
}

/// A handler that works in a task of its own.
func inTask(
  _ handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
) -> RequestHandler {
  { request, responder in
    HTTPServer.begin { responder.answer(await handler(request)) }
  }
}

/// Answers with what it understood: `METHOD|segments|query|peer|body length`.
@Sendable func echo(_ request: HTTPRequest) async -> HTTPResponse {
  let query = request.query.map { "\($0.name)=\($0.value)" }
  let parts = [
    request.method.rawValue, request.segments.joined(separator: ","), query.joined(separator: ","),
    request.peerAddress, "\(request.body.count)",
  ]
  return HTTPResponse(status: 200, body: Array(parts.joined(separator: "|").utf8))
}

/// Lets a handler wait until the test opens it, and the test until handlers have come.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var arrivals = 0
  private var expecting: [(count: Int, CheckedContinuation<Void, Never>)] = []

  /// Waits for `open`. Does not notice cancellation: a handler that hangs.
  func pass() async {
    arrivals += 1
    for (_, continuation) in expecting.filter({ $0.count <= arrivals }) { continuation.resume() }
    expecting.removeAll { $0.count <= arrivals }
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func arrived(_ count: Int) async {
    guard arrivals < count else { return }
    await withCheckedContinuation { expecting.append((count, $0)) }
  }
}
