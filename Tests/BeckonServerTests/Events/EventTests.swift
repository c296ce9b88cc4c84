import BeckonModel
import Testing

/// Batches of events, a receipt for each.
@Suite struct EventTests {
  private static func statuses(_ answer: HTTPAnswer) -> [String] {
    answer.list("receipts").compactMap { $0["status"]?.string }
  }

  private static func event(_ id: String, _ more: JSON = [:]) -> JSON {
    .object([JSON.Member("id", .string(id)), JSON.Member("name", "buy")] + (more.members ?? []))
  }

  @Test("A duplicate is told as one, also in one batch and with other content")
  func duplicates() async throws {
    try await TestServer.run { server in
      let events = [Self.event("1"), Self.event("2"), Self.event("1", ["properties": ["a": 1]])]
      for expected in [
        ["accepted", "accepted", "duplicate"], ["duplicate", "duplicate", "duplicate"],
      ] {
        let answer = try await server.app.post("/v1/events", ["events": .array(events)])
        #expect(Self.statuses(answer) == expected)
      }
      #expect(try await server.number("SELECT COUNT(*) FROM facts") == 2)
    }
  }

  @Test("One bad event harms no other")
  func oneBad() async throws {
    try await TestServer.run { server in
      let huge = JSON.string(String(repeating: "x", count: 33_000))
      let events: [JSON] = [
        Self.event("1"), ["name": "no id"], "no object", Self.event("", [:]),
        Self.event("2", ["at": "yesterday"]), Self.event("3", ["properties": ["big": huge]]),
        Self.event("4", ["person": "ana"]), Self.event("5", ["user_id": 5]),
        ["id": "6", "name": "beckon.sign_up"], ["id": "7", "name": "beckon.dropped"],
        Self.event("8", ["person": "per_00000000000000000000000000"]), Self.event("9"),
      ]
      let answer = try await server.app.post("/v1/events", ["events": .array(events)])
      #expect(answer.status == 200)
      let accepted = answer.list("receipts").filter { $0["status"] == "accepted" }
      #expect(accepted.map { $0["id"] } == ["1", "7", "9"])
      for receipt in answer.list("receipts") where receipt["status"] == "rejected" {
        #expect(receipt["reason"]?.string?.isEmpty == false)
      }
    }
  }

  @Test(
    "A future event counts from its receipt; one of last year is rejected; an old one pays nothing")
  func times() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["event": "buy"], ["per": "event"])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp(
        "ben", referrer: ana.code, more: ["at": server.time(days: -60)])
      let future = try await app.event("buy", id: "1", of: ben, at: server.time(days: 9))
      #expect(future["reason"]?.string?.contains("future") == true)
      let fact = try await ben.export().list("facts").first { $0["name"] == "buy" }
      #expect(fact?["at"] == server.time())
      let old = try await app.event("buy", id: "2", of: ben, at: server.time(days: -31))
      #expect(old["status"] == "accepted")
      let ancient = try await app.event("buy", id: "3", of: ben, at: server.time(days: -365))
      #expect(ancient["status"] == "rejected")
      try await app.event("buy", id: "4", of: ben, at: server.time(days: -29))
      #expect(try await ben.balance == 100)
    }
  }

  @Test("A clock that is wrong by a year is put right by sent_at")
  func skewedClock() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUp("ana")
      for (id, sentAt, at) in [("1", -365.0, -366.0), ("2", 400.0, 399.0)] {
        let answer = try await app.post(
          "/v1/events",
          [
            "sent_at": server.time(days: sentAt),
            "events": [
              Self.event(id, ["person": .string(ana.id), "at": server.time(days: at)])
            ],
          ])
        #expect(Self.statuses(answer) == ["accepted"])
      }
      let times = try await ana.export().list("facts").filter { $0["name"] == "buy" }
      #expect(times.map { $0["at"] } == [server.time(days: -1), server.time(days: -1)])
    }
  }

  @Test("1,000 events are a batch, 1,001 are refused")
  func batchSize() async throws {
    try await TestServer.run { server in
      let events = (1...1_001).map { Self.event("\($0)") }
      let most = try await server.app.post(
        "/v1/events", ["events": .array(Array(events.dropLast()))])
      #expect(Self.statuses(most).filter { $0 == "accepted" }.count == 1_000)
      let more = try await server.app.post("/v1/events", ["events": .array(events)])
      #expect(more.code == "invalid_field")
      #expect(try await server.app.post("/v1/events", ["events": []]).status == 200)
      #expect(try await server.app.post("/v1/events", [:]).string("field") == "events")
    }
  }

  @Test("An event of a user id or an install pays the person behind it")
  func subjects() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["event": "buy"], ["per": "event"])])
      let ana = try await app.signUp("ana")
      let phone = try await app.phone(at: "203.0.113.7").open(ana.link).install()
      let ben = try await phone.signUp("ben")
      let answer = try await app.post(
        "/v1/events",
        [
          "events": [
            Self.event("1", ["user_id": "ben"]),
            Self.event("2", ["install_id": .string(phone.installID)]),
            Self.event("3", ["user_id": "nobody"]), Self.event("4"),
          ]
        ], as: .publishable)
      #expect(Self.statuses(answer) == ["accepted", "accepted", "accepted", "accepted"])
      #expect(try await ben.balance == 100)
    }
  }

  @Test("Fifty phones send one event at the same time: it is stored and paid once")
  func concurrent() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["event": "buy"], to: "both", ["per": "event"])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let statuses = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 1...50 {
          group.addTask { try await app.event("buy", id: "1", of: ben)["status"]?.string }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.filter { $0 == "accepted" }.count == 1)
      #expect(statuses.filter { $0 == "duplicate" }.count == 49)
      #expect(try await (ana.balance, ben.balance) == (50, 50))
    }
  }
}
