import BeckonBasics
import BeckonModel
import Testing

/// Members of a campaign: who they are to whom, how they leave and come back, and what lists show.
@Suite struct ReferralHeroMemberTests {
  @Test("An answer has each field of the type that all three clients decode")
  func types() async throws {
    try await ReferralHeroShop.run(goals: [1]) { _, shop in
      var client = shop.client()
      let answer = try await client.add(["email": "ana@example.com", "name": "Ana"])
      #expect(answer.value("calls_left") == .null && answer.value("data.promoted_at") == .null)
      #expect(answer.text.contains("\"conversion_amount\":0.0"), "\(answer.text)")
      for name in ["phone_number", "extra_field", "extra_field_2", "option_field", "status"] {
        #expect(answer.string("data.\(name)") == "", "\(name)")
      }
      for name in ["position", "people_referred", "points", "risk_level", "verified_at"] {
        #expect(answer.integer("data.\(name)") != nil, "\(name)")
      }
      #expect(answer.value("data.referred_by") == [:])
      #expect(answer.string("data.referral_link") == "https://shop.example/join?mwr=\(client.code)")
      #expect(
        answer.string("data.universal_link")?.hasSuffix(
          "/\(client.list)/universal_link?mwr=\(client.code)") == true)
    }
  }

  @Test("The universal link is a visit of the member's link")
  func universalLink() async throws {
    try await ReferralHeroShop.run(goals: [1]) { server, shop in
      var client = shop.client()
      _ = try await client.add(["email": "ana@example.com"])
      let phone = shop.app.phone(at: "203.0.113.9")
      let visit = try await shop.app.get(
        "/\(client.list)/universal_link?mwr=\(client.code)", as: .none,
        headers: [("X-Forwarded-For", phone.address), ("User-Agent", phone.device.agent)])
      #expect(visit.status == 302, "\(visit.text)")
      #expect(visit["Location"]?.hasPrefix("https://shop.example/join") == true)
    }
  }

  @Test("Who shows the cookie is the member; anybody else learns no more than they said")
  func cookie() async throws {
    try await ReferralHeroShop.run(goals: [1]) { _, shop in
      var ana = shop.client()
      _ = try await ana.add(["email": "ana@example.com", "name": "Ana", "extra_field": "gold"])
      #expect(ana.cookie?.hasPrefix("beckon_member=") == true)
      let own = try await ana.call("GET", "/subscribers/\(ana.id)")
      #expect(own.string("data.email") == "ana@example.com")
      #expect(own.string("data.extra_field") == "gold")
      ana.cookie = nil
      let other = try await ana.call("GET", "/subscribers/\(ana.id)")
      #expect(other.status == 200 && other.string("data.code") == ana.code)
      #expect(other.string("data.email") == "" && other.string("data.name") == "")
      #expect(other.string("data.extra_field") == "")
      let again = try await ana.add(["email": "ana@example.com", "name": "Eve"])
      #expect(again.string("data.response") == "subscriber_retrieved")
      #expect(again.string("data.name") == "Eve", "only what this very call has said")
      #expect(ana.cookie == nil, "whoever knows an address gets no token")
    }
  }

  @Test("Who joins again keeps what is known, and fills what is empty; PATCH overwrites")
  func filling() async throws {
    try await ReferralHeroShop.run(goals: [1]) { _, shop in
      var ana = shop.client()
      _ = try await ana.add(["email": "ana@example.com", "name": "Ana", "extra_field": "gold"])
      let again = try await ana.add([
        "email": "ana@example.com", "name": "Eve", "extra_field": "red", "extraField2": 7,
      ])
      #expect(again.string("data.name") == "Ana" && again.string("data.extra_field") == "gold")
      #expect(again.string("data.extra_field_2") == "7")
      let changed = try await ana.call(
        "PATCH", "/subscribers/\(ana.id)", ["name": "Eve", "extra_field": "red"])
      #expect(changed.string("data.response") == "subscriber_updated", "\(changed.text)")
      #expect(changed.string("data.name") == "Eve" && changed.string("data.extra_field") == "red")
    }
  }

  @Test("Who leaves and joins again is the same member, and nothing is paid twice")
  func leaving() async throws {
    try await ReferralHeroShop.run(goals: [1]) { _, shop in
      let ana = try await shop.referrer("ana", goal: 1)
      var bob = shop.client()
      let body: JSON = ["email": "bob@example.com", "referrer": .string(ana.code)]
      _ = try await bob.add(body)
      let id = bob.id
      #expect(try await shop.paid() == 1)
      let left = try await bob.call("DELETE", "/subscribers/\(id)", ["timestamp": "1"])
      #expect(left.string("data.response") == "subscriber_deleted", "\(left.text)")
      let gone = try await bob.call("GET", "/subscribers/\(id)")
      #expect(gone.status == 403 && gone.string("code") == "subscriber_not_found")
      let back = try await bob.add(body)
      #expect(back.string("data.response") == "subscriber_created" && bob.id == id)
      #expect(try await shop.paid() == 1)
    }
  }

  @Test("Lists show others masked, and a member's own only to the member")
  func lists() async throws {
    try await ReferralHeroShop.run(goals: [1]) { server, shop in
      var ana = try await shop.referrer("ana", goal: 1)
      for name in ["bob", "eve"] {
        var client = shop.client()
        server.clock.withLock { $0 = $0.adding(milliseconds: 1_000) }
        _ = try await client.add([
          "email": .string("\(name)@example.com"), "name": .string(name),
          "referrer": .string(ana.code),
        ])
      }
      let referrals = try await ana.call("GET", "/subscribers/\(ana.id)/referrals_data")
      #expect(
        referrals.list("data.subscribers").map { $0["email"]?.string } == [
          "e***@example.com", "b***@example.com",
        ], "\(referrals.text)")
      #expect(referrals.integer("data.pagination.total_objects") == 2)
      let rewards = try await ana.call("GET", "/subscribers/\(ana.id)/rewards")
      #expect(rewards.list("data.rewards").map { $0["status"]?.string } == ["sent", "sent"])
      var eve = shop.client()
      let leaders = try await eve.call("GET", "/leaderboard")
      #expect(leaders.string("data.ranking.0.email") == "a***@example.com", "\(leaders.text)")
      #expect(leaders.integer("data.ranking.0.people_referred") == 2)
      for path in ["referrals_data", "rewards"] {
        let refused = try await eve.call("GET", "/subscribers/\(ana.id)/\(path)")
        #expect(refused.status == 200 && refused.string("code") == "invalid_token", "\(path)")
      }
    }
  }

  @Test("A click is only asked for, and belongs to who joins; a client cannot say its own address")
  func referrer() async throws {
    try await ReferralHeroShop.run(goals: [1]) { _, shop in
      let ana = try await shop.referrer("ana", goal: 1)
      _ = try await shop.app.phone(at: "203.0.113.7").open("/" + ana.code)
      let query = "?os_type=ios&device=mobile&screen_size=393.0%20x%20852.0&ip_address=203.0.113.7"
      var far = shop.client(at: "192.0.2.77")
      let other = try await far.call("GET", "/subscribers/referrer" + query)
      #expect(other.string("code") == "referrer_invalid", "\(other.text)")
      var near = shop.client(at: "203.0.113.7")
      for _ in 1...2 {
        let found = try await near.call("GET", "/subscribers/referrer" + query)
        #expect(found.string("data.code") == ana.code, "\(found.text)")
      }
      _ = try await near.add(ReferralHeroClient.device.and(["email": "bob@example.com"]))
      var second = shop.client(at: "203.0.113.7")
      let late = try await second.add(
        ReferralHeroClient.device.and(["email": "eve@example.com"]))
      #expect(late.value("data.referred") == false, "the click is taken: \(late.text)")
      #expect(try await shop.paid() == 1)
    }
  }

  @Test("A conversion is worth what it says, once for each transaction")
  func amounts() async throws {
    try await ReferralHeroShop.run(goals: [3]) { _, shop in
      try await shop.app.set(["currency": "EUR"])
      let ana = try await shop.referrer("ana", goal: 3)
      var bob = shop.client(goal: 3)
      _ = try await bob.add(["email": "bob@example.com", "referrer": .string(ana.code)])
      let body: JSON = [
        "email": "bob@example.com", "transactionId": "order-1", "conversionValue": 19.9,
        "conversion_category": "shoes",
      ]
      let path = "/subscribers/track_referral_conversion_event"
      let first = try await bob.call("POST", path, body)
      #expect(first.text.contains("\"conversion_amount\":19.90"), "\(first.text)")
      let again = try await bob.call("POST", path, body)
      #expect(again.text == first.text, "the same transaction gets the same answer")
      let other = try await bob.call(
        "POST", path, ["email": "bob@example.com", "transaction_id": "order-2"])
      #expect(other.string("code") == "custom_event_already_completed")
      let payments = try await shop.app.get("/v1/payments").list("payments")
      #expect(payments.count == 1 && payments.first?["decimal"] == "19.90", "\(payments)")
    }
  }

  @Test("A match that is too weak to name the referrer names the friend in none of their lists")
  func weak() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["default_match_minutes": 1, "weak_match_minutes": 600])
      let made = try await app.post(
        "/v1/campaigns",
        [
          "name": "friends", "goal": 1, "list_uuid": "MFweak", "url": "https://shop.example/",
          "rules": [
            [
              "name": "thanks", "when": ["referral": "confirmed"], "to": "referrer", "amount": 1,
              "unit": "points", "min_match": "weak",
            ]
          ],
        ])
      try #require(made.status == 201, "\(made.text)")
      var ana = ReferralHeroClient(app: app, list: "MFweak", address: "198.51.100.1")
      _ = try await ana.add(["email": "ana@example.com"])
      _ = try await app.phone(at: "203.0.113.7").open("/" + ana.code)
      try await server.wait(minutes: 5)
      var bob = ReferralHeroClient(app: app, list: "MFweak", address: "203.0.113.7")
      _ = try await bob.add(
        ReferralHeroClient.device.and(["email": "bob@example.com", "name": "Bob"]))
      let transfers = try await app.transfers()
      #expect(transfers.count == 1, "the rule pays for a weak match: \(transfers)")
      for list in ["referrals_data", "rewards"] {
        let read = try await ana.call("GET", "/subscribers/\(ana.id)/\(list)")
        #expect(read.status == 200, "\(read.text)")
        #expect(!read.text.contains("Bob") && !read.text.contains("@example"), "\(read.text)")
      }
    }
  }

  @Test("Who asks by whom a device came writes nothing, also where a long link has brought it")
  func longLink() async throws {
    try await DynamicLinksGame.run { server, game in
      let made = try await server.app.post(
        "/v1/campaigns",
        ["name": "f", "goal": 1, "list_uuid": "MFlong", "url": "https://mygame.example.com/"])
      try #require(made.status == 201, "\(made.text)")
      var ana = ReferralHeroClient(app: server.app, list: "MFlong", address: "198.51.100.1")
      _ = try await ana.add(["email": "ana@example.com"])
      let long = DynamicLinksGame.long("https://mygame.example.com/?invitedby=" + ana.code)
      let visit = try await game.visit(long)
      #expect(visit.status < 400, "\(visit.text)")
      let links = try await server.number("SELECT COUNT(*) FROM links")
      let asked = try await server.app.call(
        "GET", "/api/sdk/v1/lists/MFlong/subscribers/referrer", body: [], as: .none,
        headers: [
          ("Authorization", server.app.publishable), ("X-Forwarded-For", game.address),
          ("User-Agent", game.device.agent),
        ])
      #expect(asked.string("data.code") == ana.code, "\(asked.text)")
      #expect(try await server.number("SELECT COUNT(*) FROM links") == links)
    }
  }
}
