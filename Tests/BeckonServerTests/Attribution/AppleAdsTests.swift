import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Testing

/// Apple's own advertising: the server asks Apple about the tokens that apps send.
@Suite struct AppleAdsTests {
  /// What Apple answers to each call, in order; the last for ever. And what it was asked.
  private final class Apple: Sendable {
    let asked = Locked<[TransportRequest]>([])
    private let answers: Locked<[TransportResponse]>

    init(_ answers: [TransportResponse]) { self.answers = Locked(answers) }

    func reply(_ request: TransportRequest) -> LoopbackServer.Reply {
      asked.withLock { $0.append(request) }
      return .answer(answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] })
    }
  }

  private static func json(_ text: String) -> TransportResponse {
    TransportResponse(status: 200, body: Array(text.utf8))
  }

  private static let attributed = json(
    #"{"attribution":true,"orgId":1,"campaignId":542370539,"conversionType":"Download"}"#)

  /// Runs a server whose Apple answers so.
  private static func run(
    _ answers: [TransportResponse],
    _ body: @escaping (TestServer, Apple) async throws -> Void
  ) async throws {
    let apple = Apple(answers)
    let outside = try LoopbackServer { apple.reply($0) }
    defer { outside.stop() }
    try await TestServer.run(appleAdsURL: outside.url + "/api/v1/") { server in
      try await body(server, apple)
    }
  }

  private static func launch(
    _ app: TestApp, _ install: String, token: String? = "dG9rZW4="
  ) async throws -> HTTPAnswer {
    try await app.post(
      "/v1/installs",
      .object([
        "install_id": .string(install), "platform": "ios",
        "adservices_token": token.map(JSON.string),
      ]), as: .publishable)
  }

  /// Moves the clock on in small steps until the token is settled, and gives the decision.
  private static func settled(
    _ server: TestServer, _ install: String, stepMinutes: Double = 0.1
  ) async throws -> HTTPAnswer {
    var decision = HTTPAnswer()
    for _ in 0..<300 {
      decision = try await server.app.get("/v1/installs/\(install)/attribution")
      if decision.string("apple_ads.outcome") != "waiting" { break }
      try await server.wait(minutes: stepMinutes)
      // Sleeps because: the server's own loop may have taken the token and await the answer.
      try await Task.sleep(nanoseconds: 10_000_000)
    }
    return decision
  }

  @Test("An install that an advertisement led to is decided so, with Apple's record")
  func attributed() async throws {
    try await Self.run([Self.attributed]) { server, apple in
      let launch = try await Self.launch(server.app, "phone")
      #expect(launch.status == 201, "\(launch.text)")
      #expect(launch.string("match.type") == "none")
      let decision = try await Self.settled(server, "phone")
      #expect(decision.string("type") == "unique", "\(decision.text)")
      #expect(decision.string("reason") == "apple_ads")
      #expect(decision.integer("apple_ads.record.campaignId") == 542_370_539)
      let request = try #require(apple.asked.withLock { $0.first })
      #expect(request.method == "POST")
      #expect(request.url == "/api/v1/")
      #expect(String(decoding: request.body, as: UTF8.self) == "dG9rZW4=")
      #expect(request.headers["content-type"] ?? request.headers["Content-Type"] == "text/plain")
      let again = try await Self.launch(server.app, "phone")
      #expect(again.string("match.type") == "unique")
      #expect(again.string("match.reason") == "apple_ads")
      #expect(
        try await server.number("SELECT COUNT(*) FROM apple_ads_tokens WHERE token <> ''") == 0)
      try await server.wait(minutes: 5)
      #expect(apple.asked.withLock { $0.count } == 1)
    }
  }

  @Test("A link that was matched stands; Apple's record is kept beside it")
  func matched() async throws {
    try await Self.run([Self.attributed]) { server, _ in
      let link = try await server.app.link(["url": "https://shop.example/"])
      let launch = try await server.app.post(
        "/v1/installs",
        [
          "install_id": "phone", "platform": "ios", "link": .string(link.shortURL),
          "adservices_token": "dG9rZW4=",
        ], as: .publishable)
      #expect(launch.string("match.type") == "unique")
      let decision = try await Self.settled(server, "phone")
      #expect(decision.string("apple_ads.outcome") == "attributed")
      #expect(decision.string("reason") == "opened_link")
    }
  }

  @Test("What Apple does not know yet is asked for again, four times in all")
  func notFound() async throws {
    let later = TransportResponse(status: 404)
    try await Self.run([later, later, later, Self.attributed]) { server, apple in
      _ = try await Self.launch(server.app, "phone")
      #expect(try await Self.settled(server, "phone").string("type") == "unique")
      #expect(apple.asked.withLock { $0.count } == 4)
    }
    try await Self.run([later]) { server, apple in
      _ = try await Self.launch(server.app, "phone")
      let decision = try await Self.settled(server, "phone")
      #expect(decision.string("apple_ads.outcome") == "not_found")
      #expect(decision.string("type") == "none")
      #expect(apple.asked.withLock { $0.count } == 4)
    }
  }

  @Test("While Apple cannot answer the token waits, for a day at most")
  func failing() async throws {
    try await Self.run([TransportResponse(status: 500), Self.attributed]) { server, apple in
      _ = try await Self.launch(server.app, "phone")
      #expect(try await Self.settled(server, "phone", stepMinutes: 1.1).string("type") == "unique")
      #expect(apple.asked.withLock { $0.count } == 2)
    }
    try await Self.run([TransportResponse(status: 500)]) { server, _ in
      _ = try await Self.launch(server.app, "phone")
      let decision = try await Self.settled(server, "phone", stepMinutes: 30)
      #expect(decision.string("apple_ads.outcome") == "expired")
    }
  }

  @Test("No advertisement, no token, and nothing left of an erased person's")
  func none() async throws {
    try await Self.run([Self.json(#"{"attribution":false}"#)]) { server, _ in
      let app = server.app
      let phone = try await Self.launch(app, "phone")
      let decision = try await Self.settled(server, "phone")
      #expect(decision.string("apple_ads.outcome") == "not_attributed")
      #expect(decision.string("reason") == "no_candidates")
      _ = try await Self.launch(app, "other", token: nil)
      let other = try await app.get("/v1/installs/other/attribution")
      #expect(other.status == 200)
      #expect(other.value("apple_ads") == nil)
      let ana = try await app.signUp(
        "ana", more: ["install_id": "phone"], token: phone.string("token"))
      #expect(try await ana.export().string("installs.0.apple_ads.outcome") == "not_attributed")
      #expect(try await ana.erase().status == 204)
      #expect(try await server.number("SELECT COUNT(*) FROM apple_ads_tokens") == 0)
    }
  }
}
