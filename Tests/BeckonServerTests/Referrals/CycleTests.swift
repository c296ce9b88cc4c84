import BeckonModel
import BeckonTesting
import Testing

/// Nobody is their own referrer, at any level.
@Suite struct CycleTests {
  @Test("Who was brought by somebody cannot bring them")
  func twoPeople() async throws {
    try await TestServer.run { server in
      let app = server.app
      let levels = (1...2).map { level -> JSON in
        rule(["event": "buy"], to: "referrer", ["level": .integer(level)])
      }
      let campaign = try await app.campaign(rules: [thanks] + levels)
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      #expect(ben.answer.string("referral.status") == "made")
      let again = try await app.signUp("ana", referrer: ben.code)
      #expect(again.answer.string("referral.status") == "cycle")
      #expect(again.referredBy == nil)
      #expect(again.code == ana.code)
      #expect(try await campaign.referral(of: ana) == nil)
      try await app.event("buy", id: "1", of: ana)
      #expect(try await (ana.balance, ben.balance) == (50, 0))
    }
  }

  @Test("A longer way round is refused too, and only in its own campaign")
  func longer() async throws {
    try await TestServer.run { server in
      let app = server.app
      let first = try await app.campaign(name: "first", rules: [])
      let second = try await app.campaign(name: "second", rules: [])
      let ana = try await app.signUp("ana", campaign: first)
      let ben = try await app.signUp("ben", referrer: ana.code)
      let cem = try await app.signUp("cem", referrer: ben.code)
      #expect(
        try await app.signUp("ana", referrer: cem.code).answer.string("referral.status") == "cycle")
      let elsewhere = try await app.signUp("cem", campaign: second)
      let made = try await app.signUp("ana", referrer: elsewhere.code)
      #expect(made.answer.string("referral.status") == "made")
      #expect(try await second.referral(of: ana)?["referrer"]?.string == cem.id)
      #expect(try await first.referral(of: ana) == nil)
    }
  }

  @Test("What became of a referrer is told whenever one was named or found")
  func statuses() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(goal: 2, rules: [])
      let ana = try await app.signUp("ana")
      #expect(ana.answer.value("referral") == nil)
      func status(_ name: String, _ referrer: String?) async throws -> String? {
        try await app.signUp(name, referrer: referrer).answer.string("referral.status")
      }
      #expect(try await status("ben", "nobody-has-this") == "unknown_code")
      #expect(try await status("ana", ana.code) == "own")
      #expect(try await status("cem", ana.code) == "made")
      #expect(try await status("cem", ana.code) == "made")
      let ben = try await app.signUp("ben")
      #expect(try await status("cem", ben.code) == "already_referred")
      #expect(try await campaign.convert(ben, step: 2, id: "2").status == 200)
      #expect(try await status("ben", ana.code) == "too_late")
      let dan = try await app.signUp("dan")
      try await server.wait(hours: 25)
      #expect(try await status("dan", ana.code) == "too_late")
      #expect(dan.referredBy == nil)
      _ = try await app.campaign(name: "second", rules: [])
      #expect(try await status("eve", ana.id) == "made")
      let other = try await server.otherApp()
      let zoe = try await other.signUp("zoe")
      let yan = try await other.signUp("yan", referrer: zoe.id)
      #expect(yan.answer.string("referral.status") == "no_campaign")
    }
  }

  @Test("A merge that would close a circle drops the latest referral on the way round")
  func merge() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana")
      try await server.wait(minutes: 1)
      let ben = try await app.signUp("ben", referrer: ana.code)
      try await server.wait(minutes: 1)
      let twin = try await app.signUp("twin", referrer: ben.code)
      // Of Ana and her twin the twin's part stays, with Ben as referrer, who was brought by Ana.
      #expect(try await ana.merge(into: twin).status == 200)
      #expect(try await campaign.referral(of: twin) == nil)
      #expect(try await campaign.referral(of: ben)?["referrer"]?.string == twin.id)
      // By the first name of the one person.
      #expect(try await campaign.leaders() == ["ana": 1])
      let part = try await twin.read().list("referrals").first
      #expect(part?["evidence"]?["dropped"]?["reason"] == "cycle")
    }
  }

  @Test("After random sign-ups and merges no chain of referrers leads back")
  func randomly() async throws {
    try await TestServer.run { server in
      let app = server.app
      var dice = SeededGenerator(announcedFor: "chains of sign-ups and merges")
      let campaign = try await app.campaign(rules: [thanks])
      var people: [TestPerson] = []
      for number in 0..<14 { people.append(try await app.signUp("p-\(number)")) }
      var merged: Set<String> = []
      for _ in 0..<50 {
        let (one, other) = (
          people[Int.random(in: people.indices, using: &dice)],
          people[Int.random(in: people.indices, using: &dice)]
        )
        try await server.wait(minutes: 1)
        if Int.random(in: 0..<6, using: &dice) == 0 {
          if try await one.merge(into: other).status == 200 { merged.insert(one.id) }
        } else {
          _ = try await app.signUp(one.name, referrer: other.code)
        }
      }
      #expect(!merged.isEmpty)
      let referrals = try await app.get(campaign.path + "/referrals?limit=200").list("referrals")
      var referrers: [String: String] = [:]
      for referral in referrals {
        referrers[referral["person"]?.string ?? ""] = referral["referrer"]?.string
      }
      #expect(referrers.count > 3)
      for person in referrers.keys {
        var (seen, next) = (Set<String>(), referrers[person])
        while let at = next, seen.insert(at).inserted { next = referrers[at] }
        #expect(!seen.contains(person))
      }
      // The counts know of each edge once.
      var counts: [String: Int64] = [:]
      for referral in referrals where referral["state"] == "confirmed" {
        counts[referral["referrer"]?.string ?? "", default: 0] += 1
      }
      let leaders = try await app.get(campaign.path + "/leaderboard").list("leaders")
      let told = Dictionary(
        leaders.map { ($0["person"]?.string ?? "", $0["confirmed"]?.integer ?? 0) }
      ) { first, _ in first }
      #expect(told == counts)
    }
  }
}
