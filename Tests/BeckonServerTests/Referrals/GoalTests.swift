import BeckonModel
import Testing

/// Campaigns of one, two and three steps.
@Suite struct GoalTests {
  private static let all = ["pending", "unconfirmed", "confirmed"].map { state in
    rule(["referral": .string(state)], to: "referrer", ["unit": .string(state)])
  }

  @Test("With goal 1 the sign-up confirms")
  func one() async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(goal: 1, rules: [Self.all[2]])
      let ana = try await server.app.signUp("ana")
      let ben = try await server.app.signUp("ben", referrer: ana.code)
      #expect(try await campaign.referral(of: ben)?["state"] == "confirmed")
      #expect(try await ana.balance(of: "confirmed") == 50)
      let again = try await campaign.convert(ben, step: 1, id: "again")
      #expect(again.status == 200)
      #expect(again.list("paid") == [])
      let beyond = try await campaign.convert(ben, step: 2, id: "beyond")
      #expect(beyond.code == "invalid_field")
    }
  }

  @Test("With goal 2 step 2 confirms")
  func two() async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(goal: 2, rules: [Self.all[0], Self.all[2]])
      let ana = try await server.app.signUp("ana")
      let ben = try await server.app.signUp("ben", referrer: ana.code)
      #expect(try await campaign.referral(of: ben)?["state"] == "pending")
      let done = try await campaign.convert(ben, step: 2, id: "c-2")
      #expect(done.string("state") == "confirmed")
      #expect(done.list("paid").map { $0["unit"] } == ["confirmed"])
      #expect(try await ana.balance(of: "pending") == 50)
    }
  }

  @Test("A refund of a step that came too early takes the step away, before it or after it")
  func refundedEarlyStep() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(goal: 3, rules: Self.all)
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      #expect(try await campaign.convert(ben, step: 3, id: "c-3").status == 409)
      try await app.event("refund", id: "r-3", of: ben, ["of": "c-3"])
      #expect(try await campaign.referral(of: ben)?["state"] == "pending")
      try await app.event("refund", id: "r-4", of: ben, ["of": "c-4"])
      #expect(try await campaign.convert(ben, step: 3, id: "c-4").status == 409)
      let second = try await campaign.convert(ben, step: 2, id: "c-2")
      #expect(second.string("state") == "unconfirmed")
    }
  }

  @Test("An event's id is no conversion's")
  func idOfAnEvent() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(goal: 2, rules: [])
      let ben = try await app.signUp("ben")
      try await app.event("buy", id: "one", of: ben)
      let conversion = try await campaign.convert(ben, step: 2, id: "one")
      #expect(conversion.code == "idempotency_conflict")
    }
  }

  @Test("With goal 3 a step that comes too early is kept and counts when the gap closes")
  func three() async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(goal: 3, rules: Self.all)
      let ana = try await server.app.signUp("ana")
      let ben = try await server.app.signUp("ben", referrer: ana.code)
      for id in ["c-3", "c-3"] {
        let early = try await campaign.convert(ben, step: 3, id: id)
        #expect(early.status == 409)
        #expect(early.code == "step_out_of_order")
        #expect(early.integer("missing_step") == 2)
        #expect(early.string("state") == "pending")
      }
      let done = try await campaign.convert(ben, step: 2, id: "c-2")
      #expect(done.string("state") == "confirmed")
      #expect(done.list("paid").map { $0["unit"] } == ["unconfirmed", "confirmed"])
      let repeated = try await campaign.convert(ben, step: 2, id: "c-2")
      #expect(repeated.body == done.body)
      for state in ["pending", "unconfirmed", "confirmed"] {
        #expect(try await ana.balance(of: state) == 50)
      }
      let funnel = try await server.app.get(campaign.path + "/funnel")
      #expect(
        funnel.value("states") == [
          ["state": "confirmed", "referred": 1, "organic": 0],
          ["state": "pending", "referred": 0, "organic": 1],
        ])
    }
  }

  @Test("With goal 3 steps in order go through each state")
  func threeInOrder() async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(goal: 3, rules: Self.all)
      let ana = try await server.app.signUp("ana")
      let ben = try await server.app.signUp("ben", referrer: ana.code)
      #expect(try await campaign.convert(ben, step: 2, id: "a").string("state") == "unconfirmed")
      #expect(try await campaign.convert(ben, step: 3, id: "b").string("state") == "confirmed")
      #expect(try await campaign.convert(ben, step: 3, id: "c").list("paid") == [])
      #expect(try await ana.balance(of: "confirmed") == 50)
    }
  }

  @Test("A rule on a state that the goal never has is refused", arguments: [1, 2])
  func unreachable(goal: Int) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.post(
        "/v1/campaigns",
        [
          "name": "x", "goal": .integer(goal), "url": "https://shop.example/",
          "rules": [rule(["referrals": 3, "state": "unconfirmed"])],
        ])
      #expect(answer.code == "invalid_field")
      #expect(answer.string("field") == "rules[0].when")
    }
  }

  @Test("A person's token moves only that person's steps")
  func conversionsInTheApp() async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(goal: 2, rules: [])
      let ana = try await server.app.signUp("ana")
      let ben = try await server.app.signUpInApp(["user_id": "ben"])
      let refused = try await campaign.convert(
        ana, step: 2, id: "x", as: .publishable, token: ben.token)
      #expect(refused.code == "token_required")
      let own = try await campaign.convert(
        ben, step: 2, id: "y", as: .publishable, token: ben.token)
      #expect(own.string("state") == "confirmed")
    }
  }
}
