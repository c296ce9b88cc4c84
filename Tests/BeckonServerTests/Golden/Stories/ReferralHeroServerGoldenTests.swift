import BeckonContract
import BeckonContractReferralHero
import BeckonModel
import Testing

/// What ReferralHero's API of version 2 answers an app's server (docs/PROTOCOLS/referralhero.md,
/// Servers).
@Suite struct ReferralHeroServerGoldenTests {
  private typealias Call = ReferralHeroServerRoute
  private static let list = "MFaa11bb22cc"

  @Test func answers() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      try await golden.app.set(["currency": "EUR"])
      _ = try await golden.app.post(
        "/v1/campaigns",
        [
          "name": "friends", "goal": 3, "list_uuid": .string(Self.list),
          "url": "https://shop.example/join",
          "rules": [
            [
              "name": "thanks", "when": ["referral": "confirmed"], "to": "referrer", "amount": 5,
              "unit": "points", "coupon_pool": "ten off",
            ],
            [
              "name": "prize", "when": ["promoted": true], "to": "recipient", "amount": 1,
              "unit": "mug", "organic": true,
            ],
          ],
        ])
      try await Self.coupons(golden)
      let (ana, bob) = try await Self.joining(golden)
      try await Self.finding(golden, ana)
      try await Self.rewards(golden, ana, bob)
      try await Self.ending(golden, ana, bob)
    }
    try book.expect(ReferralHeroServerRoute.routes)
  }

  @discardableResult
  private static func ask(
    _ golden: GoldenServer, _ call: Call, _ title: String, _ parameters: [String] = [],
    query: String = "", _ body: JSON? = nil
  ) async throws -> HTTPAnswer {
    try await golden.ask(
      call, title, at: call.route.path([list] + parameters) + query, .init(body: body))
  }

  @discardableResult
  private static func ask(
    _ golden: GoldenServer, _ call: Call, _ title: String, _ body: JSON
  ) async throws -> HTTPAnswer {
    try await ask(golden, call, title, [], query: "", body)
  }

  private static func coupons(_ golden: GoldenServer) async throws {
    let group: JSON = ["name": "ten off", "coupons": ["A", "B"]]
    for title in ["a group", "the same once more"] {
      try await ask(golden, .createCouponGroup, title, group)
    }
    let more: JSON = ["coupon_group_id": "ten off", "coupons": ["B", "C"]]
    try await ask(golden, .addCoupons, "one that is new", more)
    try await ask(golden, .deleteCoupons, "two", more)
    try await ask(golden, .updateCouponGroup, "stopped", ["ten off"], ["active": false])
    try await ask(golden, .updateCouponGroup, "going on", ["ten off"], ["active": true])
  }

  private static func joining(
    _ golden: GoldenServer
  ) async throws -> (ana: String, bob: String) {
    let ana: JSON = ["email": "ana@example.com", "name": "Ana", "tags": ["vip"], "city": "Izmir"]
    let made = try await ask(golden, .add, "a new member", ana)
    try await ask(golden, .add, "nobody", [:])
    let code = JSON.string(try #require(made.string("data.code")))
    let bob: JSON = ["email": "bob@example.com", "name": "Bob"]
    let pending = try await ask(golden, .pending, "a referral", bob.and(["referrer": code]))
    let id = try #require(pending.string("data.id"))
    try await ask(golden, .confirm, "too early", [id])
    try await ask(golden, .track, "the second event", bob)
    try await ask(golden, .confirmKnown, "the third event", bob)
    try await ask(golden, .confirm, "once more", [id])
    try await ask(golden, .organicTrack, "somebody new", ["email": "eve@example.com"])
    let anas = try #require(made.string("data.id"))
    let name: JSON = ["name": "Anna", "country": "TR"]
    try await ask(golden, .update, "another name", [anas], name)
    return (anas, id)
  }

  private static func finding(_ golden: GoldenServer, _ ana: String) async throws {
    try await golden.ask(Call.lists, "all", at: Call.lists.route.path())
    try await golden.ask(
      Call.createList, "one more", at: Call.createList.route.path(),
      .init(body: ["name": "spring", "website": "https://shop.example/spring"]))
    try await ask(golden, .read, "a member", [ana])
    try await ask(golden, .read, "nobody", ["sub_0"])
    try await ask(golden, .subscribers, "by name", query: "?sort_by=name")
    try await ask(golden, .subscribers, "an order that is none", query: "?sort_by=shoes")
    try await ask(golden, .findByEmail, "Ana", query: "?email=ana@example.com")
    try await ask(golden, .findByEmail, "nobody", query: "?email=zoe@example.com")
    try await ask(golden, .findByCode, "an unknown code", query: "?mwr=nobody")
    try await ask(golden, .findByName, "a part of it", query: "?name=nn")
    try await ask(golden, .findByName, "nothing")
    try await ask(golden, .leaderboard, "ten", query: "?count=10")
    try await ask(golden, .bonuses, "two rules")
    for call in [
      Call.referred, .level1, .level2, .level3, .allOfLevel2, .allOfLevel3,
    ] {
      try await ask(golden, call, "Ana's", [ana])
    }
  }

  private static func rewards(
    _ golden: GoldenServer, _ ana: String, _ bob: String
  ) async throws {
    let purchase: JSON = ["email": "bob@example.com", "amount": "19.90", "transaction_id": "o1"]
    try await ask(golden, .addTransaction, "a purchase", purchase)
    try await ask(golden, .addTransactionOf, "no amount", [bob], ["transaction_id": "o2"])
    try await ask(
      golden, .addTransactions, "one of two",
      ["transactions": [purchase, ["email": "zoe@example.com", "amount": 1]]] as JSON)
    try await ask(golden, .addPoints, "ten", ["email": "bob@example.com", "points": 10])
    try await ask(golden, .addPointsTo, "three less", [bob], ["points": "-3"])
    try await ask(golden, .addPointsTo, "none", [bob], [:])
    try await ask(golden, .unlock, "who is not promoted", [ana])
    for title in ["a member", "once more"] { try await ask(golden, .promote, title, [ana]) }
    try await ask(golden, .unlock, "the prize", [ana])
    let all = try await ask(golden, .rewards, "all")
    try await ask(golden, .rewardsOf, "what was sent", [ana], query: "?status=sent")
    let id = JSON.string(try #require(all.string("data.rewards.0.id")))
    for status in ["resent", "canceled", "sent"] {
      try await ask(
        golden, .updateReward, status, ["reward_id": id, "status": .string(status)])
    }
    try await ask(golden, .couponGroups, "one")
    try await ask(golden, .readCouponGroup, "the group", ["ten off"])
    try await ask(golden, .coupons, "of the group", ["ten off"])
    try await ask(golden, .coupons, "of another", ["none"])
  }

  private static func ending(
    _ golden: GoldenServer, _ ana: String, _ bob: String
  ) async throws {
    try await ask(golden, .qualify, "a referral", [bob])
    try await ask(golden, .unqualify, "a referral", [bob])
    try await ask(golden, .qualify, "once it was taken out", [bob])
    try await ask(golden, .deleteCouponGroup, "a group", ["ten off"])
    try await ask(golden, .delete, "a member", [bob])
    try await golden.ask(
      Call.read, "with the app's key", at: Call.read.route.path([list, ana]),
      .init(key: .publishable))
  }
}
