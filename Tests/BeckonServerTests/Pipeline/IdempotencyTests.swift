import BeckonModel
import Testing

/// `Idempotency-Key` on every route that writes.
@Suite struct IdempotencyTests {
  @Test("The same request again gets the same answer, and changes nothing")
  func replay() async throws {
    try await TestServer.run { server in
      let app = server.app
      let headers = [("Idempotency-Key", "k-1")]
      let body: JSON = ["url": "https://shop.example/"]
      let first = try await app.post("/v1/links", body, headers: headers)
      let again = try await app.post("/v1/links", body, headers: headers)
      #expect(again.status == 201)
      #expect(again.body == first.body)
      #expect(first["Idempotency-Replayed"] == nil)
      #expect(again["Idempotency-Replayed"] == "true")
      #expect(again["Content-Type"] == "application/json")
      #expect(try await app.get("/v1/links").list("links").count == 1)
    }
  }

  @Test("The key of another request is a conflict")
  func conflict() async throws {
    try await TestServer.run { server in
      let app = server.app
      let headers = [("Idempotency-Key", "k-1")]
      _ = try await app.post("/v1/links", ["url": "https://shop.example/"], headers: headers)
      let other = try await app.post(
        "/v1/links", ["url": "https://shop.example/2"], headers: headers)
      #expect(other.code == "idempotency_conflict")
      let path = try await app.post(
        "/v1/opens", ["url": "https://shop.example/"], headers: headers)
      #expect(path.status == 422)
      // Another app's keys are its own.
      let there = try await server.otherApp().post(
        "/v1/links", ["url": "https://shop.example/2"], headers: headers)
      #expect(there.status == 201)
    }
  }

  @Test("Who has only the publishable key uses up no key of the app's server, nor of a user")
  func taken() async throws {
    try await TestServer.run { server in
      let app = server.app
      let headers = [("Idempotency-Key", "order-1")]
      let squat = try await app.post(
        "/v1/events", ["events": []], as: .publishable, headers: headers)
      #expect(squat.status == 200)
      let ana = try await app.signUp("ana")
      let own = try await app.send(
        "PATCH", ana.path, ["attributes": ["a": 1]], as: .publishable, token: ana.token,
        headers: headers)
      #expect(own.status == 200, "\(own.text)")
      let told = try await app.post("/v1/people", ["user_id": "ben"], headers: headers)
      #expect(told.status == 201, "\(told.text)")
    }
  }

  @Test("Fifty of one key at the same time have exactly one effect")
  func concurrent() async throws {
    try await TestServer.run { server in
      let app = server.app
      let body: JSON = ["user_id": "ana", "attributes": ["a": 1]]
      let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
        for _ in 1...50 {
          group.addTask {
            try await app.post("/v1/people", body, headers: [("Idempotency-Key", "k")])
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(answers.map(\.body)).count == 1)
      #expect(answers.filter { $0["Idempotency-Replayed"] == nil }.count == 1)
      #expect(try await server.number("SELECT COUNT(*) FROM people") == 1)
      #expect(try await server.number("SELECT COUNT(*) FROM tokens") == 1)
    }
  }

  @Test("Of events under one key that come at the same time, one request's are stored")
  func concurrentEvents() async throws {
    try await TestServer.run { server in
      let app = server.app
      let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
        for number in 1...50 {
          group.addTask {
            try await app.post(
              "/v1/events", ["events": [["id": .string("e\(number % 25)"), "name": "view"]]],
              headers: [("Idempotency-Key", "k")])
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(try await server.number("SELECT COUNT(*) FROM facts WHERE name = 'view'") == 1)
      let stored = answers.filter { $0.status == 200 }
      #expect(stored.count == 2 && Set(stored.map(\.body)).count == 1)
      #expect(stored.first?.value("receipts.0.status") == "accepted")
      #expect(stored.filter { $0["Idempotency-Replayed"] == nil }.count == 1)
      let others = answers.filter { $0.status != 200 }
      #expect(others.allSatisfy { $0.code == "idempotency_conflict" })
    }
  }

  @Test("A refused request keeps no key")
  func refused() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["event": "buy"], ["organic": true])])
      let headers = [("Idempotency-Key", "k-1")]
      let ana = try await app.signUp("ana")
      let path = ana.path + "/redemptions"
      let body: JSON = ["id": "o", "amount": 50, "unit": "pieces_of_eight"]
      #expect(try await app.post(path, body, headers: headers).status == 409)
      try await app.event("buy", id: "1", of: ana)
      #expect(try await app.post(path, body, headers: headers).status == 201)
    }
  }

  @Test("A step out of order stays kept, with its answer")
  func keptProblem() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(goal: 3, rules: [])
      let ana = try await app.signUp("ana")
      let body: JSON = ["person": .string(ana.id), "step": 3, "id": "c"]
      for replayed in [nil, "true"] {
        let answer = try await app.post(
          campaign.path + "/conversions", body, headers: [("Idempotency-Key", "k")])
        #expect(answer.code == "step_out_of_order")
        #expect(answer["Idempotency-Replayed"] == replayed)
      }
    }
  }

  @Test("A key is 1 to 255 bytes long", arguments: [0, 1, 255, 256])
  func length(bytes: Int) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.post(
        "/v1/links", ["url": "https://shop.example/"],
        headers: [("Idempotency-Key", String(repeating: "k", count: bytes))])
      #expect(answer.status == ((1...255).contains(bytes) ? 201 : 400))
    }
  }
}
