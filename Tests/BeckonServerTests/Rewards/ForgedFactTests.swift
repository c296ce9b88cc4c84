import BeckonModel
import Testing

/// What somebody with the publishable key makes up does not keep what is true from being paid, and
/// is not paid itself.
@Suite struct ForgedFactTests {
  private static let careful = rule(["event": "buy"], ["trust": "server"])

  private static func review(
    _ app: TestApp, _ decision: JSON, _ place: Int = 0
  ) async throws -> HTTPAnswer {
    let waiting = try await app.transfers("&state=in_review").dropFirst(place)
    let id = try #require(waiting.first?["id"]?.string)
    return try await app.post("/v1/ledger/transfers/\(id)/review", ["decision": decision])
  }

  /// An event in the name of a user, as anyone with the app's key can send it.
  private static func forge(
    _ app: TestApp, _ name: String, id: String, user: String, _ properties: JSON = [:]
  ) async throws -> JSON {
    let answer = try await app.post(
      "/v1/events",
      [
        "events": [
          [
            "id": .string(id), "name": .string(name), "user_id": .string(user),
            "properties": properties,
          ]
        ]
      ], as: .publishable)
    return try #require(answer.value("receipts.0"), "\(answer.text)")
  }

  @Test("The true event pays though a forged one waits for review", arguments: [false, true])
  func trueAfterForged(isRejected: Bool) async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [Self.careful])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      #expect(try await Self.forge(app, "buy", id: "x", user: "ben")["status"] == "accepted")
      #expect(try await (ben.balance, ben.inReview) == (0, 50))
      if isRejected { #expect(try await Self.review(app, "reject").string("state") == "voided") }
      try await app.event("buy", id: "order-1", of: ben)
      #expect(try await (ben.balance, ben.inReview) == (50, 0))
      try await app.event("buy", id: "order-2", of: ben)
      #expect(try await Self.forge(app, "buy", id: "y", user: "ben")["status"] == "accepted")
      #expect(try await (ben.balance, ben.inReview) == (50, 0))
    }
  }

  @Test("At most twenty forged facts of a rule wait for review, and the true one still pays")
  func flood() async throws {
    try await TestServer.run { server in
      let app = server.app
      let each = rule(["event": "buy"], ["trust": "server", "per": "event"])
      let campaign = try await app.campaign(rules: [each])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      for number in 1...30 {
        _ = try await Self.forge(app, "buy", id: "forged-\(number)", user: "ben")
      }
      #expect(try await app.transfers("&state=in_review").count == 20)
      #expect(try await (ben.pending, ben.inReview) == (0, 20 * 50))
      #expect(try await campaign.refusals(of: ben) == ["too_many_in_review"])
      // The same fact, and another one, as the server tells them.
      try await app.event("buy", id: "forged-30", of: ben)
      try await app.event("buy", id: "order-1", of: ben)
      #expect(try await ben.balance == 100)
      // A decision makes room for another.
      _ = try await Self.review(app, "reject")
      _ = try await Self.forge(app, "buy", id: "forged-31", user: "ben")
      #expect(try await app.transfers("&state=in_review").count == 20)
    }
  }

  @Test("A reward that was rejected for more than a client's fact is not revived")
  func rejectedForMore() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [Self.careful])
      let ana = try await app.signUp("ana", more: ["email": "ana@mail.example"])
      let ben = try await app.signUp(
        "ben", referrer: ana.code, more: ["email": "ana+1@mail.example"])
      _ = try await Self.forge(app, "buy", id: "x", user: "ben")
      let waiting = try await app.transfers("&state=in_review")
      #expect(waiting.first?["reasons"] == ["self_referral", "client_fact"])
      _ = try await Self.review(app, "reject")
      try await app.event("buy", id: "order-1", of: ben)
      #expect(try await (ben.balance, ben.inReview) == (0, 0))
    }
  }

  @Test("What the server tells takes the place of a client's event of the same id")
  func sameID() async throws {
    try await TestServer.run { server in
      let app = server.app
      let open = rule(["event": "buy", "filter": ["total": ["gte": 20]]])
      let campaign = try await app.campaign(rules: [open])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let cem = try await app.signUp("cem", referrer: ana.code)
      // The thief guesses the id of an order, and names himself.
      _ = try await Self.forge(app, "buy", id: "order-1", user: "cem", ["total": 99])
      #expect(try await cem.balance == 50)
      let receipt = try await app.event("buy", id: "order-1", of: ben, ["total": 25])
      #expect(receipt["status"] == "accepted")
      #expect(receipt["reason"] == "takes the place of what a client told under this id")
      #expect(try await (ben.balance, cem.balance) == (50, 0))
      // Again it is the server's own, and a client's is nothing.
      #expect(try await app.event("buy", id: "order-1", of: ben)["status"] == "duplicate")
      let late = try await Self.forge(app, "buy", id: "order-1", user: "cem", ["total": 99])
      #expect(late["status"] == "duplicate")
      #expect(try await (ben.balance, cem.balance) == (50, 0))
      #expect(try await campaign.refusals(of: ben) == [])
      let facts = try await cem.export().list("facts")
      #expect(!facts.contains { $0["name"] == "buy" })
    }
  }

  @Test(
    "A forged event of which the server told otherwise keeps no true one from being paid",
    arguments: ["server", "client"])
  func correctedEvent(trust: String) async throws {
    try await TestServer.run { server in
      let app = server.app
      let large = rule(
        ["event": "buy", "filter": ["total": ["gte": 20]]], ["trust": .string(trust)])
      _ = try await app.campaign(rules: [large])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      for (id, owner) in [("order-1", ana), ("order-2", ben)] {
        _ = try await Self.forge(app, "buy", id: id, user: "ben", ["total": 80])
        let told = try await (ben.balance, ben.inReview)
        // A client's event does not give again what was taken back.
        let given: Int64 = id == "order-1" ? 50 : 0
        #expect(told == (trust == "server" ? (0, given) : (given, 0)))
        // The first is another's, the second was smaller.
        try await app.event("buy", id: id, of: owner, ["total": 5])
        #expect(try await (ben.balance, ben.inReview) == (0, 0))
      }
      try await app.event("buy", id: "order-3", of: ben, ["total": 80])
      #expect(try await (ben.balance, ben.inReview) == (50, 0))
      try await app.event("buy", id: "order-4", of: ben, ["total": 80])
      _ = try await Self.forge(app, "buy", id: "order-5", user: "ben", ["total": 80])
      #expect(try await (ben.balance, ben.inReview) == (50, 0))
    }
  }

  @Test("The same word of client and server pays once, whichever comes first")
  func sameWord() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [
        rule(["event": "buy"], ["per": "event"]),
        rule(["event": "buy"], ["per": "event", "trust": "server", "unit": "miles"]),
      ])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      for (id, keys) in [
        ("a", [TestApp.Key.publishable, .secret, .publishable]), ("b", [.secret, .publishable]),
      ] {
        for key in keys { try await app.event("buy", id: id, of: ben, as: key) }
      }
      #expect(try await (ben.balance, ben.inReview) == (100, 0))
      #expect(try await ben.balance(of: "miles") == 100)
      #expect(try await ben.balance(of: "miles", "in_review") == 0)
    }
  }

  @Test("Forged rewards use up neither a cap nor a coupon")
  func boundsStay() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.post("/v1/coupon-pools/spring/codes", ["codes": ["A"]])
      let campaign = try await app.campaign(rules: [
        rule(
          ["event": "buy"],
          ["trust": "server", "cap": ["total": 50], "coupon_pool": "spring", "per": "event"])
      ])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      for id in 1...5 { _ = try await Self.forge(app, "buy", id: "x\(id)", user: "ben") }
      #expect(try await ben.inReview == 250)
      try await app.event("buy", id: "order-1", of: ben)
      #expect(try await ben.balance == 50)
      #expect(try await app.transfers("&state=posted").first?["coupon"] == "A")
      // What is approved must fit too.
      let refused = try await Self.review(app, "approve")
      #expect(refused.code == "reward_refused" && refused.string("reason") == "cap_total")
      #expect(try await Self.review(app, "reject").string("state") == "voided")
      #expect(try await campaign.refusals(of: ben) == [])
      #expect(try await ben.balance == 50)
    }
  }

  @Test("An approved reward counts for its cap and draws its coupon then")
  func approval() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [
        rule(
          ["event": "buy"],
          [
            "trust": "server", "cap": ["per_person": 100, "per_day": 50], "coupon_pool": "spring",
            "per": "event",
          ])
      ])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      for id in 1...2 { _ = try await Self.forge(app, "buy", id: "x\(id)", user: "ben") }
      let empty = try await Self.review(app, "approve")
      #expect(empty.code == "reward_refused" && empty.string("reason") == "no_coupon")
      _ = try await app.post("/v1/coupon-pools/spring/codes", ["codes": ["A", "B"]])
      let approved = try await Self.review(app, "approve")
      #expect(approved.string("state") == "posted" && approved.string("coupon") == "A")
      let second = try await Self.review(app, "approve")
      #expect(second.code == "reward_refused" && second.string("reason") == "cap_per_day")
      try await app.event("buy", id: "order-1", of: ben)
      #expect(try await campaign.refusals(of: ben).contains("cap_per_day"))
      #expect(try await (ben.balance, ben.inReview) == (50, 50))
    }
  }

  @Test("A reward in review that a merge moved is decided anew too")
  func merged() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [
        rule(["event": "buy"], to: "referrer", ["trust": "server"])
      ])
      let ana = try await app.signUp("ana")
      let other = try await app.signUp("ana-2")
      let ben = try await app.signUp("ben", referrer: ana.code)
      _ = try await Self.forge(app, "buy", id: "x", user: "ben")
      #expect(try await ana.merge(into: other).status == 200)
      #expect(try await other.inReview == 50)
      try await app.event("buy", id: "order-1", of: ben)
      #expect(try await (other.balance, other.inReview) == (50, 0))
    }
  }

  @Test(
    "A conversion that a client told first is the server's when it tells it",
    arguments: [
      "same", "other",
    ])
  func conversion(id: String) async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(
        goal: 2, rules: [rule(["referral": "confirmed"], to: "referrer", ["trust": "server"])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let claimed = try await campaign.convert(
        ben, step: 2, id: "same", as: .publishable, token: ben.token)
      #expect(claimed.status == 200, "\(claimed.text)")
      #expect(try await (ana.balance, ana.inReview) == (0, 50))
      let told = try await campaign.convert(ben, step: 2, id: id)
      #expect(told.status == 200 && told.string("state") == "confirmed", "\(told.text)")
      #expect(try await (ana.balance, ana.inReview) == (50, 0))
      #expect(try await campaign.convert(ben, step: 2, id: id).text == told.text)
    }
  }

  @Test("A conversion under an id that a client has used for another person is not lost")
  func takenConversion() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(
        goal: 2, rules: [rule(["referral": "confirmed"], to: "referrer")])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let eve = try await app.signUp("eve", referrer: ana.code)
      _ = try await campaign.convert(
        eve, step: 2, id: "order-1", as: .publishable, token: eve.token)
      #expect(try await ana.balance == 50)
      let told = try await campaign.convert(ben, step: 2, id: "order-1")
      #expect(told.status == 200 && told.string("state") == "confirmed", "\(told.text)")
      #expect(try await ana.balance == 50)
      #expect(try await campaign.leaders() == ["ana": 1])
      #expect(try await campaign.referral(of: eve)?["state"] == "pending")
      // Eve may still get there truly.
      #expect(try await campaign.convert(eve, step: 2, id: "order-2").status == 200)
      #expect(try await campaign.leaders() == ["ana": 2])
    }
  }

  @Test("A sign-up that only the app told waits for review, or until the server tells it")
  func confirmedSignUp() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [
        rule(["referral": "confirmed"], to: "recipient", ["trust": "server"])
      ])
      let ben = try await app.signUpInApp(["user_id": "ben"])
      #expect(try await (ben.balance, ben.inReview) == (0, 0))
      let ana = try await app.signUp("ana")
      let cem = try await app.signUpInApp(["user_id": "cem", "referrer": .string(ana.code ?? "")])
      #expect(try await (cem.balance, cem.inReview) == (0, 50))
      try await app.event("seen", id: "1", of: cem)
      #expect(try await (cem.balance, cem.inReview) == (0, 50))
      // The server may mean another than who took the name first, with a friend of their own.
      _ = try await app.signUp("cem")
      #expect(try await (cem.balance, cem.inReview) == (0, 50))
      _ = try await app.signUp("cem", referrer: ana.code)
      #expect(try await (cem.balance, cem.inReview) == (50, 0))
      let dan = try await app.signUpInApp(["user_id": "dan", "referrer": .string(ana.code ?? "")])
      #expect(try await (dan.balance, dan.inReview) == (0, 50))
      #expect(try await Self.review(app, "approve").string("state") == "posted")
      #expect(try await (dan.balance, dan.inReview) == (50, 0))
    }
  }

  @Test("A client cannot have a bound crossed again by writing the attribute down")
  func rearmed() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [
        rule(["attribute": "level", "crosses": 5], ["trust": "server", "per": "event"]),
        rule(
          ["attribute": "phone", "first_set": true],
          ["trust": "server", "per": "event", "unit": "miles"]),
      ])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      try await ben.set(["level": 5, "phone": "1"])
      #expect(try await (ben.balance, ben.balance(of: "miles")) == (50, 50))
      for level in 1...3 {
        try await ben.set(["level": 1, "phone": .null], as: .publishable)
        try await ben.set(["level": .integer(5 + level), "phone": "2"])
      }
      #expect(try await (ben.balance, ben.balance(of: "miles")) == (50, 50))
      // The server itself may write it down.
      try await ben.set(["level": 1])
      try await ben.set(["level": 9])
      #expect(try await ben.balance == 100)
    }
  }

  @Test("What the client wrote first does not keep the server's word from paying")
  func clientFirst() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [
        rule(["attribute": "level", "crosses": 5], ["trust": "server"])
      ])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      try await ben.set(["level": 5], as: .publishable)
      #expect(try await (ben.balance, ben.inReview) == (0, 50))
      try await ben.set(["level": 5])
      #expect(try await (ben.balance, ben.inReview) == (50, 0))
    }
  }

  @Test("Nobody can take the id of a payment's fact first, and the server's word pays")
  func payment() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["event": "payment"], ["trust": "server"])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      _ = try await Self.forge(app, "payment", id: "payment DEFAULT order-77", user: "eve")
      let backend = LinkrunnerBackend(app: app)
      let phone = LinkrunnerPhone(app: app)
      let paid: JSON = ["user_id": "ben", "payment_id": "order-77", "amount": 5]
      #expect(try await phone.send("capture-payment", paid).status == 201)
      #expect(try await (ben.balance, ben.inReview) == (0, 50))
      for _ in 1...2 {
        #expect(try await backend.call("POST", "capture-payment", paid).status == 201)
        #expect(try await (ben.balance, ben.inReview) == (50, 0))
      }
    }
  }

  @Test("Who repeats the server's conversion from the app does not see another's coupon")
  func repeatedConversion() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.post("/v1/coupon-pools/spring/codes", ["codes": ["SECRET-CODE"]])
      let campaign = try await app.campaign(
        goal: 2,
        rules: [rule(["referral": "confirmed"], to: "referrer", ["coupon_pool": "spring"])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let told = try await campaign.convert(ben, step: 2, id: "order-1")
      #expect(told.value("paid.0.coupon") == "SECRET-CODE")
      let repeated = try await campaign.convert(
        ben, step: 2, id: "order-1", as: .publishable, token: ben.token)
      #expect(repeated.status == 200 && repeated.list("paid").isEmpty)
      #expect(!repeated.text.contains("SECRET-CODE"))
      #expect(try await campaign.convert(ben, step: 2, id: "order-1").text == told.text)
    }
  }
}
