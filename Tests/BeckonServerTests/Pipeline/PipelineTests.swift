import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonServer
import BeckonStore
import Testing

/// What every call goes through: keys, limits, origins, pages.
@Suite struct PipelineTests {
  @Test("A missing, unknown or malformed key is told so", arguments: ["", "pk_x", "sk_", "x y"])
  func wrongKey(key: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.get("/v1/app", as: .text(key))
      #expect(answer.status == 401)
      #expect(answer.code == "unauthorized")
      #expect(answer["WWW-Authenticate"] == "Bearer")
      #expect(try await server.app.get("/v1/app", as: .none).code == "unauthorized")
    }
  }

  @Test("Every answer has a request id, and a problem repeats it")
  func requestID() async throws {
    try await TestServer.run { server in
      let answer = try await server.app.get("/v1/people/nobody")
      #expect(answer["Request-Id"]?.hasPrefix("req_") == true)
      #expect(answer.string("request_id") == answer["Request-Id"])
    }
  }

  @Test("Another method is told which the path takes")
  func otherMethod() async throws {
    try await TestServer.run { server in
      let answer = try await server.app.call("DELETE", "/v1/events")
      #expect(answer.code == "method_not_allowed")
      #expect(answer["Allow"] == "POST, GET")
      #expect(try await server.app.get("/v1/nothing/here").code == "not_found")
    }
  }

  @Test("A page of a known origin may read answers, also those that refuse")
  func origins() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["origins": ["https://shop.example"]])
      for (origin, allowed) in [("https://shop.example", true), ("https://evil.example", false)] {
        let headers = [("Origin", origin)]
        let expected = allowed ? origin : nil
        let fine = try await app.post("/v1/people", ["user_id": "a"], headers: headers)
        let bad = try await app.post("/v1/people", [:], headers: headers)
        let denied = try await app.get("/v1/app", as: .publishable, headers: headers)
        #expect([fine.status, bad.status, denied.status].map { $0 / 100 } == [2, 4, 4])
        for answer in [fine, bad, denied] {
          #expect(answer["Access-Control-Allow-Origin"] == expected)
          #expect(answer["Access-Control-Allow-Credentials"] == nil)
          #expect(answer["Vary"] == "Origin")
        }
      }
      let question = try await app.call(
        "OPTIONS", "/v1/people", as: .none,
        headers: [("Origin", "https://shop.example"), ("Access-Control-Request-Method", "POST")])
      #expect(question.status == 204)
      #expect(question["Access-Control-Allow-Headers"]?.contains("Beckon-Token") == true)
    }
  }

  @Test("An address that asks too often is told to wait, others are not")
  func rateLimit() async throws {
    var rates = RateLimits()
    rates.guardedPerAddress = 3
    try await TestServer.run(rates: rates) { server in
      func ask(_ address: String, _ key: TestApp.Key = .publishable) async throws -> HTTPAnswer {
        try await server.app.post(
          "/v1/people", ["user_id": "ana"], as: key, headers: [("X-Forwarded-For", address)])
      }
      for remaining in [2, 1, 0] {
        let answer = try await ask("203.0.113.7")
        #expect(answer["RateLimit-Limit"] == "3")
        #expect(answer["RateLimit-Remaining"] == "\(remaining)")
      }
      let limited = try await ask("203.0.113.7")
      #expect(limited.code == "rate_limited")
      #expect(limited["RateLimit-Remaining"] == "0")
      #expect(limited["Retry-After"] == "20")
      #expect(try await ask("203.0.113.8").status == 200)
      #expect(try await ask("203.0.113.7", .secret).status == 200)
      // What is before the last trusted hop was written by the client.
      #expect(try await ask("8.8.8.8, 203.0.113.7").status == 429)
      #expect(try await ask("10.1.2.3").status == 200)
    }
  }

  @Test("An address that sends too many bytes is told to wait, a server is not")
  func bytes() async throws {
    var rates = RateLimits()
    rates.bytesPerAddress = 100_000
    try await TestServer.run(rates: rates) { server in
      let text = String(repeating: "x", count: 30_000)
      func send(_ address: String, _ key: TestApp.Key = .publishable) async throws -> HTTPAnswer {
        try await server.app.post(
          "/v1/events",
          [
            "events": [
              ["id": "1", "name": "y", "user_id": "ben", "properties": ["a": .string(text)]]
            ]
          ],
          as: key, headers: [("X-Forwarded-For", address)])
      }
      for _ in 1...3 { #expect(try await send("203.0.113.7").status == 200) }
      let limited = try await send("203.0.113.7")
      #expect(limited.code == "rate_limited")
      #expect(Int(limited["Retry-After"] ?? "") ?? 0 >= 1)
      try await server.wait(minutes: 1)
      #expect(try await send("203.0.113.7").status == 200)
      #expect(try await send("203.0.113.8").status == 200)
      #expect(try await send("203.0.113.7", .secret).status == 200)
    }
  }

  @Test("Bytes in which a key may stand are counted before anybody reads them")
  func bytesOfNobody() async throws {
    var rates = RateLimits()
    rates.bytesPerAddress = 100_000
    try await TestServer.run(rates: rates) { server in
      var statuses: [Int] = []
      for _ in 1...4 {
        statuses.append(
          try await server.app.call(
            "POST", "/api/client/init", body: [UInt8](repeating: UInt8(ascii: "["), count: 30_000),
            as: .none, headers: [("X-Forwarded-For", "203.0.113.7")]
          ).status)
      }
      #expect(statuses == [400, 400, 400, 429])
    }
  }

  @Test("A refused call reads the app anew, but for each key not however often")
  func readAnew() async throws {
    try await TestServer.run { server in
      let app = server.app
      func name(
        _ campaign: CampaignID, as key: TestApp.Key = .secret
      ) async throws -> Int {
        try await app.post(
          "/v1/people", ["user_id": "ana", "campaign": .id(campaign)], as: key
        ).status
      }
      /// As another server makes it.
      func make() async throws -> CampaignID {
        let id: CampaignID = server.ambient.id()
        try await server.change(
          """
          INSERT INTO campaigns (app, id, list_uuid, name, goal, kind, url, created_at)
          SELECT MIN(number), $1, $2, 'new', 1, 'referral', 'https://shop.example', 0 FROM apps
          """, [.id(id), .text(id.text)])
        return id
      }
      #expect(try await name(server.ambient.id()) == 422)
      #expect(try await name(make()) == 201)
      // A stranger, who has the key that every phone has.
      for _ in 1...121 { _ = try await name(server.ambient.id(), as: .publishable) }
      #expect(try await name(make(), as: .publishable) == 422)
      #expect(try await name(make()) == 200)
      for _ in 1...121 { _ = try await name(server.ambient.id()) }
      #expect(try await name(make()) == 422)
      try await server.wait(minutes: 1)
      #expect(try await name(make()) == 200)
    }
  }

  @Test("What an address is refused does not use up what the key may")
  func floodFromOneAddress() async throws {
    var rates = RateLimits()
    rates.guardedPerAddress = 3
    rates.guardedPerKey = 10
    try await TestServer.run(rates: rates) { server in
      func ask(_ address: String) async throws -> Int {
        try await server.app.post(
          "/v1/people", ["user_id": "ana"], as: .publishable,
          headers: [("X-Forwarded-For", address)]
        ).status
      }
      var refused = 0
      for _ in 0..<30 where try await ask("203.0.113.7") == 429 { refused += 1 }
      #expect(refused >= 20)
      #expect(try await ask("203.0.113.8") == 200)
    }
  }

  @Test("Guessing codes is limited by address")
  func guessing() async throws {
    var rates = RateLimits()
    rates.guardedPerAddress = 2
    try await TestServer.run(rates: rates) { server in
      var statuses: [Int] = []
      for code in 1...3 {
        let phone = try await server.app.phone(at: "203.0.113.7").open("/guess-\(code)")
        statuses.append(phone.visit?.status ?? 0)
      }
      #expect(statuses == [404, 404, 429])
    }
  }

  @Test("Lists come in pages, each row once, newest first")
  func pages() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [thanks])
      let ana = try await app.signUp("ana")
      for number in 1...7 {
        let friend = try await app.signUp("friend-\(number)", referrer: ana.code)
        _ = try await app.signUp("grandchild-\(number)", referrer: friend.code)
        if number % 2 == 0 { try await server.wait(minutes: 1) }
      }
      for (path, name, key, count) in [
        ("/v1/links", "links", "id", 15), (campaign.path + "/referrals", "referrals", "id", 14),
        ("/v1/ledger/transfers", "transfers", "id", 14),
        (campaign.path + "/leaderboard", "leaders", "person", 8),
      ] {
        var seen: [String] = []
        var next: String? = ""
        while let cursor = next {
          let query = "?limit=3" + (cursor.isEmpty ? "" : "&cursor=" + cursor)
          let page = try await app.get(path + query)
          seen += page.list(name).compactMap { $0[key]?.string }
          next = page.string("next")
          try #require(seen.count <= count, "\(path) does not end")
        }
        #expect(seen.count == count, "\(path)")
        #expect(Set(seen).count == count)
        for bad in ["limit=0", "limit=201", "limit=x", "cursor=nonsense", "limit=-1"] {
          #expect(try await app.get(path + "?" + bad).code == "invalid_field", "\(path) \(bad)")
        }
      }
    }
  }

  @Test("Health and metrics tell how the loops do")
  func operations() async throws {
    try await TestServer.run { server in
      try await server.wait(minutes: 1)
      let health = try await server.app.get("/health", as: .none)
      #expect(health.value("status") == "ok")
      let metrics = try await server.app.get("/metrics", as: .none)
      #expect(
        metrics.text.contains("beckon_requests_total{route=\"GET /health\",status=\"200\"} 1"))
      #expect(try await server.app.get("/v1/openapi.yaml", as: .none).status == 200)
    }
  }
}
