import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonTesting
import Testing

@testable import BeckonServer

/// What the servers of a story were asked and answered, by route.
final class GoldenBook {
  private var exchanges: [Route: [GoldenExchange]] = [:]
  private var hidden: [(text: String, name: String)] = []

  /// Runs a server whose clock and chance are those of the story.
  func run(
    rates: RateLimits = RateLimits(), appStoreRoots: Set<[UInt8]>? = nil, googleURL: String? = nil,
    mailGateways: [MailGateway] = [], smsGateways: [SMSGatewayAddress] = [],
    _ story: (GoldenServer) async throws -> Void
  ) async throws {
    let chance = Locked(SeededGenerator(seed: 1))
    try await TestServer.run(
      random: { chance.withLock { $0.next() } }, rates: rates,
      publicURL: "https://go.example.com", appStoreRoots: appStoreRoots, googleURL: googleURL,
      mailGateways: mailGateways, smsGateways: smsGateways
    ) { server in
      try await story(GoldenServer(server: server, book: self, chance: chance))
    }
  }

  /// Shows a text that cannot be fixed, such as a port, by a name.
  func hide(_ text: String, as name: String) { hidden.append((text, name)) }

  func add(_ exchange: GoldenExchange, to route: Route) {
    exchanges[route, default: []].append(exchange)
  }

  /// Compares what was answered with the files of these routes, which the story has to have asked
  /// all.
  func expect(_ routes: [Route]) throws {
    for route in routes {
      guard let answered = exchanges[route] else {
        Issue.record("the story does not ask \(route.method) \(route.path)")
        continue
      }
      try GoldenFile(route: route).expect(answered, hiding: hidden)
    }
    let others = Set(exchanges.keys).subtracting(routes)
    #expect(others.isEmpty, "asked and not compared")
  }
}

/// A server of a story.
struct GoldenServer {
  let server: TestServer
  let book: GoldenBook
  fileprivate let chance: Locked<SeededGenerator>

  var app: TestApp { server.app }

  /// What a request is made of.
  struct Request {
    var body: JSON?
    /// The body as it is sent, where it is no JSON.
    var text: String?
    /// The body as it is shown, where it cannot be fixed.
    var shown: JSON?
    var key: TestApp.Key = .secret
    var token: String?
    var headers: [(String, String)] = []
  }

  /// Asks a route, a second later than before, and writes down the answer. Chance begins anew with
  /// each request, so that what one draws changes no other.
  /// - Parameters:
  ///   - path: with query; the route's own where there is nothing to fill in.
  ///   - showing: how the body is shown.
  @discardableResult
  func ask(
    _ call: some RouteGroup, _ title: String, at path: String? = nil,
    _ request: Request = Request(),
    showing: (HTTPAnswer) -> JSON.Member? = GoldenExchange.body
  ) async throws -> HTTPAnswer {
    let route = call.route
    server.clock.withLock { $0 = $0.adding(milliseconds: 1_000) }
    begin(route.method + route.path + title)
    let bytes = request.text.map { Array($0.utf8) } ?? request.body?.bytes ?? []
    let answer = try await app.call(
      route.method, path ?? route.path, body: bytes, as: request.key, token: request.token,
      headers: request.headers)
    begin("after " + title)
    if answer["Content-Type"]?.hasSuffix("json") == true {
      #expect(answer.json.bytes == answer.body, "the file would not show all of \(answer.text)")
    }
    book.add(
      GoldenExchange(
        title: title, request: request.json(at: path ?? route.path, of: route), answer: answer,
        body: showing(answer)),
      to: route)
    return answer
  }

  /// Asks a list with these queries: without any, for a page of one row and the next, for what is
  /// not known, and as a table.
  func askList(_ call: some RouteGroup, _ queries: [(title: String, query: String)]) async throws {
    let path = call.route.path
    let first = try await ask(call, "the first", at: path + "?limit=1")
    if let next = first.string("next") {
      try await ask(call, "the next", at: path + "?limit=1&cursor=" + next)
    }
    for (title, query) in queries { try await ask(call, title, at: path + "?" + query) }
    try await ask(call, "by what is not known", at: path + "?colour=red")
    try await ask(call, "from where no page ended", at: path + "?cursor=x")
    try await ask(
      call, "as a table", .init(headers: [("Accept", "text/csv")]),
      showing: { JSON.Member("body", .string($0.text)) })
  }

  /// Asks as whoever has no key, and as a client what needs a secret key.
  func askWithoutKeys(_ calls: [some RouteGroup]) async throws {
    for call in calls {
      let route = call.route
      let path = route.path("x", "y")
      if route.access == .open { continue }
      try await ask(call, "without a key", at: path, Request(key: .none))
      guard route.access == .secretKey else { continue }
      try await ask(call, "with a publishable key", at: path, Request(key: .publishable))
    }
  }

  /// From here on the server's chance is that of this name.
  private func begin(_ name: String) {
    chance.withLock { $0 = SeededGenerator(seed: Identifier(hashing: name).low) }
  }
}

extension GoldenServer.Request {
  fileprivate func json(at path: String, of route: Route) -> JSON {
    let key: String? =
      switch key {
      case .secret: "secret"
      case .publishable: "publishable"
      case .none: nil
      case .text(let text): text
      }
    let headers = headers + (token.map { [(HeaderName.token, $0)] } ?? [])
    return .object([
      "path": path == route.path ? nil : .string(path), "key": key.map(JSON.string),
      "headers": headers.isEmpty
        ? nil : .object(headers.map { JSON.Member($0.0, .string($0.1)) }),
      "text": text.map(JSON.string), "body": shown ?? body,
    ])
  }
}
