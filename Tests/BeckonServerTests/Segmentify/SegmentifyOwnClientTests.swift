import BeckonBasics
import BeckonModel
import Testing

/// What our own client says besides in this vendor's protocol: whose phone it is, and when things
/// happened.
@Suite struct SegmentifyOwnClientTests {
  private static func send(
    _ shop: SegmentifyShop, _ event: JSON, _ headers: [(String, String)]
  ) async throws {
    let answer = try await shop.send(event, headers: headers)
    #expect(answer.string("statusCode") == "SUCCESS", "\(answer.text)")
  }

  private static func visits(_ shop: SegmentifyShop) async throws -> [JSON] {
    try await shop.app.get("/v1/visitors/" + shop.visitor).list("visits")
  }

  @Test("A visitor is the install's whose token comes along, and no other's from then on")
  func joining() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      let phone = try await server.app.phone(at: "203.0.113.7").install()
      let other = try await server.app.phone(at: "203.0.113.8").install()
      try await Self.send(shop, shop.productView, [("Beckon-Token", "tok_of_nobody")])
      #expect(try await Self.visits(shop).map { $0["install"] } == [nil])
      for token in [phone.token, other.token] {
        try await Self.send(shop, shop.productView, [("Beckon-Token", try #require(token))])
      }
      let install = try #require(phone.launch?.string("install"))
      #expect(try await Self.visits(shop).map { $0["install"] } == [.string(install)])
    }
  }

  @Test("Who comes back on a device that has become an install's is joined to it all the same")
  func returning() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      let phone = try await server.app.phone(at: "203.0.113.7").install()
      let token = try #require(phone.token)
      let ana = try await server.app.signUpInApp(
        ["user_id": "ana", "install_id": .string(phone.installID)], token: token)
      for step in ["signin", "signout"] {
        let user = shop.event("USER_OPERATIONS", ["step": .string(step), "externalId": "ana"])
        _ = try await shop.send(user, key: server.app.secret)
      }
      try await Self.send(shop, shop.productView, [("Beckon-Token", token)])
      let install = try #require(phone.launch?.string("install"))
      let visits = try await Self.visits(shop)
      #expect(visits.map { $0["person"] } == [.string(ana.id), .string(ana.id)])
      #expect(visits.map { $0["install"] } == [nil, .string(install)])
    }
  }

  @Test("Who has signed up in the app is who visits the shop; who has logged in there stays it")
  func people() async throws {
    try await TestServer.run { server in
      var shop = SegmentifyShop(server.app)
      let phone = try await server.app.phone(at: "203.0.113.7").install()
      let token = try #require(phone.token)
      let ana = try await server.app.signUpInApp(
        ["user_id": "ana", "install_id": .string(phone.installID)], token: token)
      try await Self.send(shop, shop.productView, [("Beckon-Token", token)])
      #expect(try await Self.visits(shop).map { $0["person"] } == [.string(ana.id)])
      // A shop's own word on who somebody is counts more than who uses the phone elsewhere.
      shop.visitor = "2"
      let login = shop.event("USER_OPERATIONS", ["step": "signin", "externalId": "ben"])
      try await Self.send(shop, login, [])
      let ben = try #require(try await Self.visits(shop).first?["person"])
      #expect(ben != .string(ana.id))
      try await Self.send(shop, shop.productView, [("Beckon-Token", token)])
      #expect(try await Self.visits(shop).map { $0["person"] } == [ben])
    }
  }

  @Test("Nobody joins somebody else's visitor to a phone of their own, and erases them with it")
  func thief() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      let login = shop.event("USER_OPERATIONS", ["step": "signin", "externalId": "ana"])
      _ = try await shop.send(login, key: server.app.secret)
      let known = try await Self.visits(shop)
      let thief = try await server.app.phone(at: "203.0.113.9").install()
      try await Self.send(
        shop, shop.productView, [("Beckon-Token", try #require(thief.token))])
      let visits = try await Self.visits(shop)
      #expect(visits.first?["person"] == known.first?["person"] && visits.count == 1)
      #expect(visits.first?["install"] == nil, "\(visits)")
    }
  }

  @Test("Last searches of a person's other devices are shown to no vendor's client")
  func otherDevices() async throws {
    try await TestServer.run { server in
      var shop = SegmentifyShop(server.app)
      let typed: JSON = ["type": "instant", "query": ""]
      for (visitor, text) in [("1", "first phone"), ("2", "second phone")] {
        shop.visitor = visitor
        let login = shop.event("USER_OPERATIONS", ["step": "signin", "externalId": "ana"])
        _ = try await shop.send(login, key: server.app.secret)
        _ = try await shop.send(shop.event("SEARCH", ["type": "instant", "query": .string(text)]))
      }
      let answer = try await shop.send(shop.event("SEARCH", typed))
      #expect(answer.text.contains("second phone"), "\(answer.text)")
      #expect(!answer.text.contains("first phone"))
    }
  }

  @Test("What was kept without a network happened when it happened, by a clock that is wrong too")
  func late() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      let now = server.clock.withLock { $0 }
      let (day, hour) = (Span.dayMilliseconds, Span.hourMilliseconds)
      // The phone's clock is a day slow, and the visit was two hours ago.
      let (clock, then) = (now.milliseconds - day, now.milliseconds - day - 2 * hour)
      try await Self.send(
        shop, shop.productView.and(["timestamp": .integer(then)]), [("Beckon-Sent-At", "\(clock)")])
      // Without its header the client's clock is believed; seconds and RFC 3339 are times too.
      let seconds = (now.milliseconds - hour) / 1_000
      try await Self.send(shop, shop.productView.and(["timestamp": .integer(seconds)]), [])
      let text = now.adding(milliseconds: -3 * hour).text
      try await Self.send(shop, shop.productView.and(["timestamp": .string(text)]), [])
      let told = try await server.app.get("/v1/events").list("events").compactMap {
        $0["at"]?.string
      }
      let expected = [1, 2, 3].map { now.adding(milliseconds: -$0 * hour) }
      let seen = told.compactMap { Instant($0).map { $0.milliseconds / 1_000 } }
      #expect(seen.sorted(by: >) == expected.map { $0.milliseconds / 1_000 })
      let bad = try await shop.send(shop.productView.and(["timestamp": "yesterday"]))
      #expect(bad.string("statusCode") == "BAD_INPUT", "\(bad.text)")
    }
  }
}
