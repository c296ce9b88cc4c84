#if Postgres
  import BeckonBasics
  import BeckonModel
  import TestDatabases
  import Testing
  import TestPrograms

  extension PostgresTests {
    /// Two servers on one database.
    @Suite struct SeveralServersTests {
      private static func with(
        rules: [JSON], _ body: (RunningServer, RunningServer, ReferralShop) async throws -> Void
      ) async throws {
        let folder = try TemporaryFolder()
        let cluster = try RefusalTests.cluster()
        let url = cluster.url(try cluster.database(for: folder.path))
        let one = try await RunningServer(folder, database: url)
        let other = try await RunningServer(folder, database: url)
        let keys = try await AppKeys(url)
        try await body(one, other, try await ReferralShop(one, keys, rules: rules))
        #expect(await one.stop() == 0)
        #expect(await other.stop() == 0)
      }

      @Test("A cap that both servers reach at once is never passed")
      func cap() async throws {
        let capped = ReferralShop.rule(to: "referrer", ["cap": ["total": 500]])
        try await Self.with(rules: [capped]) { one, other, shop in
          // Ten of sixty may be paid, and each friend comes to both servers.
          let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
            for lane in 0..<6 {
              for server in [one, other] {
                group.addTask {
                  var statuses: [Int] = []
                  for number in lane * 10..<lane * 10 + 10 {
                    statuses.append(try await shop.signUp(number, server).status)
                  }
                  return statuses
                }
              }
            }
            return try await group.reduce(into: []) { $0 += $1 }
          }
          #expect(statuses.count(where: { $0 == 201 }) == 60)
          #expect(statuses.count(where: { $0 == 200 }) == 60)
          try await shop.expectPaid(friends: 10, other)
        }
      }

      @Test("What is made on one server is known to the other at once")
      func madeElsewhere() async throws {
        try await Self.with(rules: [ReferralShop.rule(to: "referrer")]) { one, other, shop in
          let secret = shop.keys.secret
          for number in 0..<20 {
            // The other server has the app in memory.
            #expect(try await shop.signUp(number, other).status == 201)
            let campaign = try await one.ask(
              "POST", "/v1/campaigns", key: secret,
              ["name": .string("C\(number)"), "goal": 1, "url": "https://a.example", "rules": []])
            let id = try #require(campaign.json["id"])
            let path = "/v1/campaigns/\(id.string ?? "")"
            #expect(try await other.get(path, key: secret).status == 200)
            let link = try await one.ask(
              "POST", "/v1/links", key: secret, ["url": "https://a.example", "campaign": id])
            let code = try #require(link.json["code"]?.string, "\(link.json.text)")
            #expect(try await Self.visit(code, other).hasPrefix("HTTP/1.1 302"))
            let person = try await other.ask(
              "POST", "/v1/people", key: secret, ["user_id": .string("p\(number)"), "campaign": id])
            #expect(person.status == 201, "\(person.json.text)")
          }
        }
      }

      @Test("What is changed on one server soon holds on the other")
      func caches() async throws {
        try await Self.with(rules: [ReferralShop.rule(to: "referrer")]) { one, other, shop in
          let secret = shop.keys.secret
          let link = try await one.ask(
            "POST", "/v1/links", key: secret, ["url": "https://a.example"])
          let (id, code) = (link.json["id"]?.string ?? "", link.json["code"]?.string ?? "")
          // The other server has all of it in memory.
          #expect(try await Self.visit(code, other).hasPrefix("HTTP/1.1 302"))
          #expect(try await other.get("/v1/app", key: secret).json["region"] != "TR")
          #expect(try await shop.signUp(0, other).status == 201)
          #expect(try await shop.balance(other) == 50)

          let app = try await one.ask("PATCH", "/v1/app", key: secret, ["region": "TR"])
          #expect(app.status == 200)
          try await Self.expectSoon {
            try await other.get("/v1/app", key: secret).json["region"] == "TR"
          }
          let moved = try await one.ask(
            "PATCH", "/v1/links/\(id)", key: secret, ["url": "https://b.example"])
          #expect(moved.status == 200, "\(moved.json.text)")
          try await Self.expectSoon {
            try await Self.visit(code, other).contains("https://b.example")
          }
          #expect(try await one.ask("DELETE", "/v1/links/\(id)", key: secret).status == 204)
          try await Self.expectSoon {
            try await Self.visit(code, other).hasPrefix("HTTP/1.1 410")
          }
          let rule = ReferralShop.rule(to: "referrer")
          let campaign = try await one.ask(
            "PATCH", "/v1/campaigns/\(shop.campaign)", key: secret, ["rules": [rule, rule]])
          #expect(campaign.status == 200, "\(campaign.json.text)")
          var (number, before) = (1, Int64(50))
          try await Self.expectSoon {
            #expect(try await shop.signUp(number, other).status == 201)
            let after = try await shop.balance(other)
            defer { (number, before) = (number + 1, after) }
            return after == before + 100
          }
        }
      }

      /// A link's answer, redirect or not.
      private static func visit(_ code: String, _ server: RunningServer) async throws -> String {
        let socket = try TestSocket(port: server.port)
        await socket.send("GET /\(code) HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
        return await socket.everything()
      }

      private static func expectSoon(
        _ location: SourceLocation = #_sourceLocation, _ holds: () async throws -> Bool
      ) async throws {
        // Sooner or later, as busy as the machine is; a server that never learns of it ends here.
        let end = MonotonicClock.nanoseconds() + 120_000_000_000
        while try await !holds() {
          guard MonotonicClock.nanoseconds() < end else {
            Issue.record("the other server never knew", sourceLocation: location)
            return
          }
        }
      }
    }
  }
#endif
