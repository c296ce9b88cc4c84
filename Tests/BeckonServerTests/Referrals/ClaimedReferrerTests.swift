import BeckonModel
import Testing

/// A thief takes a user's name first, with their own code as referrer. The app's server names the
/// user later.
@Suite struct ClaimedReferrerTests {
  /// The thief, whose code it is; Ana, who truly brought the user; the user's phone.
  private struct Town {
    let app: TestApp
    let campaign: TestCampaign
    let eve: TestPerson
    let ana: TestPerson
    let evesPhone: TestPhone
    let bensPhone: TestPhone

    init(_ server: TestServer, goal: Int = 1, rules: [JSON]) async throws {
      app = server.app
      campaign = try await app.campaign(goal: goal, rules: rules)
      eve = try await app.signUp("eve")
      ana = try await app.signUp("ana")
      evesPhone = try await app.phone(at: "203.0.113.66").install()
      bensPhone = try await app.phone(at: "203.0.113.7").install()
    }

    /// Somebody takes the user's name on a phone, and names a referrer.
    func claim(_ referrer: TestPerson?, on phone: TestPhone) async throws -> TestPerson {
      try await phone.signUp("ben", .object(["referrer": referrer?.code.map(JSON.string)]))
    }

    /// The app's server names the user.
    func confirm(_ referrer: TestPerson? = nil, _ phone: TestPhone? = nil) async throws
      -> TestPerson
    {
      let install = phone.map { JSON.string($0.installID) }
      return try await app.signUp(
        "ben", referrer: referrer?.code, more: .object(["install_id": install]))
    }

    func reasons() async throws -> [JSON] {
      try await app.transfers("&state=in_review").compactMap { $0["reasons"] }
    }
  }

  private static let purchase = rule(
    ["event": "buy"], to: "referrer", ["trust": "server", "per": "event"])

  @Test("The thief is not paid for what the server tells, and gives way to the true referrer")
  func story() async throws {
    try await TestServer.run { server in
      let trusting = rule(["event": "buy"], to: "referrer", ["unit": "miles"])
      let town = try await Town(server, rules: [Self.purchase, trusting])
      _ = try await town.claim(town.eve, on: town.evesPhone)
      #expect(try await town.campaign.leaders() == ["eve": 1])
      let ben = try await town.confirm()
      #expect(try await town.campaign.referral(of: ben)?["referrer_claimed"] == true)
      try await town.app.event("buy", id: "1", of: ben)
      #expect(try await (town.eve.balance, town.eve.inReview) == (0, 50))
      // A rule that trusts clients goes by what the client said.
      #expect(try await town.eve.balance(of: "miles") == 50)
      #expect(try await town.reasons() == [["claimed_referrer"]])

      let named = try await town.confirm(town.ana)
      #expect(named.referredBy == town.ana.id)
      #expect(named.answer.string("referral.status") == "made")
      #expect(try await (town.eve.balance, town.eve.inReview) == (0, 0))
      #expect(try await (town.ana.balance, town.ana.inReview) == (50, 0))
      try await town.app.event("buy", id: "2", of: ben)
      #expect(try await town.ana.balance == 100)
      #expect(try await town.campaign.leaders() == ["ana": 1])
      let referral = try await town.campaign.referral(of: ben)
      #expect(referral?["evidence"]?["replaced"]?.string == town.eve.id)
      #expect(referral?["referrer_claimed"] == nil)
      // Once is enough: now it stands.
      let late = try await town.confirm(town.eve)
      #expect(late.answer.string("referral.status") == "already_referred")
      #expect(try await town.eve.balance(of: "miles") == 50)
    }
  }

  @Test("What the user's own phone said first counts, once it is known to be theirs")
  func ownPhone() async throws {
    try await TestServer.run { server in
      let town = try await Town(server, rules: [Self.purchase])
      _ = try await town.claim(town.ana, on: town.bensPhone)
      // The server names somebody, but not the phone.
      let ben = try await town.confirm()
      try await town.app.event("buy", id: "1", of: ben)
      #expect(try await (town.ana.balance, town.ana.inReview) == (0, 50))
      let key = try await SignInTests.key(server)
      let token = JSON.string(SignInTests.signed("ben", server, by: key))
      let signedIn = try await town.bensPhone.signUp("ben", ["identity_token": token])
      #expect(signedIn.id == ben.id && signedIn.token != nil)
      #expect(try await (town.ana.balance, town.ana.inReview) == (50, 0))
    }
  }

  @Test("The server's word for the phone or for the referrer is word enough", arguments: 0..<2)
  func vouched(way: Int) async throws {
    try await TestServer.run { server in
      let count = rule(
        ["referrals": 1], to: "referrer", ["trust": "server", "unit": "miles"])
      let town = try await Town(server, rules: [Self.purchase, count])
      _ = try await town.claim(town.ana, on: town.bensPhone)
      #expect(try await town.ana.balance(of: "miles") == 0)
      let ben = try await town.confirm(
        way == 0 ? town.ana : nil, way == 0 ? nil : town.bensPhone)
      #expect(try await town.ana.balance(of: "miles") == 50)
      try await town.app.event("buy", id: "1", of: ben)
      #expect(try await town.ana.balance == 50)
    }
  }

  @Test("The phone that the server names brings its own referrer")
  func otherPhone() async throws {
    try await TestServer.run { server in
      let town = try await Town(server, rules: [Self.purchase])
      _ = try await town.claim(town.eve, on: town.evesPhone)
      let phone = try await town.app.phone(at: "203.0.113.9").open(town.ana.link).install()
      let ben = try await town.confirm(nil, phone)
      #expect(ben.referredBy == town.ana.id)
      try await town.app.event("buy", id: "1", of: ben)
      #expect(try await (town.eve.inReview, town.ana.balance) == (0, 50))
    }
  }

  @Test("A name that was taken long ago, and led on, keeps nobody from being brought by a friend")
  func takenLongAgo() async throws {
    try await TestServer.run { server in
      let confirmed = rule(["referral": "confirmed"], to: "referrer", ["trust": "server"])
      let town = try await Town(server, goal: 2, rules: [confirmed])
      let claimed = try await town.claim(nil, on: town.evesPhone)
      _ = try await town.campaign.convert(
        claimed, step: 2, id: "1", as: .publishable, token: claimed.token)
      try await server.wait(days: 3)
      let ben = try await town.confirm(town.ana)
      #expect(ben.answer.string("referral.status") == "made")
      #expect(try await (town.ana.balance, town.ana.inReview) == (0, 50))
      #expect(try await town.campaign.convert(ben, step: 2, id: "order").status == 200)
      #expect(try await (town.ana.balance, town.ana.inReview) == (50, 0))
    }
  }

  @Test("Nobody is paid at a further level over a claimed referrer")
  func levels() async throws {
    try await TestServer.run { server in
      let second = rule(
        ["event": "buy"], to: "referrer", ["trust": "server", "level": 2, "unit": "miles"])
      let town = try await Town(server, rules: [Self.purchase, second])
      _ = try await town.claim(town.eve, on: town.evesPhone)
      let ben = try await town.confirm()
      let cem = try await town.app.signUp("cem", referrer: ben.code)
      try await town.app.event("buy", id: "1", of: cem)
      #expect(try await ben.balance == 50)
      #expect(try await town.eve.balance(of: "miles") == 0)
      #expect(try await town.eve.balance(of: "miles", "in_review") == 50)
      _ = try await town.confirm(town.ana)
      #expect(try await town.ana.balance(of: "miles") == 50)
      #expect(try await town.eve.balance(of: "miles", "in_review") == 0)
    }
  }

  @Test("A claimed referrer closes no circle")
  func noCircle() async throws {
    try await TestServer.run { server in
      let town = try await Town(server, rules: [Self.purchase])
      _ = try await town.claim(town.ana, on: town.evesPhone)
      let ben = try await town.confirm()
      let late = try await town.app.signUp("ana", referrer: ben.code)
      #expect(late.answer.string("referral.status") == "made")
      // Now it is too late for the claim to become true.
      #expect(try await town.confirm(town.ana).answer.string("referral.status") == "cycle")
      try await town.app.event("buy", id: "1", of: ben)
      #expect(try await (town.ana.balance, town.ana.inReview) == (0, 50))
      try await town.app.event("buy", id: "2", of: town.ana)
      #expect(try await ben.balance == 50)
    }
  }

  @Test("Somebody may approve of a claimed referrer", arguments: ["reward", "referral"])
  func approved(what: String) async throws {
    try await TestServer.run { server in
      let town = try await Town(server, rules: [Self.purchase])
      _ = try await town.claim(town.ana, on: town.bensPhone)
      let ben = try await town.confirm()
      try await town.app.event("buy", id: "1", of: ben)
      let held = try #require(
        try await town.app.transfers("&state=in_review").first?["id"]?.string)
      let id = try #require(try await town.campaign.referral(of: ben)?["id"]?.string)
      let path =
        what == "reward" ? "/v1/ledger/transfers/\(held)" : town.campaign.path + "/referrals/\(id)"
      let answer = try await town.app.post(path + "/review", ["decision": "approve"])
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try await town.campaign.referral(of: ben)?["referrer_claimed"] == nil)
      try await town.app.event("buy", id: "2", of: ben)
      #expect(try await town.ana.balance == (what == "reward" ? 100 : 50))
    }
  }
}
