import BeckonModel
import Testing

/// A client names somebody as referrer who is only declared; better evidence comes later.
@Suite struct DeclaredReferrerTests {
  private static let counted = rule(["referrals": 1], to: "referrer", ["unit": "miles"])

  @Test("The server's word, or a code, makes a declared referrer sure", arguments: ["sk", "code"])
  func strengthened(by way: String) async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [thanks, Self.counted])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUpInApp(["user_id": "ben", "referrer": .string(ana.id)])
      #expect(try await campaign.refusals(of: ben) == ["weak_match"])
      #expect(try await ana.balance == 0)
      #expect(try await campaign.leaders() == [:])
      if way == "sk" {
        _ = try await app.signUp("ben", referrer: ana.id)
      } else {
        let body: JSON = ["user_id": "ben", "referrer": .string(ana.code ?? "")]
        _ = try await app.signUpInApp(body, token: ben.token)
      }
      #expect(try await campaign.referral(of: ben)?["match"] == "unique")
      #expect(try await (ana.balance, ana.balance(of: "miles")) == (50, 50))
      #expect(try await campaign.leaders() == ["ana": 1])
    }
  }

  @Test("After the day it stays declared, until somebody approves of it")
  func late() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [thanks, Self.counted])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUpInApp(["user_id": "ben", "referrer": .string(ana.id)])
      try await server.wait(hours: 25)
      let body: JSON = ["user_id": "ben", "referrer": .string(ana.code ?? "")]
      _ = try await app.signUpInApp(body, token: ben.token)
      let referral = try #require(try await campaign.referral(of: ben))
      #expect(referral["match"] == "declared")
      let id = try #require(referral["id"]?.string)
      for _ in 1...2 {
        let answer = try await app.post(
          campaign.path + "/referrals/\(id)/review", ["decision": "approve"])
        #expect(
          answer.status == 200 && answer.string("match") == "unique", "\(answer.text)")
        #expect(try await (ana.balance, ana.balance(of: "miles")) == (50, 50))
        #expect(try await campaign.leaders() == ["ana": 1])
      }
    }
  }

  @Test("What is declared moves nobody on the board, on no step, nor when it ends")
  func board() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(goal: 2, rules: [])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUpInApp(["user_id": "ben", "referrer": .string(ana.id)])
      #expect(try await campaign.convert(ben, step: 2, id: "1").status == 200)
      #expect(try await campaign.leaders() == [:])
      let id = try #require(try await campaign.referral(of: ben)?["id"]?.string)
      let review = campaign.path + "/referrals/\(id)/review"
      #expect(try await app.post(review, ["decision": "reject"]).status == 200)
      #expect(try await campaign.leaders() == [:])
      let cem = try await app.signUpInApp(["user_id": "cem", "referrer": .string(ana.id)])
      _ = try await app.signUp("cem", referrer: ana.id)
      #expect(try await campaign.convert(cem, step: 2, id: "2").status == 200)
      #expect(try await campaign.leaders() == ["ana": 1])
    }
  }
}
