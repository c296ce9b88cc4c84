import BeckonContract
import BeckonModel
import Testing

/// Campaigns and their referrals.
@Suite struct CampaignGoldenTests {
  private static let unknown = "cmp_01m7xy000fedjbz330nex3vnr1"

  @Test func campaigns() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      let campaign = try await Self.making(golden)
      try await Self.changing(golden, campaign)
      try await Self.converting(golden, campaign)
      try await Self.reports(golden, campaign)
      try await golden.askList(
        CampaignRoute.findReferrals,
        [("without a referrer", "referred=false"), ("of no campaign", "campaign=x")])
      try await Self.points(golden)
      try await golden.askWithoutKeys(CampaignRoute.allCases)
    }
    try book.expect(CampaignRoute.routes)
  }

  private static func making(_ golden: GoldenServer) async throws -> TestCampaign {
    let url: JSON = "https://shop.example/join"
    let count = rule(["count": ["of": "confirmed", "at": [1]]], to: "referrer")
    let body: JSON = ["name": "spring", "goal": 3, "url": url, "rules": [thanks]]
    let made = try await golden.ask(CampaignRoute.create, "three steps", .init(body: body))
    for (title, body) in [
      ("without a name", ["goal": 1, "url": url]),
      ("a goal that is none", ["name": "x", "goal": 4, "url": url]),
      ("a rule that is none", ["name": "x", "goal": 1, "url": url, "rules": [count, 1]]),
      (
        "an amount that is none",
        [
          "name": "x", "goal": 1, "url": url, "rules": [rule(["event": "a"], ["amount": 1.5])],
        ]
      ),
    ] as [(String, JSON)] {
      try await golden.ask(CampaignRoute.create, title, .init(body: body))
    }
    return TestCampaign(
      app: golden.app, id: try #require(made.string("id")), made: made)
  }

  private static func changing(_ golden: GoldenServer, _ campaign: TestCampaign) async throws {
    for (title, body) in [
      ("another name", ["name": "summer"]), ("what cannot be changed", ["goal": 2]),
      (
        "a rule that it does not have",
        [
          "rules": [rule(["event": "a"], ["id": "rul_01m7xy000fedjbz330nex3vnr1"])]
        ]
      ),
    ] as [(String, JSON)] {
      try await golden.ask(CampaignRoute.update, title, at: campaign.path, .init(body: body))
    }
    for call in [
      CampaignRoute.read, .update, .leaderboard, .readRank, .listReferrals, .reviewReferral,
      .funnel, .convert, .promote,
    ] {
      try await golden.ask(
        call, "an unknown campaign", at: call.route.path(unknown, "ref_x"), .init(body: [:]))
    }
    try await golden.ask(CampaignRoute.read, "by the app's server", at: campaign.path)
    try await golden.ask(
      CampaignRoute.read, "by the app", at: campaign.path, .init(key: .publishable))
    try await golden.ask(CampaignRoute.list, "all")
  }

  private static func converting(_ golden: GoldenServer, _ campaign: TestCampaign) async throws {
    let ana = try await golden.app.signUp("ana", campaign: campaign)
    let ben = try await golden.app.signUp("ben", referrer: ana.code, campaign: campaign)
    let referral = try await campaign.referral(of: ben)?["id"]?.string
    try await golden.ask(
      CampaignRoute.reviewReferral, "approved before the goal is reached",
      at: campaign.path + "/referrals/" + (referral ?? "") + "/review",
      .init(body: ["decision": "approve"]))
    let path = campaign.path + "/conversions"
    func body(_ person: String, _ step: JSON, _ id: String) -> JSON {
      ["person": .string(person), "step": step, "id": .string(id)]
    }
    for (title, body) in [
      ("a step too early", body(ben.id, 3, "c-3")), ("the next step", body(ben.id, 2, "c-2")),
      ("the same once more", body(ben.id, 2, "c-2")),
      ("another under its id", body(ana.id, 2, "c-2")),
      ("a step above the goal", body(ben.id, 4, "c-4")),
      ("a step that is no whole number", body(ben.id, .number("2.0"), "c-5")),
      ("of nobody", body("per_01m7xy0021f4xsry40tzfa1b7c", 2, "c-6")),
    ] {
      try await golden.ask(CampaignRoute.convert, title, at: path, .init(body: body))
    }
    try await golden.ask(
      CampaignRoute.convert, "by the app, of anybody", at: path,
      .init(body: body(ben.id, 2, "c-7"), key: .publishable))
  }

  private static func reports(_ golden: GoldenServer, _ campaign: TestCampaign) async throws {
    let referrals = try await golden.ask(
      CampaignRoute.listReferrals, "all", at: campaign.path + "/referrals")
    let id = try #require(
      referrals.list("referrals").first { $0["referrer"] != nil }?["id"]?.string)
    try await golden.ask(
      CampaignRoute.listReferrals, "a limit that is none", at: campaign.path + "/referrals?limit=x")
    try await golden.ask(
      CampaignRoute.leaderboard, "by the app's server",
      at: campaign.path + "/leaderboard")
    try await golden.ask(
      CampaignRoute.leaderboard, "by the app", at: campaign.path + "/leaderboard",
      .init(key: .publishable))
    try await golden.ask(
      CampaignRoute.leaderboard, "a cursor that is none",
      at: campaign.path + "/leaderboard?cursor=x")
    try await ranks(golden, campaign)
    try await golden.ask(CampaignRoute.funnel, "all", at: campaign.path + "/funnel")
    let review = campaign.path + "/referrals/" + id + "/review"
    for (title, body) in [
      ("approved", ["decision": "approve"]),
      ("rejected", ["decision": "reject", "reason": "a robot"]), ("neither", ["decision": "x"]),
      ("approved once it is rejected", ["decision": "approve"]),
    ] as [(String, JSON)] {
      try await golden.ask(CampaignRoute.reviewReferral, title, at: review, .init(body: body))
    }
    let winner = try await golden.app.signUp("ana", campaign: campaign)
    for (title, person) in [
      ("a member", winner.id), ("once more", winner.id),
      ("nobody", "per_01m7xy0021f4xsry40tzfa1b7c"),
    ] {
      try await golden.ask(
        CampaignRoute.promote, title, at: campaign.path + "/promotions",
        .init(body: ["person": .string(person)]))
    }
    let early = try await golden.app.signUp("cem", referrer: "anas", campaign: campaign)
    let open = try await golden.app.get(campaign.path + "/referrals").list("referrals")
      .first { $0["person"]?.string == early.id }?["id"]?.string
    try await golden.ask(
      CampaignRoute.reviewReferral, "one without a referrer",
      at: campaign.path + "/referrals/" + (open ?? "ref_x") + "/review",
      .init(body: ["decision": "approve"]))
  }

  private static func points(_ golden: GoldenServer) async throws {
    let queue = try await golden.app.campaign(name: "queue", kind: "waitlist", rules: [])
    let dil = try await golden.app.signUp("dil", campaign: queue)
    let path = queue.path + "/leaderboard"
    try await golden.ask(
      CampaignRoute.leaderboard, "by points, of which there are none", at: path + "?board=points")
    try await golden.ask(
      CampaignRoute.leaderboard, "a board that is none", at: path + "?board=queue")
    try await golden.ask(
      CampaignRoute.readRank, "by points, of somebody who waits",
      at: path + "/\(dil.id)?board=points")
  }

  private static func ranks(_ golden: GoldenServer, _ campaign: TestCampaign) async throws {
    let ana = try await golden.app.signUp("ana", campaign: campaign)
    let path = campaign.path + "/leaderboard"
    try await golden.ask(
      CampaignRoute.leaderboard, "around a person", at: path + "?around=" + ana.id)
    try await golden.ask(
      CampaignRoute.leaderboard, "around somebody else, by the app", at: path + "?around=" + ana.id,
      .init(key: .publishable))
    try await golden.ask(CampaignRoute.readRank, "of a leader", at: path + "/" + ana.id)
    try await golden.ask(
      CampaignRoute.listInvitees, "of a leader", at: ana.path + "/invitees")
    try await golden.ask(
      CampaignRoute.listInvitees, "of somebody else, by the app", at: ana.path + "/invitees",
      .init(key: .publishable))
    try await golden.ask(
      CampaignRoute.listInvitees, "a cursor that is none", at: ana.path + "/invitees?cursor=x")
    let alone = try await golden.app.signUp("ben", campaign: campaign)
    try await golden.ask(
      CampaignRoute.readRank, "of somebody without referrals", at: path + "/" + alone.id)
    try await golden.ask(
      CampaignRoute.readRank, "of somebody else, by the app", at: path + "/" + ana.id,
      .init(key: .publishable))
    try await golden.ask(
      CampaignRoute.readRank, "of nobody", at: path + "/per_01m7xy0021f4xsry40tzfa1b7c")
  }

  @Test func funnels() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      let campaign = try await golden.app.campaign(rules: [thanks])
      let ana = try await golden.app.signUp("ana", campaign: campaign)
      _ = try await golden.app.phone(at: "203.0.113.7").open(ana.link)
      _ = try await golden.app.signUp("ben", referrer: ana.code, campaign: campaign)
      let path = ReportRoute.funnel.route.path
      for (title, query) in [
        ("by day", ""), ("by campaign", "?by=campaign"), ("by link", "?by=link"),
        ("by platform", "?by=platform"), ("by what is none", "?by=week"),
        ("of too long a time", "?from=2026-01-01"),
      ] {
        try await golden.ask(ReportRoute.funnel, title, at: path + query)
      }
      try await golden.askWithoutKeys(ReportRoute.allCases)
    }
    try book.expect(ReportRoute.routes)
  }
}
