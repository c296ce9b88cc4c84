import BeckonModel
import Testing

/// What a thief can do who has the app's key and a list of mail addresses, and what clients may get
/// wrong.
@Suite struct ReferralHeroAbuseTests {
  @Test("A thief with the key and mail addresses learns ids, and changes and earns nothing")
  func thief() async throws {
    try await ReferralHeroShop.run(goals: [3]) { _, shop in
      var ana = try await shop.referrer("ana", goal: 3)
      var bob = shop.client(goal: 3)
      _ = try await bob.add([
        "email": "bob@example.com", "name": "Bob", "referrer": .string(ana.code),
      ])
      let before = try await ana.call("GET", "/subscribers/\(ana.id)").text
      let known = try await bob.call("GET", "/subscribers/\(bob.id)").text
      var thief = shop.client(at: "192.0.2.66", goal: 3)
      let found = try await thief.add(["email": "bob@example.com"])
      #expect(found.string("data.id") == bob.id && found.string("data.name") == "")
      let mail: JSON = ["email": "bob@example.com", "referrer": "eve@example.com", "name": "X"]
      let calls: [(String, String, JSON)] = [
        ("PATCH", "/subscribers/\(bob.id)", ["name": "X", "email": "thief@example.com"]),
        ("DELETE", "/subscribers/\(bob.id)", ["timestamp": "1"]),
        ("POST", "/subscribers/\(bob.id)/confirm", [:]),
        ("POST", "/subscribers/\(bob.id)/click_capture", ["social": "facebook"]),
        ("POST", "/subscribers/track_referral_conversion_event", mail),
        ("POST", "/subscribers/organic_track_referral", mail),
      ]
      for (method, path, body) in calls {
        let refused = try await thief.call(method, path, body)
        #expect(refused.string("status") == "error", "\(path): \(refused.text)")
        #expect(!refused.text.contains("bob@example.com") && !refused.text.contains("Bob"))
      }
      #expect(try await bob.call("GET", "/subscribers/\(bob.id)").text == known)
      #expect(try await ana.call("GET", "/subscribers/\(ana.id)").text == before)
      #expect(try await shop.paid() == 0)
    }
  }

  @Test("An app whose clients keep no cookies can trust everybody who has its key")
  func open() async throws {
    try await ReferralHeroShop.run(goals: [2]) { _, shop in
      try await shop.app.set(["open_members": true])
      let ana = try await shop.referrer("ana", goal: 2)
      var bob = shop.client(goal: 2)
      _ = try await bob.add(["email": "bob@example.com", "referrer": .string(ana.code)])
      bob.cookie = nil
      let tracked = try await bob.call(
        "POST", "/subscribers/track_referral_conversion_event", ["email": "bob@example.com"])
      #expect(tracked.string("data.response") == "custom_event_completed", "\(tracked.text)")
      #expect(tracked.string("data.referral_status") == "confirmed")
    }
  }

  @Test("Who is let change members gets no token by it, and no way to sign in as them")
  func openHandsOutNothing() async throws {
    try await ReferralHeroShop.run(goals: [1, 2]) { _, shop in
      try await shop.app.set(["open_members": true])
      var ana = try await shop.referrer("ana", goal: 1)
      _ = try await shop.app.signUp("ben", more: ["email": "ben@example.com"])
      var thief = shop.client(at: "192.0.2.66", goal: 2)
      for mail in ["ana@example.com", "ben@example.com"] {
        for more in [[:], ["beckon_install_id": "made-up"], ["phone_number": "+4915112345678"]]
          as [JSON]
        {
          let joined = try await thief.add(more.and(["email": .string(mail)]))
          #expect(joined.status == 200, "\(joined.text)")
          #expect(joined.string("data.beckon_token") == nil && thief.cookie == nil)
        }
      }
      thief.list = ReferralHeroShop.list(1)
      let changed = try await thief.call(
        "PATCH", "/subscribers/\(ana.id)", ["email": "thief@example.com", "name": "X"])
      #expect(changed.string("data.name") == "X", "\(changed.text)")
      #expect(changed.list("data.warnings").count == 1)
      let own = try await ana.call("GET", "/subscribers/\(ana.id)")
      #expect(own.string("data.email") == "ana@example.com", "\(own.text)")
      let person = try await shop.app.get("/v1/people?phone=%2B4915112345678")
      #expect(person.list("people").isEmpty)
    }
  }

  @Test("Paths as the clients write them, and a wrong key")
  func paths() async throws {
    try await ReferralHeroShop.run(goals: [1]) { _, shop in
      var client = shop.client()
      let slash = try await client.call("POST", "/subscribers/", ["email": "ana@example.com"])
      #expect(slash.string("data.response") == "subscriber_created", "\(slash.text)")
      client.list = "/" + client.list
      let doubled = try await client.call("GET", "/leaderboard")
      #expect(doubled.string("data.response") == "subscribers_retrieved", "\(doubled.text)")
      client.list = String(client.list.dropFirst())
      let nobody = try await client.call("GET", "/subscribers/")
      #expect(nobody.status == 403 && nobody.string("code") == "subscriber_not_found")
      for (method, path) in [("POST", "//confirm"), ("GET", "//rewards"), ("DELETE", "/")] {
        let answer = try await client.call(
          method, "/subscribers" + path, method == "GET" ? nil : ["timestamp": "1"])
        #expect(answer.status == 200 && answer.string("code") == "subscriber_not_found", "\(path)")
      }
      client.key = "pk_nobody"
      for path in ["/subscribers/x", "/leaderboard"] {
        let refused = try await client.call("GET", path)
        #expect(refused.status == 401 && refused.string("code") == "invalid_token", "\(path)")
      }
    }
  }

  @Test(
    "What cannot be read is refused with what to do, and never a fault of the server",
    arguments: [
      ("[]", "invalid_parameter"), ("{\"email\":[]}", "invalid_email_address"),
      ("{\"email\":\"ana\"}", "invalid_email_address"), ("{}", "no_email_address"),
      ("{\"email\":\"a@example.com\",\"domain\":\"evil.example\"}", "no_hosting_url"),
      ("{\"email\":\"a@example.com\",\"conversion_value\":\"lots\"}", "invalid_parameter"),
      ("not json", "invalid_parameter"),
    ])
  func bad(body: String, code: String) async throws {
    try await ReferralHeroShop.run(goals: [1]) { _, shop in
      try await shop.app.set(["currency": "EUR"])
      let answer = try await shop.app.call(
        "POST", "/api/sdk/v1/lists/\(ReferralHeroShop.list(1))/subscribers",
        body: Array(body.utf8), as: .publishable)
      #expect(answer.status == 400 && answer.string("code") == code, "\(answer.text)")
      #expect(answer.string("message")?.isEmpty == false)
      #expect(try await shop.app.get("/v1/people").list("people").isEmpty)
    }
  }

  @Test("Names that are long or hostile are kept as text, up to their limit")
  func names() async throws {
    try await ReferralHeroShop.run(goals: [1]) { _, shop in
      var client = shop.client()
      let name = "<script>alert(1)</script>\u{0}\r\nBcc: x"
      let kept = try await client.add(["email": "ana@example.com", "name": .string(name)])
      #expect(kept.string("data.name") == name || kept.status == 400, "\(kept.text)")
      let long = try await client.add([
        "email": "bob@example.com", "name": .string(String(repeating: "n", count: 1_000_000)),
      ])
      #expect([400, 413].contains(long.status), "\(long.status)")
    }
  }
}
