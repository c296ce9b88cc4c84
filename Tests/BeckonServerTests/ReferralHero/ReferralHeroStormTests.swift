import BeckonModel
import Testing

/// The same told by many at once, to four servers: it counts once.
@Suite struct ReferralHeroStormTests {
  private static let calls = 200
  private static let track = "/subscribers/track_referral_conversion_event"

  /// Sends calls from as many connections, spread over the servers, and gives the answers.
  private func storm(
    _ server: TestServer, _ path: String, goal: Int = 2,
    _ body: @escaping @Sendable (Int) -> JSON
  ) async throws -> [HTTPAnswer] {
    var answers: [HTTPAnswer] = []
    try await server.fleet(4) { apps in
      answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
        for number in 0..<Self.calls {
          group.addTask {
            var backend = ReferralHeroShop(app: apps[number % apps.count]).client(goal: goal)
            backend.key = backend.app.secret
            return try await backend.call("POST", path, body(number))
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
    return answers
  }

  /// Bob, whom Ana has referred, and whose conversion is still to come.
  private func pending(
    _ names: [String] = ["bob"], _ body: (TestServer, ReferralHeroShop) async throws -> Void
  ) async throws {
    try await ReferralHeroShop.run(goals: [2]) { server, shop in
      try await shop.app.set(["currency": "EUR"])
      let ana = try await shop.referrer("ana", goal: 2)
      for name in names {
        var client = shop.client(goal: 2)
        let joined = try await client.add([
          "email": .string(name + "@example.com"), "referrer": .string(ana.code),
        ])
        try #require(joined.string("data.referral_status") == "pending", "\(joined.text)")
      }
      try await body(server, shop)
    }
  }

  private func count(_ answers: [HTTPAnswer], _ path: String) -> [String: Int] {
    Dictionary(grouping: answers.compactMap { $0.string(path) }) { $0 }.mapValues(\.count)
  }

  @Test(
    "200 identical conversions of one referral are one reward, and all are told that it is done")
  func identical() async throws {
    try await pending { server, shop in
      let answers = try await storm(server, Self.track) { _ in
        ["email": "bob@example.com", "transaction_id": "order-1", "conversion_value": 5]
      }
      #expect(count(answers, "data.response") == ["custom_event_completed": Self.calls])
      #expect(answers.allSatisfy { $0.text.contains("\"conversion_amount\":5.00") })
      #expect(try await shop.paid() == 1)
      #expect(try await shop.app.get("/v1/payments").list("payments").count == 1)
    }
  }

  @Test("Of 200 without a transaction, and of 200 with another each, one counts")
  func different() async throws {
    for isNumbered in [false, true] {
      try await pending { server, shop in
        let answers = try await storm(server, Self.track) { number in
          let mail: JSON = ["email": "bob@example.com", "conversion_value": 5]
          return isNumbered ? mail.and(["transaction_id": .string("order-\(number)")]) : mail
        }
        #expect(count(answers, "data.response") == ["custom_event_completed": 1])
        #expect(count(answers, "code") == ["custom_event_already_completed": Self.calls - 1])
        #expect(try await shop.paid() == 1)
        #expect(try await shop.app.get("/v1/payments").list("payments").count == 1)
      }
    }
  }

  @Test("One transaction's id is one conversion of each of two members")
  func sharedTransaction() async throws {
    try await pending(["bob", "eve"]) { server, shop in
      let answers = try await storm(server, Self.track) { number in
        [
          "email": .string(number % 2 == 0 ? "bob@example.com" : "eve@example.com"),
          "transaction_id": "order-1",
        ]
      }
      #expect(count(answers, "data.response") == ["custom_event_completed": Self.calls])
      #expect(try await shop.paid() == 2)
    }
  }

  @Test("200 who join under one address are one member with one referrer")
  func joining() async throws {
    try await ReferralHeroShop.run(goals: [1]) { server, shop in
      let ana = try await shop.referrer("ana", goal: 1)
      let code = ana.code
      let answers = try await storm(server, "/subscribers", goal: 1) { _ in
        ["email": "bob@example.com", "referrer": .string(code)]
      }
      #expect(Set(answers.compactMap { $0.string("data.id") }).count == 1)
      let responses = count(answers, "data.response")
      #expect(responses["subscriber_created"] == 1, "\(responses)")
      #expect(responses["subscriber_retrieved"] == Self.calls - 1, "\(responses)")
      #expect(try await shop.paid() == 1)
    }
  }
}
