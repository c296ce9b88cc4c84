import BeckonContract
import BeckonModel
import Testing

/// The ledger.
@Suite struct RewardGoldenTests {
  private static let unknown = "trf_01m7xy000fedjbz330nex3vnr1"

  @Test func rewards() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      let app = golden.app
      let careful = rule(["event": "buy"], ["trust": "server", "per": "event"])
      let coupon = rule(
        ["event": "win"], amount: 1, ["unit": "mug", "coupon_pool": "mugs", "trust": "server"])
      _ = try await app.campaign(rules: [welcome, careful, coupon])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      for id in ["1", "2"] { try await app.event("buy", id: id, of: ben, as: .publishable) }
      try await app.event("win", id: "3", of: ben, as: .publishable)
      try await Self.ledger(golden)
      try await Self.spending(golden, ben)
      try await Self.coupons(golden)
      try await golden.ask(RewardRoute.ledgerSummary, "all")
      try await Self.held(golden)
      try await Self.granting(golden, ben)
      try await golden.askWithoutKeys(RewardRoute.allCases)
    }
    try book.expect(RewardRoute.routes)
  }

  private static func held(_ golden: GoldenServer) async throws {
    try await golden.askList(
      RewardRoute.listHeld,
      [("pending ones", "state=pending"), ("posted ones", "state=posted")])
    let first = try await golden.app.get("/v1/ledger/held?reason=client_fact&limit=1")
    let id: JSON = .orNull(first.string("held.0.transfer.id"))
    for (title, body) in [
      ("rejected", ["decision": "reject", "transfers": [id, .string(unknown)]]),
      ("once more", ["decision": "reject", "transfers": [id]]),
      ("approved after all", ["decision": "approve", "transfers": [id]]),
      ("by a filter with another count", ["decision": "reject", "filter": [:], "count": 9]),
      ("nothing", [:]),
    ] as [(String, JSON)] {
      try await golden.ask(RewardRoute.decideHeld, title, .init(body: body))
    }
  }

  private static func ledger(_ golden: GoldenServer) async throws {
    let path = RewardRoute.listTransfers.route.path
    try await golden.askList(RewardRoute.listTransfers, [("redemptions", "kind=redemption")])
    let waiting = try await golden.ask(
      RewardRoute.listTransfers, "in review", at: path + "?state=in_review")
    try await golden.ask(RewardRoute.listTransfers, "a state that is none", at: path + "?state=x")
    func inReview(of unit: String) -> [String] {
      waiting.list("transfers").filter { $0["unit"]?.string == unit }.compactMap {
        $0["id"]?.string
      }
    }
    let (ids, mug) = (inReview(of: "pieces_of_eight"), inReview(of: "mug").first)
    let review = RewardRoute.reviewTransfer
    for (title, id, body) in [
      ("approved", ids.first, ["decision": "approve"]),
      ("once more", ids.first, ["decision": "approve"]),
      ("rejected", ids.last, ["decision": "reject", "reason": "a robot"]),
      ("neither", ids.last, ["decision": "perhaps"]),
      ("approved, without a coupon left", mug, ["decision": "approve"]),
      ("an unknown transfer", unknown, ["decision": "approve"]),
      ("an id that is none", "x", ["decision": "approve"]),
    ] as [(String, String?, JSON)] {
      try await golden.ask(review, title, at: review.route.path(id ?? "none"), .init(body: body))
    }
    let handed = RewardRoute.noteFulfilment
    for (title, id, status) in [
      ("handed over", ids.first, "sent"), ("what was rejected", ids.last, "sent"),
      ("another word", ids.first, "lost"), ("an unknown transfer", unknown, "sent"),
    ] {
      let body: JSON = ["status": .string(status)]
      try await golden.ask(
        handed, title, at: handed.route.path(id ?? "none"), .init(body: body))
    }
    let back = RewardRoute.clawBackTransfer
    for (title, id) in [("a reward", ids.first), ("once more", ids.first), ("unknown", unknown)] {
      try await golden.ask(back, title, at: back.route.path(id ?? "none"))
    }
  }

  private static func spending(_ golden: GoldenServer, _ ben: TestPerson) async throws {
    let path = ben.path + "/redemptions"
    let body: JSON = ["id": "order-1", "amount": 30, "unit": "pieces_of_eight"]
    let made = try await golden.ask(
      RewardRoute.redeem, "what is there", at: path, .init(body: body))
    for (title, body) in [
      ("the same once more", body),
      ("another under its id", ["id": "order-1", "amount": 1, "unit": "pieces_of_eight"]),
      ("more than is there", ["id": "order-2", "amount": 99, "unit": "pieces_of_eight"]),
      ("an amount that is none", ["id": "order-3", "amount": 1.5, "unit": "pieces_of_eight"]),
    ] as [(String, JSON)] {
      try await golden.ask(RewardRoute.redeem, title, at: path, .init(body: body))
    }
    let back = RewardRoute.clawBackTransfer
    try await golden.ask(
      back, "a redemption", at: back.route.path(made.string("id") ?? "none"))
    let balances = ben.path + "/balances"
    try await golden.ask(RewardRoute.readBalances, "by the app's server", at: balances)
    try await golden.ask(
      RewardRoute.readBalances, "by himself", at: balances,
      .init(key: .publishable, token: ben.token))
    try await golden.ask(
      RewardRoute.readBalances, "by anybody", at: balances, .init(key: .publishable))
    let nobody = "per_01m7xy0021f4xsry40tzfa1b7c"
    for call in [RewardRoute.readBalances, .redeem] {
      try await golden.ask(
        call, "of nobody", at: call.route.path(nobody), .init(body: body))
    }
  }

  private static func granting(_ golden: GoldenServer, _ ben: TestPerson) async throws {
    let campaigns = try await golden.app.get("/v1/campaigns").list("campaigns")
    let campaign = JSON.orNull(campaigns.first?["id"]?.string)
    let body: JSON = ["id": "quiz", "campaign": campaign, "amount": 20, "reason": "won the quiz"]
    for (title, body) in [
      ("points", body), ("the same once more", body),
      ("another under its id", ["id": "quiz", "campaign": campaign, "amount": 21]),
      ("some taken back", ["id": "quiz-2", "campaign": campaign, "amount": -5]),
      ("nothing", ["id": "quiz-3", "campaign": campaign, "amount": 0]),
      ("in no campaign", ["id": "quiz-4", "campaign": "x", "amount": 1]),
    ] as [(String, JSON)] {
      try await golden.ask(
        RewardRoute.grant, title, at: ben.path + "/grants", .init(body: body))
    }
  }

  private static func coupons(_ golden: GoldenServer) async throws {
    let call = RewardRoute.addCoupons
    for (title, body) in [
      ("two", ["codes": ["A-1", "A-2"]]), ("one of them again", ["codes": ["A-2", "A-3"]]),
      ("none", [:]), ("what are none", ["codes": [1]]),
    ] as [(String, JSON)] {
      try await golden.ask(call, title, at: call.route.path("mugs"), .init(body: body))
    }
  }
}
