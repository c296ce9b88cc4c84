import BeckonContractReferralHero
import BeckonModel
import Testing

@testable import BeckonServer

/// Every error that an app's calls can give, and what hostile text comes to.
@Suite struct ReferralHeroErrorTests {
  private typealias Code = ReferralHeroFailure.Code

  /// What leads to an error: how the call is made, and the HTTP status that it gets.
  private struct Case {
    let code: Code
    let status: Int
    var method = "POST"
    let path: String
    var body: JSON? = [:]
    var goal = 2
    var key: String?
    var list: String?
  }

  private static let track = "/subscribers/track_referral_conversion_event"
  private static let cases = [
    Case(code: .noToken, status: 401, path: "/subscribers", key: ""),
    Case(code: .invalidToken, status: 401, path: "/subscribers", key: "pk_x"),
    Case(code: .noListUUID, status: 401, path: "/subscribers", list: ""),
    Case(code: .noListUUID, status: 200, method: "GET", path: "/leaderboard", body: nil, list: ""),
    Case(code: .invalidList, status: 401, path: "/subscribers", list: "MFnobody"),
    Case(code: .invalidList, status: 200, path: track, list: "MFnobody"),
    Case(code: .subscriberNotFound, status: 403, method: "GET", path: "/subscribers/x", body: nil),
    Case(code: .subscriberNotFound, status: 200, path: "/subscribers//confirm", goal: 3),
    Case(code: .noEmailAddress, status: 400, path: "/subscribers"),
    Case(code: .noEmailAddress, status: 200, path: "/subscribers/pending_referral"),
    Case(
      code: .invalidEmailAddress, status: 400, path: "/subscribers", body: ["email": "ana"]),
    Case(code: .noName, status: 200, path: "/subscribers/x/click_capture"),
    Case(
      code: .noHostingURL, status: 400, path: "/subscribers",
      body: ["email": "a@example.com", "domain": "evil.example"]),
    Case(
      code: .wrongListType, status: 200, path: track, body: ["email": "a@example.com"], goal: 1),
    Case(
      code: .alreadyCompleted, status: 200, path: "/subscribers/organic_track_referral",
      body: ["email": "ana@example.com"]),
    Case(code: .referrerInvalid, status: 200, path: track, body: ["email": "b@example.com"]),
    Case(
      code: .invalidParameter, status: 400, path: "/subscribers",
      body: ["email": "a@example.com", "points": "many"]),
    Case(
      code: .inactiveList, status: 400, path: "/subscribers", body: ["email": "new@example.com"],
      goal: 3),
  ]

  @Test("Each error of an app's calls is reachable, with the status that its clients read")
  func reachable() async throws {
    try await ReferralHeroShop.run { _, shop in
      var ana = try await shop.referrer("ana", goal: 2)
      ana.key = shop.app.secret
      let first = try await ana.call(
        "POST", "/subscribers/organic_track_referral", ["email": "ana@example.com"])
      try #require(first.string("data.response") == "custom_event_completed", "\(first.text)")
      let campaigns = try await shop.app.get("/v1/campaigns").list("campaigns")
      let last = try #require(campaigns.first { $0["goal"] == 3 }?["id"]?.string)
      let paused = try await shop.app.patch("/v1/campaigns/\(last)", ["state": "paused"])
      try #require(paused.status == 200, "\(paused.text)")
      for one in Self.cases {
        var client = shop.client(goal: one.goal)
        client.key = one.key ?? shop.app.secret
        client.list = one.list ?? client.list
        let answer = try await client.call(one.method, one.path, one.body)
        #expect(
          answer.status == one.status && answer.string("code") == one.code.rawValue,
          "\(one.code) by \(one.path): \(answer.status) \(answer.text)")
        #expect(answer.string("status") == "error" && answer.string("message")?.isEmpty == false)
      }
    }
  }

  @Test("Too many calls are told as such, with a status that no client stores")
  func tooMany() async throws {
    var rates = RateLimits()
    rates.guardedPerAddress = 2
    try await ReferralHeroShop.run(goals: [1], rates: rates) { _, shop in
      var client = shop.client()
      _ = try await client.add(["email": "ana@example.com"])
      _ = try await client.call("GET", "/leaderboard")
      let stored = try await client.add(["email": "ana@example.com"])
      #expect(stored.status == 429 && stored.string("code") == "too_many_calls", "\(stored.text)")
      let other = try await client.call("GET", "/leaderboard")
      #expect(other.status == 200 && other.string("code") == "too_many_calls", "\(other.text)")
    }
  }

  @Test("What only other calls can give is the rest of the set, and nothing else is")
  func complete() {
    let shown = Set(Self.cases.map(\.code)).union([.tooManyCalls])
    // `ReferralHeroServerTests` and `ReferralHeroRewardTests` show these.
    let servers: Set<Code> = [
      .noSubscriberID, .noPoints, .listCreation, .unknownListType, .alreadyPromoted, .notPromoted,
      .rewardNotFound, .couponGroupNotFound,
    ]
    let rest: Set<Code> = [.inactiveAccount, .serverError]
    #expect(Set(Code.allCases) == shown.union(servers).union(rest))
  }

  @Test(
    "A mail address that would add a header to a mail is none",
    arguments: [
      "a@example.com\r\nBcc: b@example.com", "a@example.com\nBcc:b", "a\u{7F}@example.com",
      "Ana <a@example.com>", "a@example.com, b@example.com", "a@exa\rmple.com",
    ])
  func injection(mail: String) async throws {
    try await ReferralHeroShop.run(goals: [1]) { _, shop in
      var client = shop.client()
      let answer = try await client.add(["email": .string(mail)])
      #expect(answer.string("code") == "invalid_email_address", "\(answer.text)")
      #expect(try await shop.app.get("/v1/people").list("people").isEmpty)
    }
  }

  @Test("A name with markup is text: in answers it is JSON that no browser takes for a page")
  func markup() async throws {
    try await ReferralHeroShop.run(goals: [1]) { _, shop in
      let name = "<img src=x onerror=alert(1)>"
      var ana = shop.client()
      let joined = try await ana.add(["email": "ana@example.com", "name": .string(name)])
      _ = try await shop.client().adding(["email": "b@example.com", "referrer": .string(ana.code)])
      let leaders = try await ana.call("GET", "/leaderboard")
      let referrer = try await ana.call("GET", "/subscribers/\(ana.id)")
      for answer in [joined, leaders, referrer] {
        #expect(answer["Content-Type"]?.hasPrefix("application/json") == true)
      }
      #expect(!leaders.text.contains("onerror"), "\(leaders.text)")
    }
  }

  @Test("A name of a million characters is refused, and the message says how long one may be")
  func long() async throws {
    try await ReferralHeroShop.run(goals: [1]) { _, shop in
      var client = shop.client()
      let answer = try await client.add([
        "email": "ana@example.com", "name": .string(String(repeating: "n", count: 1_000_000)),
      ])
      #expect(answer.status == 400 && answer.string("code") == "invalid_parameter")
      #expect(answer.string("message")?.contains("name") == true, "\(answer.text)")
      #expect(answer.string("message")?.contains("bytes") == true)
    }
  }
}

extension ReferralHeroClient {
  /// Adds a user of whom nothing is remembered.
  fileprivate func adding(_ body: JSON) async throws -> HTTPAnswer {
    var client = self
    return try await client.add(body)
  }
}
