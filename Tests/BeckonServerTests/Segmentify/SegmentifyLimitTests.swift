import BeckonModel
import Testing

@testable import BeckonServer

/// What one request may make with a key that is in every app.
@Suite struct SegmentifyLimitTests {
  private static func login(_ shop: SegmentifyShop, _ name: String) -> JSON {
    shop.event("USER_OPERATIONS", ["step": "signup", "username": .string(name)])
  }

  @Test("With an app's key a request is of one visitor; with a secret key, of many")
  func visitors() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      let events = (1...100).map {
        shop.event("PAGE_VIEW", ["userId": .string("\($0)"), "category": "Home Page"])
      }
      let answer = try await shop.send(.array(events))
      let refused = answer.list("notes").filter { $0["statusCode"] == "BAD_INPUT" }
      #expect(answer.string("statusCode") == "BAD_INPUT" && refused.count == 99)
      #expect(refused[0]["message"]?.string?.contains("'userId'") == true, "\(refused[0].text)")
      #expect(try await server.number("SELECT COUNT(*) FROM shop_visitors") == 1)
      let trusted = try await shop.send(.array(events), key: server.app.secret)
      #expect(trusted.string("statusCode") == "SUCCESS", "\(trusted.text.prefix(500))")
      #expect(try await server.number("SELECT COUNT(*) FROM shop_visitors") == 100)
    }
  }

  @Test("The visitor whose call it is counts, also behind an event that cannot be read")
  func firstEventIsBroken() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      let answer = try await shop.send([
        shop.event("PAGE_LEFT", ["userId": 1]), shop.event("PAGE_VIEW", ["userId": 2]),
        shop.event("PAGE_VIEW", ["userId": "1"]),
      ])
      let refused = answer.list("notes").filter { $0["statusCode"] == "BAD_INPUT" }
      #expect(refused.map { $0["event"] } == [0, 1], "\(answer.text)")
    }
  }

  @Test("With an app's key a request makes one person at most; with a secret key, many")
  func people() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      let known = try await server.app.signUp("known")
      let before = try await server.number("SELECT COUNT(*) FROM people")
      let events = [Self.login(shop, "known")] + (1...99).map { Self.login(shop, "new-\($0)") }
      let answer = try await shop.send(.array(events))
      #expect(answer.string("statusCode") == "SUCCESS", "\(answer.text.prefix(500))")
      #expect(try await server.number("SELECT COUNT(*) FROM people") == before + 1)
      #expect(try await known.read().status == 200)
      _ = try await shop.send(.array(events), key: server.app.secret)
      #expect(try await server.number("SELECT COUNT(*) FROM people") == before + 99)
    }
  }

  @Test("One client's Idempotency-Key is none of another's")
  func repetitionKeys() async throws {
    try await TestServer.run { server in
      let first = SegmentifyShop(server.app)
      var second = first
      second.visitor = "2"
      for shop in [first, second] {
        let answer = try await shop.send(shop.productView, headers: [("Idempotency-Key", "1")])
        #expect(answer.string("statusCode") == "SUCCESS", "\(answer.text)")
        #expect(answer["Idempotency-Replayed"] == nil)
      }
      #expect(try await server.number("SELECT COUNT(*) FROM facts") == 2)
    }
  }

  @Test("Messages say what to write instead")
  func words() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      let cases: [(String, JSON, String)] = [
        (
          "CHECKOUT", ["step": "purchase"],
          "'productList' or totalPrice is missing: what was bought?"
        ),
        (
          "CHECKOUT", ["step": "basket", "totalPrice": "20,5"],
          "'totalPrice' must be a number without commas: decimals stand behind a point, 20.5."
        ),
      ]
      for (name, more, message) in cases {
        let answer = try await shop.send(shop.event(name, more))
        #expect(answer.string("message") == message, "\(answer.text)")
      }
    }
  }
}
