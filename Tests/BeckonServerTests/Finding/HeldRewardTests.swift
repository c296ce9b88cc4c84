import BeckonModel
import Testing

@Suite struct HeldRewardTests {
  /// Ben, whom Ana brought, has one reward that is pending and two that are in review.
  private func story(_ app: TestApp) async throws -> (campaign: TestCampaign, ben: TestPerson) {
    let campaign = try await app.campaign(rules: [
      rule(["event": "wait"], ["hold_days": 7, "per": "event"]),
      rule(["event": "careful"], ["trust": "server", "per": "event"]),
    ])
    let ana = try await app.signUp("ana", campaign: campaign)
    let ben = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
    try await app.event("wait", id: "1", of: ben)
    for id in ["2", "3"] {
      try await app.event("careful", id: id, of: ben, ["order": .string(id)], as: .publishable)
    }
    return (campaign, ben)
  }

  private func held(_ app: TestApp, _ query: String = "") async throws -> [JSON] {
    let answer = try await app.get("/v1/ledger/held" + query)
    #expect(answer.status == 200, "\(answer.text)")
    return answer.list("held")
  }

  private func ids(_ app: TestApp, _ query: String = "") async throws -> [JSON] {
    try await held(app, query).compactMap { $0["transfer"]?["id"] }
  }

  private func decide(
    _ app: TestApp, _ decision: String, _ which: JSON
  ) async throws -> [String] {
    let answer = try await app.post(
      "/v1/ledger/held",
      .object([JSON.Member("decision", .string(decision))] + (which.members ?? [])))
    #expect(answer.status == 200, "\(answer.text)")
    return answer.list("results").map {
      [$0["result"]?.string, $0["state"]?.string].compactMap { $0 }.joined(separator: " ")
    }
  }

  @Test func eachIsListedWithTheFactAndTheReferralThatCausedIt() async throws {
    try await TestServer.run { server in
      let (campaign, ben) = try await story(server.app)
      let held = try await held(server.app)
      #expect(held.count == 3)
      let careful = try #require(held.first { $0["fact"]?["properties"]?["order"] == "2" })
      #expect(careful["transfer"]?["state"] == "in_review")
      #expect(careful["transfer"]?["reasons"] == ["client_fact"])
      #expect(careful["fact"]?["name"] == "careful")
      #expect(careful["fact"]?["trust"] == "client")
      #expect(careful["referral"]?["person"]?.string == ben.id)
      #expect(try await ids(server.app, "?state=pending").count == 1)
      #expect(try await ids(server.app, "?reason=client_fact").count == 2)
      #expect(try await ids(server.app, "?reason=checked").count == 0)
      let misspelt = try await server.app.get("/v1/ledger/held?reason=clientFacts")
      #expect(misspelt.status == 422)
      #expect(misspelt.string("detail")?.hasSuffix("Did you mean 'client_fact'?") == true)
      #expect(try await ids(server.app, "?person=\(ben.id)&campaign=\(campaign.id)").count == 3)
      #expect(try await ids(server.app, "?rule=" + campaign.ruleIDs[0]).count == 1)
      #expect(try await server.app.get("/v1/ledger/held?state=posted").string("field") == "state")
    }
  }

  @Test func theSignUpThatCausedOneIsFoundToo() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [
        rule(["referral": "confirmed"], ["hold_days": 7])
      ])
      let ana = try await app.signUp("ana", campaign: campaign)
      _ = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      #expect(try await held(app).first?["fact"]?["name"] == "beckon.sign_up")
    }
  }

  @Test func manyAreDecidedAboutTogetherAndAgainChangesNothing() async throws {
    try await TestServer.run { server in
      let app = server.app
      let (_, ben) = try await story(app)
      let waiting = try await ids(app, "?state=in_review")
      let which: JSON = ["transfers": .array(waiting + ["trf_01m7xy000fedjbz330nex3vnr1"])]
      #expect(
        try await decide(app, "approve", which) == ["done posted", "done posted", "not_found"])
      #expect(try await ben.balance == 100)
      #expect(
        try await decide(app, "approve", which)
          == ["unchanged posted", "unchanged posted", "not_found"])
      #expect(
        try await decide(app, "reject", which).prefix(2) == ["not_held posted", "not_held posted"])
      #expect(try await ben.balance == 100)
    }
  }

  @Test func aPendingOneIsPaidBeforeItsTimeOrGivenUp() async throws {
    try await TestServer.run { server in
      let app = server.app
      let (_, ben) = try await story(app)
      try await app.event("wait", id: "4", of: ben)
      let pending = try await ids(app, "?state=pending")
      #expect(
        try await decide(app, "approve", ["transfers": .array(pending)]).first
          == "unchanged pending")
      #expect(try await decide(app, "release", ["transfers": [pending[0]]]) == ["done posted"])
      #expect(try await decide(app, "reject", ["transfers": [pending[1]]]) == ["done voided"])
      #expect(try await ben.balance == 50)
      #expect(try await ben.pending == 0)
      try await server.wait(days: 8)
      #expect(try await ben.balance == 50)
    }
  }

  @Test func whatWasInReviewIsReleasedThoughItsRuleHoldsIt() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [
        rule(["event": "careful"], ["trust": "server", "per": "event", "hold_days": 7])
      ])
      let ana = try await app.signUp("ana", campaign: campaign)
      let ben = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      for id in ["1", "2"] { try await app.event("careful", id: id, of: ben, as: .publishable) }
      let waiting = try await ids(app)
      #expect(try await decide(app, "approve", ["transfers": [waiting[0]]]) == ["done pending"])
      #expect(try await decide(app, "release", ["transfers": [waiting[1]]]) == ["done posted"])
      #expect(try await ben.balance == 50)
    }
  }

  @Test func webhooksAreToldOfEachThatIsHeld() async throws {
    try await TestServer.run { server in
      let (app, receiver) = (server.app, try Receiver())
      _ = try await app.webhook(receiver.url + "/in", ["reward_held"])
      let (_, ben) = try await story(app)
      for _ in 1...3 { try await server.wait() }
      let told = receiver.bodies.map { $0["data"]?["state"]?.string ?? "" }
      #expect(told.sorted() == ["in_review", "in_review", "pending"])
      #expect(receiver.bodies.allSatisfy { $0["type"] == "reward_held" })
      #expect(receiver.bodies.allSatisfy { $0["person"]?.string == ben.id })
    }
  }

  @Test func aFilterDecidesOnlyWithItsCount() async throws {
    try await TestServer.run { server in
      let app = server.app
      let (campaign, ben) = try await story(app)
      let filter: JSON = ["campaign": .string(campaign.id), "reason": "client_fact"]
      let wrong = try await app.post(
        "/v1/ledger/held", ["decision": "reject", "filter": filter, "count": 3])
      #expect(wrong.status == 422)
      #expect(
        wrong.string("detail")
          == "'count' is 3, but the filter finds 2 now; look at them first.")
      #expect(try await ben.inReview == 100)
      #expect(
        try await decide(app, "reject", ["filter": filter, "count": 2])
          == ["done voided", "done voided"])
      #expect(try await ben.inReview == 0)
    }
  }

  @Test func oneThatCannotBePaidSaysWhyAndTheOthersAreDecided() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [
        rule(["event": "careful"], ["trust": "server", "per": "event", "cap": ["total": 50]])
      ])
      let ana = try await app.signUp("ana", campaign: campaign)
      let ben = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      for id in ["1", "2"] { try await app.event("careful", id: id, of: ben, as: .publishable) }
      let answer = try await app.post(
        "/v1/ledger/held", ["decision": "approve", "transfers": .array(try await ids(app))])
      #expect(answer.list("results").map { $0["result"]?.string } == ["done", "refused"])
      #expect(answer.string("results.1.reason") == "cap_total")
    }
  }

  @Test(arguments: [
    ("{}", "decision"), (#"{"decision":"pay","transfers":["x"]}"#, "decision"),
    (#"{"decision":"approve"}"#, "transfers"),
    (#"{"decision":"approve","transfers":[]}"#, "transfers"),
    (#"{"decision":"approve","transfers":["x"]}"#, "transfers[0]"),
    (#"{"decision":"approve","filter":{}}"#, "count"),
    (#"{"decision":"approve","filter":{"colour":"red"},"count":1}"#, "filter.colour"),
    (#"{"decision":"approve","filter":{"state":"posted"},"count":1}"#, "filter.state"),
    (#"{"decision":"approve","filter":{},"count":0}"#, "count"),
    (#"{"decision":"approve","filter":{},"count":1,"transfers":["x"]}"#, "transfers"),
  ])
  func whatMakesNoSenseIsRefused(body: String, field: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.call("POST", "/v1/ledger/held", body: Array(body.utf8))
      #expect(answer.status == 422)
      #expect(answer.string("field") == field, "\(answer.text)")
    }
  }
}
