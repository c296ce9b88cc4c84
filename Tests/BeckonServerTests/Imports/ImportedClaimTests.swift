import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// Somebody took a name or named a referrer on a phone, before a file says whose the name is and
/// who brought them: the file is the app's server's word.
@Suite struct ImportedClaimTests {
  private static let file = "user_id,email,code,referrer_code\nana,ana@example.com,ANA,\n"

  /// Pays the referrer for a purchase of which the server tells.
  private static let purchase = rule(
    ["event": "buy"], to: "referrer", ["trust": "server", "per": "event"])

  @Test("A name that somebody else took first is given to whose it is by the file")
  func taken() async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(rules: [])
      let eve = try await server.app.signUp("eve")
      _ = try await server.app.signUpInApp(
        ["user_id": "eve", "email": "ana@example.com"], token: eve.token)
      let claimed = try await server.app.get("/v1/people?email=ana@example.com")
      #expect(claimed.string("people.0.person") == eve.id)
      let done = try await server.importing(Self.file)
      #expect(done.tally.verdicts == [.accepted: 1])
      let given = try await server.app.get("/v1/people?email=ana@example.com")
      #expect(given.string("people.0.person") == (try await server.app.signUp("ana")).id)
      // What the server has said of somebody is not taken from them.
      _ = try await server.app.signUp("cem", more: ["email": "cem@example.com"])
      let conflict = try await server.importing("user_id,email\ndora,cem@example.com\n")
      #expect(conflict.tally.verdicts == [.rejected: 1])
    }
  }

  @Test(
    "A referrer whom a thief named gives way to the file's, and the part counts as imported",
    arguments: [false, true])
  func referrer(paysLater: Bool) async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(rules: [Self.purchase])
      let eve = try await server.app.signUp("eve")
      let thief = try await server.app.signUpInApp(
        ["user_id": "ben", "referrer": .string(try #require(eve.code))])
      // Only a client tells of it, so it is held.
      try await server.app.event("buy", id: "1", of: thief, as: .publishable)
      #expect(try await eve.inReview == 50)
      let done = try await server.importing(
        Self.file + "ben,ben@example.com,BEN,ANA\n", rewards: paysLater ? .open : .settled)
      #expect(done.tally.verdicts == [.accepted: 1, .merged: 1])
      #expect(done.tally.referrers == [.made: 1])
      let (ana, ben) = (try await server.app.signUp("ana"), try await server.app.signUp("ben"))
      let referral = try await campaign.referral(of: ben)
      #expect(referral?["referrer"]?.string == ana.id)
      #expect(referral?["evidence"]?["replaced"]?.string == eve.id)
      #expect(referral?["referrer_claimed"] == nil)
      #expect(Array(try await campaign.leaders().values) == [1])
      #expect(try await eve.inReview == 0)

      try await server.app.event("buy", id: "2", of: ben)
      #expect(try await ana.balance == (paysLater ? 50 : 0))
      #expect(try await campaign.refusals(of: ben) == (paysLater ? [] : ["imported"]))
    }
  }

  @Test("Nobody can be set by the app as referrer of somebody whom a file has confirmed")
  func late() async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(rules: [])
      let eve = try await server.app.signUp("eve")
      _ = try await server.app.signUpInApp(["user_id": "ana"])
      try await server.importing(Self.file)
      let ana = try await server.app.signUp("ana", referrer: eve.code)
      #expect(ana.answer.string("referral.status") == "too_late")
    }
  }

  @Test(
    "Two people become one of whom a part was settled elsewhere: it stays so, whoever survives",
    arguments: [false, true])
  func merged(importedSurvives: Bool) async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(rules: [thanks, Self.purchase])
      try await server.importing(Self.file)
      let (ana, ben) = (try await server.app.signUp("ana"), try await server.app.signUp("ben"))
      let ann = try await server.app.signUp("ann", referrer: ben.code)
      #expect(try await ben.balance == 50)
      let survivor = importedSurvives ? ana : ann
      #expect(try await (importedSurvives ? ann : ana).merge(into: survivor).status == 200)
      try await server.app.event("buy", id: "1", of: survivor)
      // What was paid stays paid.
      #expect(try await ben.balance == 50)
      if !importedSurvives { #expect(try await campaign.refusals(of: ann) == ["imported"]) }
    }
  }
}
