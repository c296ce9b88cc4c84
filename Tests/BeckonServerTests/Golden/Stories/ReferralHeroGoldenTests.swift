import BeckonContract
import BeckonContractReferralHero
import BeckonModel
import Testing

/// What ReferralHero's clients are answered (docs/PROTOCOLS/referralhero.md).
@Suite struct ReferralHeroGoldenTests {
  private static let list = "MFaa11bb22cc"
  private static let bob: JSON = [
    "email": "bob@example.com", "name": "Bob", "domain": "shop.example", "extra_field": "gold",
    "status": "custom_event_pending", "timestamp": "1722672000",
  ]

  @Test func answers() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      _ = try await golden.app.post(
        "/v1/campaigns",
        [
          "name": "friends", "goal": 3, "list_uuid": .string(Self.list),
          "url": "https://shop.example/join",
          "rules": [
            [
              "name": "thanks", "when": ["referral": "confirmed"], "to": "both", "amount": 5,
              "unit": "points",
            ]
          ],
        ])
      let code = try await Self.joining(golden)
      let bob = try await Self.steps(golden, code)
      try await Self.lists(golden, bob)
      try await Self.ending(golden, bob)
    }
    try book.expect(ReferralHeroStoredRoute.routes + ReferralHeroClientRoute.routes)
  }

  private static func joining(_ golden: GoldenServer) async throws -> String {
    let call = ReferralHeroStoredRoute.add
    let path = call.route.path(list)
    let made = try await golden.ask(
      call, "a new member", at: path,
      .init(body: ["email": "ana@example.com", "name": "Ana"], key: .publishable))
    try await golden.ask(
      call, "the same once more, without a token", at: path,
      .init(body: ["email": "ana@example.com"], key: .publishable))
    try await golden.ask(call, "nobody", at: path, .init(body: [:], key: .publishable))
    try await golden.ask(
      call, "no mail address", at: path, .init(body: ["email": "ana"], key: .publishable))
    try await golden.ask(
      call, "a host of another's", at: path,
      .init(
        body: ["email": "eve@example.com", "domain": "evil.example"], key: .publishable))
    try await golden.ask(
      call, "no campaign", at: call.route.path("MF0000000000"), .init(body: bob))
    try await golden.ask(call, "without a key", at: path, .init(body: bob, key: .none))
    return try #require(made.string("data.code"))
  }

  private static func steps(_ golden: GoldenServer, _ code: String) async throws -> String {
    let pending = ReferralHeroClientRoute.pending
    try await golden.ask(
      pending, "nobody's", at: pending.route.path(list), .init(body: bob, key: .publishable))
    let referred = bob.and(["referrer": .string(code)])
    let made = try await golden.ask(
      pending, "a referral", at: pending.route.path(list), .init(body: referred))
    let id = try #require(made.string("data.id"))
    let confirm = ReferralHeroClientRoute.confirm
    try await golden.ask(
      confirm, "too early", at: confirm.route.path(list, id), .init(body: [:]))
    let track = ReferralHeroClientRoute.track
    let told: JSON = ["email": "bob@example.com", "transaction_id": "order-1"]
    for title in ["the second event", "the same transaction once more"] {
      try await golden.ask(track, title, at: track.route.path(list), .init(body: told))
    }
    try await golden.ask(
      track, "once more", at: track.route.path(list), .init(body: ["email": "bob@example.com"]))
    try await golden.ask(
      track, "with the app's key alone", at: track.route.path(list),
      .init(body: told, key: .publishable))
    try await golden.ask(
      confirm, "the third event", at: confirm.route.path(list, id), .init(body: [:]))
    let organic = ReferralHeroClientRoute.organicTrack
    try await golden.ask(
      organic, "somebody new", at: organic.route.path(list),
      .init(body: ["email": "eve@example.com"], key: .publishable))
    return id
  }

  private static func lists(_ golden: GoldenServer, _ id: String) async throws {
    let read = ReferralHeroStoredRoute.read
    try await golden.ask(read, "a member", at: read.route.path(list, id))
    try await golden.ask(
      read, "with the app's key alone", at: read.route.path(list, id), .init(key: .publishable))
    try await golden.ask(read, "no id", at: read.route.path(list, ""), .init(key: .publishable))
    for call in [ReferralHeroClientRoute.referrals, .rewards] {
      try await golden.ask(call, "a member's", at: call.route.path(list, id))
      try await golden.ask(
        call, "with the app's key alone", at: call.route.path(list, id), .init(key: .publishable))
    }
    let leaderboard = ReferralHeroClientRoute.leaderboard
    try await golden.ask(
      leaderboard, "with the app's key", at: leaderboard.route.path(list),
      .init(key: .publishable))
    let referrer = ReferralHeroClientRoute.referrer
    try await golden.ask(
      referrer, "no click", at: referrer.route.path(list) + "?os_type=ios&device=mobile",
      .init(key: .publishable))
  }

  private static func ending(_ golden: GoldenServer, _ id: String) async throws {
    let share = ReferralHeroClientRoute.share
    let shares: [(String, JSON)] = [("a share", ["social": "facebook"]), ("nothing", [:])]
    for (title, body) in shares {
      try await golden.ask(share, title, at: share.route.path(list, id), .init(body: body))
    }
    let update = ReferralHeroStoredRoute.update
    try await golden.ask(
      update, "another name", at: update.route.path(list, id),
      .init(body: ["name": "Robert", "extra_field2": "blue"]))
    let delete = ReferralHeroClientRoute.delete
    try await golden.ask(
      delete, "with the app's key alone", at: delete.route.path(list, id),
      .init(body: ["timestamp": "1"], key: .publishable))
    for title in ["a member", "the same once more"] {
      try await golden.ask(
        delete, title, at: delete.route.path(list, id), .init(body: ["timestamp": "1"]))
    }
  }
}
