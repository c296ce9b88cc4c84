import BeckonModel
import Testing

/// The flows that go wrong elsewhere, each decided once and told here: those
/// about what is paid and taken back.
@Suite struct RewardFlowTests {
  @Test("Hold, then clawback")
  func holdThenClawback() async throws {
    try await TestServer.run { server in
      let app = server.app
      let paid = rule(["event": "payment"], to: "referrer", ["hold_days": 1, "per": "event"])
      _ = try await app.campaign(rules: [paid])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp(
        "ben", referrer: ana.code, more: ["at": server.time(days: -25)])

      // The hold starts at receipt, however long ago the payment was; voiding needs no new money.
      try await app.event("payment", id: "p-1", of: ben, at: server.time(days: -20))
      #expect(try await ana.pending == 50)
      try await app.event("refund", id: "r-1", of: ben, ["of": "p-1"])
      #expect(try await (ana.pending, ana.balance) == (0, 0))

      try await app.event("payment", id: "p-2", of: ben)
      try await server.wait(days: 1.01)
      #expect(try await ana.balance == 50)
      #expect(try await ana.redeem(50, id: "spend").status == 201)
      try await app.event("refund", id: "r-2", of: ben, ["of": "p-2"])
      #expect(try await ana.balance == -50)

      try await app.event("payment", id: "p-3", of: ben)
      try await server.wait(days: 1.01)
      #expect(try await ana.balance == 0)
    }
  }

  @Test("Anonymous person merged into one who already has a referrer")
  func mergedIntoReferred() async throws {
    try await TestServer.run { server in
      let app = server.app
      let held = rule(["referral": "confirmed"], ["hold_days": 7, "unit": "later"])
      let campaign = try await app.campaign(rules: [welcome, held, thanks])
      let ana = try await app.signUp("ana")
      let zoe = try await app.signUp("zoe")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let phone = try await app.phone(at: "203.0.113.7").open(zoe.link).install()
      let anonymous = try await phone.useAnonymously()
      #expect(anonymous.referredBy == zoe.id)
      #expect(try await anonymous.balance == 0)

      // Ben signs in on that phone: the survivor's referrer stays.
      let server2 = try await app.post(
        "/v1/people", ["user_id": "ben", "install_id": .string(phone.installID)],
        token: phone.token)
      #expect(server2.string("referred_by") == ana.id)
      let parts = try await ben.read().list("referrals")
      #expect(parts.map { $0["referrer"]?.string } == [ana.id])
      #expect(try await app.get(anonymous.path).string("person") == ben.id)
      // Who never signed up has brought nobody anything.
      #expect(try await ben.balance == 50)
      #expect(try await ben.balance(of: "later", "pending") == 50)
      #expect(try await campaign.leaders() == ["ana": 1])
    }
  }

  @Test("Two campaigns")
  func twoCampaigns() async throws {
    try await TestServer.run { server in
      let app = server.app
      let buys = rule(["event": "buy"], to: "referrer", ["per": "event"])
      let first = try await app.campaign(name: "first", rules: [buys])
      let second = try await app.campaign(name: "second", rules: [buys])
      let ana = try await app.signUp("ana", campaign: first)
      let ana2 = try await app.signUp("ana", campaign: second)
      // The matched link's campaign makes the referral; the campaign in a body only enrols.
      let ben = try await app.signUp("ben", referrer: ana.code, campaign: second)
      #expect(ben.referredBy == nil)
      #expect(try await first.referral(of: ben)?["referrer"]?.string == ana.id)
      #expect(try await second.referral(of: ben) == nil)
      try await app.event("buy", id: "1", of: ben)
      #expect(try await ana.balance == 50)
      // One event may pay in each campaign where a referral exists.
      let both = try await app.signUp("ben", referrer: ana2.code)
      #expect(both.referredBy == ana.id)
      try await app.event("buy", id: "2", of: ben)
      #expect(try await ana.balance == 150)
    }
  }

  @Test("Two campaigns that share an exclusive group pay once for an event")
  func exclusiveGroup() async throws {
    try await TestServer.run { server in
      let app = server.app
      let buys = rule(["event": "buy"], to: "referrer", ["per": "event"])
      let empty = rule(["event": "buy"], to: "referrer", ["per": "event", "coupon_pool": "none"])
      let first = try await app.campaign(name: "first", group: "one", rules: [empty])
      let second = try await app.campaign(name: "second", group: "one", rules: [buys])
      let third = try await app.campaign(name: "third", group: "one", rules: [buys])
      let ana = try await app.signUp("ana")
      var ben = ana
      for campaign in [first, second, third] {
        let link = try #require(try await app.signUp("ana", campaign: campaign).code)
        ben = try await app.signUp("ben", referrer: link)
        #expect(ben.referredBy == ana.id)
        try await server.wait(minutes: 1)
      }
      // The first that pays has it; one whose coupons are gone does not pay.
      try await app.event("buy", id: "1", of: ben)
      #expect(try await ana.balance == 50)
      #expect(try await first.refusals(of: ben) == ["no_coupon"])
      #expect(try await third.refusals(of: ben) == ["exclusive_group"])
    }
  }

  @Test(
    "What a client told first and the server repeats pays in the campaign that has paid for it",
    arguments: [true, false])
  func exclusiveGroupToldTwice(isTheSame: Bool) async throws {
    try await TestServer.run { server in
      let app = server.app
      let buys = rule(
        ["event": "buy", "filter": ["total": ["gte": 20]]], to: "referrer", ["per": "event"])
      let late = rule(["event": "buy"], to: "referrer", ["per": "event"])
      let first = try await app.campaign(name: "first", group: "one", rules: [buys])
      let second = try await app.campaign(name: "second", group: "one", rules: [late])
      let ana = try await app.signUp("ana")
      var ben = ana
      for campaign in [first, second] {
        let link = try #require(try await app.signUp("ana", campaign: campaign).code)
        ben = try await app.signUp("ben", referrer: link)
        try await server.wait(minutes: 1)
      }
      try await app.event("buy", id: "1", of: ben, ["total": 25], as: .publishable)
      #expect(try await ana.balance == 50)
      // Of a smaller purchase the first campaign pays nothing, and the second may.
      try await app.event("buy", id: "1", of: ben, ["total": isTheSame ? 25 : 5])
      #expect(try await ana.balance == 50)
      let paying = try await app.transfers("&state=posted")
        .filter { $0["kind"] == "reward" }.compactMap { $0["campaign"]?.string }
      #expect(Set(paying) == (isTheSame ? [first.id] : [first.id, second.id]))
    }
  }

  @Test("Erased while pending")
  func erasedWhilePending() async throws {
    try await TestServer.run { server in
      let app = server.app
      let held = rule(["referral": "confirmed"], ["hold_days": 7, "unit": "later"])
      let earned = rule(["referral": "confirmed"], to: "both")
      _ = try await app.campaign(rules: [held, earned])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      #expect(try await ben.erase().status == 204)
      #expect(try await ben.read().status == 404)
      #expect(try await ana.balance == 50)
      let summary = try await app.get("/v1/ledger/summary")
      #expect(summary.value("sums") == ["later": 0, "pieces_of_eight": 0])
      let forfeited = summary.list("accounts").first { $0["account"] == "forfeited" }
      #expect(forfeited?["posted"] == 50)
      try await server.wait(days: 8)

      // A tombstone stops late batches and a second welcome.
      let late = try await app.post(
        "/v1/events", ["events": [["id": "late", "name": "buy", "user_id": "ben"]]])
      #expect(late.string("receipts.0.status") == "rejected")
      let back = try await app.signUp("ben", referrer: ana.code)
      #expect(back.id != ben.id)
      #expect(try await (back.balance, back.pending, ana.balance) == (0, 0, 50))
    }
  }

  @Test("Refund")
  func refund() async throws {
    try await TestServer.run { server in
      let app = server.app
      let done = rule(["referral": "confirmed"], to: "both")
      let campaign = try await app.campaign(goal: 2, rules: [done])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      #expect(try await campaign.convert(ben, step: 2, id: "paid").status == 200)
      #expect(try await (ana.balance, ben.balance) == (50, 50))
      #expect(try await campaign.leaders() == ["ana": 1])

      // With a publishable key anyone could send it, so then it is only stored.
      let ours = try await app.event("refund", id: "r0", of: ben, ["of": "paid"], as: .publishable)
      #expect(ours["reason"]?.string?.contains("secret key") == true)
      #expect(try await ana.balance == 50)
      for id in ["r1", "r2"] { try await app.event("refund", id: id, of: ben, ["of": "paid"]) }
      #expect(try await (ana.balance, ben.balance) == (0, 0))
      #expect(try await campaign.referral(of: ben)?["state"] == "reversed")
      #expect(try await campaign.leaders() == [:])
      #expect(try await campaign.convert(ben, step: 2, id: "again").status == 200)
      #expect(try await ana.balance == 0)
    }
  }
}
