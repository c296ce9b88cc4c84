import BeckonContractSegmentify
import BeckonModel
import Testing

@testable import BeckonServer

/// Every error of the vendor's, with HTTP status 200 and in a form that stops no client.
@Suite struct SegmentifyErrorTests {
  private func expect(
    _ answer: HTTPAnswer, _ code: Segmentify.StatusCode, _ events: Int = 1,
    _ place: SourceLocation = #_sourceLocation
  ) {
    #expect(answer.status == 200, "\(answer.text)", sourceLocation: place)
    #expect(answer.string("statusCode") == code.rawValue, "\(answer.text)", sourceLocation: place)
    let lists = answer.list("responses")
    #expect(
      lists.count == events && lists.allSatisfy { $0.elements?.isEmpty == true },
      "\(answer.text)", sourceLocation: place)
    #expect(
      code == .success || answer.string("message")?.isEmpty == false, "\(answer.text)",
      sourceLocation: place)
  }

  @Test func beforeAHandler() async throws {
    try await TestServer.run { server in
      let body = [UInt8](repeating: UInt8(ascii: " "), count: Limits.bodyBytes + 1)
      let path = "/add/events/v1.json?apiKey=\(server.app.publishable)"
      expect(try await server.app.call("POST", path, body: body, as: .none), .badInput)
    }
  }

  @Test func keys() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      let event = shop.event("PAGE_VIEW", ["category": "Home Page"])
      expect(try await shop.send(event, key: ""), .noKey)
      expect(try await shop.send(event, key: "pk_nobodys"), .noAccount)
      expect(try await shop.send(event, key: server.app.secret), .success)
      let header = [("X-Sfy-Api-Key", server.app.publishable), ("Content-Type", "text/plain")]
      expect(try await shop.send(event, key: "", headers: header), .success)
      let own = event.and(["apiKey": .string(server.app.publishable)])
      expect(try await shop.send(own, key: ""), .success)
      expect(try await shop.send([own, own], key: ""), .success, 2)
    }
  }

  @Test(arguments: [
    ("active", Segmentify.StatusCode.success), ("VERIFIED", .success),
    ("unverified", .unverifiedAccount), ("closed", .failedAccount),
  ])
  func standing(_ status: String, _ code: Segmentify.StatusCode) async throws {
    try await TestServer.run { server in
      try await server.app.set(["status": .string(status)])
      let shop = SegmentifyShop(server.app)
      expect(try await shop.send(shop.productView), code)
      // The app's own server is never shut out.
      expect(try await shop.send(shop.productView, key: server.app.secret), .success)
    }
  }

  @Test func domains() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      func ask(_ origin: String) async throws -> HTTPAnswer {
        try await shop.send(shop.productView, headers: [("Origin", origin)])
      }
      // Until the app says which its domains are, any is one.
      expect(try await ask("evil.example"), .success)
      try await server.app.set(["origins": ["https://www.shop.example"]])
      let own = [
        "shop.example", "www.shop.example", "SHOP.example", "https://m.shop.example:8443",
      ]
      for origin in own { expect(try await ask(origin), .success) }
      let others = ["evil.example", "notshop.example", "shop.example.evil.example", "null"]
      for origin in others { expect(try await ask(origin), .domainMismatch) }
      expect(try await shop.send(shop.productView), .success)
    }
  }

  @Test func bodies() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      let path = "/add/events/v1.json?apiKey=\(server.app.publishable)"
      let cases: [(String, Segmentify.StatusCode)] = [
        ("", .noEvent), (" \n", .noEvent), ("[]", .noEvent), ("{}", .noEvent),
        ("{\"name\":", .badInput), ("\"PAGE_VIEW\"", .badInput), ("[1]", .badInput),
        ("null", .badInput), ("{\"name\":\"PAGE_VIEW\"}", .noUserID),
        ("{\"name\":\"PAGE_VIEW\",\"userId\":\"1\"}", .noSessionID),
        ("{\"name\":\"PAGE_VIEW\",\"userId\":\"\",\"sessionId\":\"2\"}", .noUserID),
        // NUL in one event, which no reader of JSON here takes, refuses all of the body.
        ("[{\"name\":\"PAGE_VIEW\"},{\"name\":\"\\u0000\"}]", .badInput),
        ("{\"name\":\"PAGE_LEFT\",\"userId\":\"1\",\"sessionId\":\"2\"}", .badInput),
      ]
      for (text, code) in cases {
        expect(
          try await server.app.call("POST", path, body: Array(text.utf8), as: .none), code)
      }
      let many = JSON.array(Array(repeating: shop.event("PAGE_VIEW"), count: 101))
      expect(try await shop.send(many), .badInput)
    }
  }

  @Test("Who sends too much is told by the HTTP status too, so that a queue tries again")
  func tooMany() async throws {
    var rates = RateLimits()
    rates.perInstall = 2
    try await TestServer.run(rates: rates) { server in
      let shop = SegmentifyShop(server.app)
      for _ in 0..<2 { expect(try await shop.send(shop.productView), .success) }
      let answer = try await shop.send(shop.productView)
      #expect(answer.status == 429 && answer.string("statusCode") == "TOO_MANY_REQUESTS")
      #expect(answer["Retry-After"] != nil && answer.list("responses") == [[]])
    }
  }
}
