import BeckonModel
import Testing

@testable import BeckonServer

/// A shop whose app speaks ReferralHero's protocol (docs/PROTOCOLS/referralhero.md), with a
/// campaign for each goal.
struct ReferralHeroShop: Sendable {
  let app: TestApp

  /// The campaigns' ids in the protocol, by goal.
  static func list(_ goal: Int) -> String { "MFaa11bb22c\(goal)" }

  /// Sets up the campaigns, of which each pays the referrer a point for a confirmed referral.
  static func run(
    goals: [Int] = [1, 2, 3], kind: String = "referral", rates: RateLimits = RateLimits(),
    _ body: (TestServer, ReferralHeroShop) async throws -> Void
  ) async throws {
    try await TestServer.run(rates: rates) { server in
      for goal in goals {
        let made = try await server.app.post(
          "/v1/campaigns",
          [
            "name": .string("goal \(goal)"), "goal": .integer(goal),
            "list_uuid": .string(list(goal)), "kind": .string(kind),
            "url": "https://shop.example/join",
            "rules": [
              [
                "name": "thanks", "when": ["referral": "confirmed"], "to": "referrer",
                "amount": 1, "unit": "points",
              ]
            ],
          ])
        try #require(made.status == 201, "\(made.text)")
      }
      try await body(server, ReferralHeroShop(app: server.app))
    }
  }

  /// A client that keeps cookies, as that for iOS does.
  func client(at address: String = "203.0.113.7", goal: Int = 1) -> ReferralHeroClient {
    ReferralHeroClient(app: app, list: Self.list(goal), address: address)
  }

  /// A member who brings others.
  func referrer(_ name: String, goal: Int) async throws -> ReferralHeroClient {
    var client = client(at: "198.51.100.1", goal: goal)
    let answer = try await client.add(["email": .string("\(name)@example.com")])
    try #require(answer.status == 200, "\(answer.text)")
    return client
  }

  /// What the campaigns have paid.
  func paid() async throws -> Int { try await app.transfers().count }
}

/// One installed app of the vendor's.
struct ReferralHeroClient: Sendable {
  let app: TestApp
  var list: String
  var address: String
  /// The id of the member who uses it.
  var id = ""
  /// The member's referral code.
  var code = ""
  /// The cookie that the server has set.
  var cookie: String?
  /// The key, if it is not the app's publishable one.
  var key: String?

  /// Sends a call as the vendor's client for iOS does: the key without a scheme.
  mutating func call(
    _ method: String, _ path: String, _ body: JSON? = nil
  ) async throws -> HTTPAnswer {
    var headers = [
      ("Authorization", key ?? app.publishable), ("Accept", "application/vnd.referralhero.v1"),
      ("Content-Type", "application/json"), ("X-Forwarded-For", address),
    ]
    if let cookie { headers.append(("Cookie", "theme=dark; " + cookie)) }
    let answer = try await app.call(
      method, "/api/sdk/v1/lists/\(list)\(path)", body: body?.bytes ?? [], as: .none,
      headers: headers)
    if let set = answer["Set-Cookie"] { cookie = String(set.prefix { $0 != ";" }) }
    return answer
  }

  /// Adds the user, and remembers who that is.
  mutating func add(_ body: JSON) async throws -> HTTPAnswer {
    let answer = try await call("POST", "/subscribers", body)
    id = answer.string("data.id") ?? id
    code = answer.string("data.code") ?? code
    return answer
  }

  /// What the client for iOS says of its device.
  static let device: JSON = [
    "device": "iPhone", "os_type": "IOS", "screen_size": "393.0 x 852.0", "ip_address": "8.8.8.8",
  ]
}

extension JSON {
  /// An object with the members of another behind its own.
  func and(_ other: JSON) -> JSON { .object((members ?? []) + (other.members ?? [])) }
}
