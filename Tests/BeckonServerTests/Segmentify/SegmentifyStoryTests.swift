import BeckonModel
import Testing

@testable import BeckonServer

/// What is stored of events, and how often.
@Suite struct SegmentifyStoryTests {
  private func names(_ app: TestApp) async throws -> [String] {
    try await app.get("/v1/events?limit=200").list("events").compactMap { $0["name"]?.string }
  }

  @Test("A visit from the home page to the purchase is stored in the words of all clients")
  func aVisit() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      let order: JSON = [
        "step": "purchase", "totalPrice": "156.00", "orderNo": 1234, "currency": "EUR",
        "productList": [["productId": 25_799_809_929, "price": "78", "quantity": "2"]],
      ]
      let visit: [JSON] = [
        shop.event("PAGE_VIEW", ["category": "Home Page"]), shop.productView,
        shop.event(
          "BASKET_OPERATIONS", ["step": "add", "productId": 25_799_809_929, "quantity": "2"]),
        shop.event("CHECKOUT", order.and([:])),
      ]
      for event in visit {
        let answer = try await shop.send(event)
        #expect(answer.string("statusCode") == "SUCCESS", "\(answer.text)")
      }
      let stored = try await Set(names(server.app))
      let expected: Set = ["page_viewed", "product_viewed", "basket_changed", "purchase"]
      #expect(stored.isSuperset(of: expected), "\(stored)")
      // The order's number is a payment's id, whoever tells it.
      let payments = try await server.app.get("/v1/payments").list("payments")
      #expect(payments.count == 1, "\(payments)")
    }
  }

  @Test("What a queue sends again counts once")
  func repetitions() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      let headers = [("Idempotency-Key", "queue-1")]
      let first = try await shop.send([shop.productView, shop.productView], headers: headers)
      let again = try await shop.send([shop.productView, shop.productView], headers: headers)
      #expect(first.string("statusCode") == "SUCCESS" && again.body == first.body)
      #expect(again["Idempotency-Replayed"] == "true")
      #expect(try await names(server.app) == ["product_viewed", "product_viewed"])
    }
  }

  @Test("A trial is answered, and stored nowhere")
  func trials() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      let answer = try await shop.send(shop.productView.and(["testMode": "true"]))
      #expect(answer.string("statusCode") == "SUCCESS" && answer.list("responses") == [[]])
      #expect(try await names(server.app).isEmpty)
    }
  }

  @Test("One that cannot be read leaves its neighbours stored")
  func neighbours() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      _ = try await shop.send([
        shop.productView, shop.event("PRODUCT_VIEW", ["productId": "p", "price": "-1"]),
        shop.event("PAGE_VIEW", ["category": "Home Page"]),
      ])
      #expect(try await Set(names(server.app)) == ["product_viewed", "page_viewed"])
    }
  }

  @Test("Who logs in is the same person as by the app's own user id; with pk_ it stays a claim")
  func logins() async throws {
    try await TestServer.run { server in
      let ana = try await server.app.signUp("ana")
      let shop = SegmentifyShop(server.app)
      let answer = try await shop.send(
        shop.event(
          "USER_OPERATIONS",
          ["step": "signin", "username": "ana", "email": "eve@example.com", "phone": "+1555"]))
      #expect(answer.string("statusCode") == "SUCCESS", "\(answer.text)")
      let person = try await ana.read()
      #expect(person.text.contains("eve@example.com") == false, "\(person.text)")
    }
  }

  @Test("Of notifications the token and the topic are kept, and no server's key")
  func notifications() async throws {
    try await TestServer.run { server in
      func tell(_ path: String, _ body: JSON) async throws -> HTTPAnswer {
        try await server.app.post(
          path + "?apiKey=" + server.app.publishable, body, as: .none)
      }
      let subscribe = "/native/subscription/push", interact = "/native/interaction/notification"
      let device: JSON = [
        "userId": "6651177901089677312", "deviceToken": "token-1", "providerType": "FIREBASE",
        "firebaseServerKey": "AAAA-server-key", "os": "IOS",
      ]
      let told: [(String, JSON)] = [
        (subscribe, ["type": "PERMISSION_INFO"]),
        (subscribe, ["type": "SUBSCRIBE_TOPIC", "topic": "sale"]),
        (interact, ["type": "CLICK", "instanceId": "scn_1", "interactionId": "p1"]),
      ]
      for (path, more) in told {
        let answer = try await tell(path, device.and(more))
        #expect(answer.string("statusCode") == "SUCCESS", "\(answer.text)")
        #expect(answer.list("responses") == [[]])
      }
      let events = try await server.app.get("/v1/events?limit=200")
      #expect(
        Set(events.list("events").compactMap { $0["name"]?.string }) == [
          "push_permission", "push_topic_subscribed", "notification_interaction",
        ])
      #expect(events.text.contains("token-1") && !events.text.contains("AAAA-server-key"))
      let bad: [(JSON, String)] = [
        (["type": "CLICK", "userId": "1"], "BAD_INPUT"), (["type": "DANCE"], "BAD_INPUT"),
        (["type": "VIEW", "instanceId": "scn_1"], "NO_USERID"), ([], "BAD_INPUT"),
        (device.and(["type": "VIEW", "params": ["a": ["b": 1]]]), "BAD_INPUT"),
      ]
      for (body, code) in bad {
        let answer = try await tell(interact, body)
        #expect(answer.status == 200 && answer.string("statusCode") == code, "\(answer.text)")
      }
    }
  }

  @Test("What the server tells of a visitor whom only a client has tied to somebody is nobody's")
  func claimedTie() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(
        rules: [rule(["event": "payment"], to: "referrer", ["trust": "server", "per": "event"])])
      let ana = try await app.signUp("ana", campaign: campaign)
      _ = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      let before = try await ana.balance
      let shop = SegmentifyShop(app)
      _ = try await shop.send(
        shop.event("USER_OPERATIONS", ["step": "signin", "externalId": "ben"]))
      let order: JSON = [
        "step": "purchase", "totalPrice": 5, "currency": "EUR", "orderNo": "o1",
        "productList": [["productId": "p", "price": 5, "quantity": 1]],
      ]
      let told = try await shop.send(shop.event("CHECKOUT", order), key: app.secret)
      #expect(told.string("statusCode") == "SUCCESS", "\(told.text)")
      #expect(try await ana.balance == before)
      #expect(try await app.transfers().allSatisfy { $0["state"] != "in_review" })
      _ = try await shop.send(
        shop.event("USER_OPERATIONS", ["step": "signin", "externalId": "ben"]), key: app.secret)
      let next = order.and([:])
      let named = JSON.object(
        (next.members ?? []).map { $0.name == "orderNo" ? JSON.Member("orderNo", "o2") : $0 })
      _ = try await shop.send(shop.event("CHECKOUT", named), key: app.secret)
      #expect(try await ana.balance > before)
    }
  }
}
