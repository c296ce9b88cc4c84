import BeckonModel
import Testing

/// The main job, from the first click to the last coin.
@Suite struct StoryTests {
  private static let level = rule(
    ["event": "level_up", "filter": ["level": ["gte": 5]]], to: "referrer")

  @Test("Ana invites Ben, both are paid once; Cem and Deniz cannot be told apart; Eve is held")
  func story() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [welcome, Self.level])
      let ana = try await app.signUp("ana", more: ["email": "ana@example.com"])
      #expect(try await ana.balance == 0)

      let phone = try await app.phone(at: "203.0.113.7").open(ana.link).install()
      #expect(phone.match == "default")
      let ben = try await phone.signUp("ben")
      #expect(ben.referredBy == ana.id)
      #expect(try await ben.balance == 50)

      for _ in 1...2 { try await app.event("level_up", id: "e-1", of: ben, ["level": 5]) }
      try await app.event("level_up", id: "e-2", of: ben, ["level": 6])
      #expect(try await ana.balance == 50)
      #expect(try await ben.balance == 50)

      let other = try await app.signUp("other")
      _ = try await app.phone(at: "198.51.100.1").open(ana.link)
      let deniz = try await app.phone(at: "198.51.100.1").open(other.link).install()
      #expect(deniz.match == "none")
      #expect(deniz.reason == "ambiguous")

      let eve = try await app.signUp(
        "eve", referrer: ana.code, more: ["email": "ana+2@example.com"])
      #expect(try await eve.balance == 0)
      #expect(try await eve.inReview == 50)
      let held = try await app.transfers("&state=in_review")
      #expect(held.map { $0["reasons"] } == [["self_referral"]])
      #expect(try await campaign.referral(of: eve)?["risk"]?["level"] == "high")
      #expect(try await campaign.leaders() == ["ana@example.com": 2])
    }
  }
}
