import BeckonModel
import Testing

@testable import BeckonServer

/// Events and payments of Linkrunner's clients: each counts once.
@Suite struct LinkrunnerFactsTests {
  @Test("An event that is sent again is one, with its id and without")
  func events() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      func count() async throws -> Int64 {
        try await server.number("SELECT COUNT(*) FROM facts WHERE name = 'level'")
      }
      let event: JSON = [
        "event_name": "level", "event_data": ["b": 1, "a": 2], "time_since_app_install": 120.5,
      ]
      // A dictionary is written in another order the next time.
      let again: JSON = [
        "event_name": "level", "event_data": ["a": 2, "b": 1], "time_since_app_install": 120.5,
      ]
      for body in [event, again, event] {
        let answer = try await phone.send("capture-event", body)
        #expect(answer.status == 200)
        #expect(answer.json["msg"] == "Event capture request received!")
      }
      #expect(try await count() == 1)
      _ = try await phone.send(
        "capture-event",
        ["event_name": "level", "event_data": ["a": 2, "b": 1], "time_since_app_install": 121.5])
      #expect(try await count() == 2)
      for _ in 1...2 {
        _ = try await phone.send(
          "capture-event", ["event_name": "level", "event_data": .null, "event_id": "e-1"])
      }
      #expect(try await count() == 3)
      // Another install's event of the same content is another event.
      _ = try await LinkrunnerPhone(app: server.app).send("capture-event", event)
      #expect(try await count() == 4)
    }
  }

  @Test("Without an id and a time, the same within a minute is one, and later another")
  func eventsWithoutTime() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      func count() async throws -> Int64 {
        try await server.number("SELECT COUNT(*) FROM facts WHERE name = 'tap'")
      }
      try server.setTime("2026-06-01T09:00:50Z")
      _ = try await phone.send("capture-event", ["event_name": "tap"])
      try server.setTime("2026-06-01T09:01:20Z")
      _ = try await phone.send("capture-event", ["event_name": "tap"])
      #expect(try await count() == 1)
      try server.setTime("2026-06-01T09:02:30Z")
      _ = try await phone.send("capture-event", ["event_name": "tap"])
      #expect(try await count() == 2)
    }
  }

  @Test("A payment counts once, the first report wins, and it can be taken back")
  func payments() async throws {
    try await TestServer.run { server in
      _ = try await server.app.patch("/v1/app", ["currency": "EUR"])
      let phone = LinkrunnerPhone(app: server.app)
      _ = try await phone.send("init")
      func revenue() async throws -> Int64 {
        try await server.number(
          "SELECT CAST(COALESCE(SUM(revenue), 0) AS BIGINT) FROM payments WHERE removed_at IS NULL")
      }
      func pay(_ amount: JSON, _ id: String?, _ more: JSON = [:]) async throws -> Int {
        var body = [JSON.Member("amount", amount), JSON.Member("user_id", "u1")]
        if let id { body.append(JSON.Member("payment_id", .string(id))) }
        return try await phone.send("capture-payment", .object(body + (more.members ?? []))).status
      }
      #expect(try await pay(10, "p1") == 201)
      #expect(try await pay(99, "p1") == 201)
      #expect(try await revenue() == 1_000)
      // Another kind is another payment, as with the vendor.
      #expect(try await pay(1.5, "p1", ["type": "RECURRING"]) == 201)
      #expect(try await revenue() == 1_150)
      for _ in 1...2 {
        #expect(try await pay(2, nil, ["time_since_app_install": 7.25]) == 201)
      }
      #expect(try await revenue() == 1_350)
      #expect(try await pay(5, "p2", ["status": "PAYMENT_FAILED"]) == 201)
      #expect(try await pay(-1, "p3") == 400)
      #expect(try await pay("ten", "p4") == 400)
      #expect(try await revenue() == 1_350)

      let stranger = LinkrunnerPhone(app: server.app)
      _ = try await stranger.send("init")
      let theirs = try await stranger.send("remove-captured-payment", ["user_id": "u1"])
      #expect(theirs.json["data"]?["removed"] == 0)
      let one = try await phone.send(
        "remove-captured-payment", ["user_id": "u1", "payment_id": "p1"])
      #expect(one.status == 200)
      #expect(try await revenue() == 200)
      _ = try await phone.send("remove-captured-payment", ["user_id": "u1"])
      #expect(try await revenue() == 0)
      #expect(try await pay(10, "p1") == 201)
      #expect(try await revenue() == 0)
    }
  }

  @Test("What a phone tells whose clock is years behind counts as of now, and is not lost")
  func clockBehind() async throws {
    try await TestServer.run { server in
      _ = try await server.app.patch("/v1/app", ["currency": "EUR"])
      let phone = LinkrunnerPhone(app: server.app)
      _ = try await phone.send("init")
      // Midnight of 1970, as a phone has it whose battery was empty; and a day ago.
      for (id, time) in [("p1", 0), ("p2", 1_780_218_000_000)] as [(String, Int64)] {
        let at = JSON.Member("timestamp", .integer(time))
        let paid: JSON = ["amount": 10, "user_id": "u1", "payment_id": .string(id)]
        let event: JSON = ["event_name": "level", "event_id": .string(id)]
        #expect(
          try await phone.send("capture-payment", .object((paid.members ?? []) + [at])).status
            == 201)
        #expect(
          try await phone.send("capture-event", .object((event.members ?? []) + [at])).status
            == 200)
      }
      let days = try await server.app.get("/v1/revenue").list("revenue")
      #expect(Set(days.map { $0["day"]?.string }) == ["2026-05-31", "2026-06-01"])
      #expect(days.map { $0["amount"] } == [1_000, 1_000])
      #expect(try await server.number("SELECT COUNT(*) FROM facts WHERE name = 'level'") == 2)
    }
  }
}
