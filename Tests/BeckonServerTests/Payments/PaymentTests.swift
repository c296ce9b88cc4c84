import BeckonModel
import BeckonStore
import Testing

/// Payments as an app and its server tell them by Beckon's own API.
@Suite struct PaymentTests {
  private static let order: JSON = [
    "id": "order-1", "user_id": "ben", "amount": "19.90", "currency": "EUR",
  ]

  private static func with(_ more: JSON) -> JSON {
    let names = (more.members ?? []).map(\.name)
    return .object(
      (order.members ?? []).filter { !names.contains($0.name) }
        + (more.members ?? []).filter { $0.value != .null })
  }

  @discardableResult
  private static func pay(
    _ app: TestApp, _ more: JSON = [:], as key: TestApp.Key = .secret
  ) async throws -> HTTPAnswer {
    let answer = try await app.post("/v1/payments", with(more), as: key)
    #expect([200, 201].contains(answer.status), "\(answer.text)")
    return answer
  }

  @discardableResult
  private static func refund(_ app: TestApp, _ body: JSON) async throws -> HTTPAnswer {
    try await app.post("/v1/payments/order-1/refunds", body)
  }

  /// Amount, trusted and client's part of all revenue, and how many payments and refunds.
  private static func revenue(_ app: TestApp) async throws -> [Int64] {
    let rows = try await app.get("/v1/revenue").list("revenue")
    return ["amount", "trusted_amount", "client_amount", "payments"].map { name in
      rows.reduce(0) { $0 + ($1[name]?.integer ?? 0) }
    }
  }

  @Test("A payment counts once, pays by rules once, and the same id again changes nothing")
  func once() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(
        rules: [rule(["event": "payment", "filter": ["amount": ["gte": 10]]], to: "referrer")])
      let ana = try await app.signUp("ana")
      _ = try await app.signUp("ben", referrer: ana.code)
      let paid = try await Self.pay(app)
      #expect(paid.status == 201 && paid.string("status") == "accepted", "\(paid.text)")
      #expect(paid.string("amount") == "19.90" && paid.string("trust") == "server")
      for more in [[:], ["amount": "5"], ["type": "ONE_TIME"]] as [JSON] {
        let again = try await Self.pay(app, more)
        #expect(again.status == 200 && again.string("status") == "duplicate", "\(again.text)")
        #expect(again.string("amount") == "19.90" && again.string("type") == "DEFAULT")
      }
      #expect(try await Self.revenue(app) == [1_990, 1_990, 0, 1])
      #expect(try await ana.balance == 50)
    }
  }

  @Test("A payment of nobody says so, and a client does not learn who is known")
  func nobody() async throws {
    try await TestServer.run { server in
      let app = server.app
      let phone = try await app.phone(at: "203.0.113.7").install()
      func codes(_ more: JSON, as key: TestApp.Key = .secret) async throws -> [JSON?] {
        try await Self.pay(app, more, as: key).list("warnings").map { $0["code"] }
      }
      #expect(try await codes([:]) == ["unknown_subject"])
      #expect(try await codes(["id": "2", "user_id": .null]) == ["no_subject"])
      #expect(
        try await codes(["id": "3", "user_id": .null, "install_id": "x"]) == ["unknown_subject"])
      #expect(
        try await codes(
          ["id": "4", "user_id": .null, "install_id": .string(phone.installID)]) == [])
      #expect(try await codes(["id": "5"], as: .publishable) == [])
      #expect(
        try await codes(["id": "6", "user_id": .null], as: .publishable) == ["no_subject"])
      _ = try await app.signUp("ben")
      #expect(try await codes(["id": "7"]) == [])
    }
  }

  @Test("What the app claims is counted apart, until its server tells of the same id")
  func claim() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.signUp("ben")
      let claim = try await Self.pay(app, ["amount": "999", "type": "ONE_TIME"], as: .publishable)
      #expect(claim.json == ["id": "order-1", "status": "accepted"])
      #expect(try await Self.revenue(app) == [99_900, 0, 99_900, 1])
      #expect(try await Self.pay(app).status == 201)
      #expect(try await Self.revenue(app) == [1_990, 1_990, 0, 1])
      // Whoever guesses the id learns and changes nothing.
      let guess = try await Self.pay(app, ["amount": "1"], as: .publishable)
      #expect(guess.json == ["id": "order-1", "status": "duplicate"])
      #expect(try await Self.revenue(app) == [1_990, 1_990, 0, 1])
      let refund = try await app.post(
        "/v1/payments/order-1/refunds", ["id": "r-1"], as: .publishable)
      #expect(refund.status == 403)
    }
  }

  @Test("A vendor's client and the native API tell of one payment")
  func vendor() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.signUp("ben")
      let backend = LinkrunnerBackend(app: app)
      let captured = try await backend.call(
        "POST", "capture-payment",
        [
          "user_id": "ben", "payment_id": "order-1", "amount": .number("19.90"),
          "currency": "EUR", "type": "ONE_TIME",
        ])
      #expect(captured.status == 201, "\(captured.text)")
      #expect(try await Self.pay(app).string("status") == "duplicate")
      #expect(try await Self.revenue(app) == [1_990, 1_990, 0, 1])
      #expect(try await Self.refund(app, ["id": "r-1", "amount": "10"]).status == 201)
      #expect(try await Self.revenue(app) == [990, 990, 0, 2])
      // Removed by the vendor's API, its refund goes with it.
      let removed = try await backend.call("POST", "remove-payment", ["payment_id": "order-1"])
      #expect(removed.status == 200, "\(removed.text)")
      #expect(try await Self.revenue(app) == [0, 0, 0, 0])
    }
  }

  enum Step: Sendable { case claim, payment, part, rest }

  @Test(
    "Payment and refunds come to the same in whatever order, and however often",
    arguments: [
      [.payment, .part, .rest], [.part, .payment, .rest], [.part, .rest, .payment],
      [.claim, .part, .payment, .rest], [.part, .claim, .rest, .payment],
      [.payment, .payment, .part, .part, .rest, .payment, .rest],
    ] as [[Step]])
  func order(_ steps: [Step]) async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["event": "payment"], to: "referrer")])
      let ana = try await app.signUp("ana")
      _ = try await app.signUp("ben", referrer: ana.code)
      for step in steps {
        switch step {
        case .claim: try await Self.pay(app, ["amount": "30"], as: .publishable)
        case .payment: try await Self.pay(app)
        case .part:
          let part = try await Self.refund(
            app, ["id": "r-1", "amount": "5.00", "currency": "EUR"])
          #expect([200, 201].contains(part.status), "\(part.text)")
        case .rest:
          let rest = try await Self.refund(
            app, ["id": "r-2", "amount": "10", "currency": "EUR"])
          #expect([200, 201].contains(rest.status), "\(rest.text)")
        }
      }
      #expect(try await Self.revenue(app) == [490, 490, 0, 3])
      #expect(try await ana.balance == 0)
      #expect(try await Self.pay(app).string("refunded") == "15.00")
    }
  }

  @Test("A refund takes back what each kind has paid under which a vendor's client told a payment")
  func severalKinds() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(
        rules: [rule(["event": "payment"], to: "referrer", ["per": "event"])])
      let ana = try await app.signUp("ana")
      _ = try await app.signUp("ben", referrer: ana.code)
      let backend = LinkrunnerBackend(app: app)
      for kind in ["FIRST_PAYMENT", "ONE_TIME"] {
        let captured = try await backend.call(
          "POST", "capture-payment",
          [
            "user_id": "ben", "payment_id": "order-1", "amount": .number("19.90"),
            "currency": "EUR", "type": .string(kind),
          ])
        #expect(captured.status == 201, "\(captured.text)")
      }
      #expect(try await ana.balance == 100)
      #expect(try await Self.refund(app, ["id": "r-1"]).status == 201)
      #expect(try await ana.balance == 0)
    }
  }

  @Test("A payment whose refund came first pays nothing, not even for a moment")
  func neverPaid() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [rule(["event": "payment"], to: "referrer")])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      _ = try await Self.refund(app, ["id": "r-1", "amount": "1", "currency": "EUR"])
      try await Self.pay(app)
      #expect(try await app.transfers().isEmpty)
      #expect(try await campaign.refusals(of: ben) == ["refunded"])
    }
  }

  @Test("A refund larger than what is left is refused; one that came first is bounded")
  func tooLarge() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await Self.refund(app, ["id": "r-0", "amount": "15", "currency": "EUR"])
      try await Self.pay(app)
      for (body, field, detail) in [
        (["id": "r-1", "amount": "4.91"], "amount", "4.90 EUR"),
        (["id": "r-1", "amount": "1", "currency": "USD"], "currency", "EUR"),
        (["id": "r-1", "amount": "0"], "amount", "above zero"),
        (["id": "r-1", "amount": "4,90"], "amount", "decimal"), (["amount": "1"], "id", "missing"),
      ] as [(JSON, String, String)] {
        let answer = try await Self.refund(app, body)
        #expect(answer.status == 422 && answer.string("field") == field, "\(answer.text)")
        #expect(answer.string("detail")?.contains(detail) == true, "\(answer.text)")
      }
      let rest = try await Self.refund(app, ["id": "r-1"])
      #expect(rest.string("amount") == "4.90" && rest.string("counted") == "4.90")
      #expect(try await Self.refund(app, ["id": "r-1", "amount": "1"]).string("amount") == "4.90")
      #expect(try await Self.refund(app, ["id": "r-2"]).status == 422)
      #expect(try await Self.revenue(app).first == 0)
    }
  }

  @Test(
    "What came before its payment: without amount refused, too large or of another money bounded")
  func early() async throws {
    try await TestServer.run { server in
      let app = server.app
      #expect(try await Self.refund(app, ["id": "r-1"]).string("field") == "amount")
      let noMoney = try await Self.refund(app, ["id": "r-1", "amount": "5"])
      #expect(noMoney.string("field") == "currency")
      for (id, amount, currency) in [("r-1", "99", "USD"), ("r-2", "99", "EUR")] {
        let answer = try await Self.refund(
          app, ["id": .string(id), "amount": .string(amount), "currency": .string(currency)])
        #expect(answer.status == 201 && answer.string("counted") == "0.00", "\(answer.text)")
      }
      #expect(try await Self.revenue(app) == [0, 0, 0, 0])
      try await Self.pay(app)
      #expect(try await Self.revenue(app).first == 0)
      let known = try await Self.refund(app, ["id": "r-2"])
      #expect(known.string("status") == "duplicate" && known.string("counted") == "19.90")
    }
  }

  @Test("The store's word takes the place of what was told, and of its refunds")
  func store() async throws {
    try await AppStore.run { _, store in
      let app = store.app
      _ = try await app.signUp("ben")
      try await Self.pay(app)
      _ = try await Self.refund(app, ["id": "r-1", "amount": "5"])
      let bought = AppStore.transaction("order-1", ["type": "Consumable"])
      #expect(try await store.send("ONE_TIME_CHARGE", bought).status == 200)
      #expect(try await store.revenue() == [999, 999, 0, 0])
      let late = try await Self.refund(app, ["id": "r-2", "amount": "1"])
      #expect(late.status == 422, "\(late.text)")
      #expect(try await Self.pay(app).string("source") == "app_store")
      #expect(try await store.revenue() == [999, 999, 0, 0])
    }
  }

  @Test("Amounts are exact in their currency, and what is no payment is refused")
  func amounts() async throws {
    try await TestServer.run { server in
      let app = server.app
      for (id, amount, currency, told) in [
        ("1", "1234567.89", "EUR", "1234567.89"), ("2", "300", "JPY", "300"),
        ("3", "1.9995", "KWD", "2.000"), ("4", .number("0.1"), "EUR", "0.10"),
      ] as [(JSON, JSON, JSON, String)] {
        let answer = try await Self.pay(app, ["id": id, "amount": amount, "currency": currency])
        #expect(answer.string("amount") == told, "\(answer.text)")
        #expect((answer.string("reason") != nil) == (told == "2.000"), "\(answer.text)")
      }
      for (more, field) in [
        (["amount": "-1"], "amount"), (["amount": "1e99"], "amount"), (["amount": true], "amount"),
        (["amount": .null], "amount"), (["currency": "EURO"], "currency"),
        (["currency": .null], "currency"), (["type": "SUBSCRIPTION_REFUNDED"], "type"),
        (["person": "per_01m7xy0021f4xsry40tzfa1b7c"], "user_id"),
        (["user_id": .null, "person": "per_01m7xy0021f4xsry40tzfa1b7c"], "person"),
        (["at": "2026-01-01T09:00:00Z"], "at"),
      ] as [(JSON, String)] {
        let answer = try await app.post("/v1/payments", Self.with(more))
        #expect(answer.status == 422, "\(answer.text)")
        #expect((answer.string("field") ?? "") == field, "\(answer.text)")
      }
    }
  }
}

/// Whose revenue it is.
@Suite struct RevenueTests {
  private static func pay(_ app: TestApp, _ id: String, _ who: JSON) async throws {
    let body: JSON = ["id": .string(id), "amount": "10", "currency": "EUR"]
    let answer = try await app.post(
      "/v1/payments", .object((body.members ?? []) + (who.members ?? [])))
    #expect(answer.status == 201, "\(answer.text)")
  }

  private static func revenue(_ app: TestApp, by key: String) async throws -> [String: Int64] {
    let rows = try await app.get("/v1/revenue?by=" + key).list("revenue")
    return Dictionary(
      rows.map { ($0[key]?.string ?? "", $0["amount"]?.integer ?? -1) },
      uniquingKeysWith: { $0 + $1 })
  }

  @Test("Who came by a code and never installed anything counts for campaign, referrer and link")
  func withoutInstall() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      // By e-mail alone, paid by Beckon's id; and one whose payment is told before the sign-up.
      let cem = try await TestPerson(
        app, "cem",
        app.post("/v1/people", ["email": "cem@example.com", "referrer": .string(ana.code ?? "")]))
      try await Self.pay(app, "1", ["user_id": "ben"])
      try await Self.pay(app, "2", ["person": .string(cem.id)])
      try await Self.pay(app, "3", ["user_id": "dan"])
      try await Self.pay(app, "4", [:])
      #expect(try await Self.revenue(app, by: "referrer") == [ana.id: 2_000, "": 2_000])
      let dan = try await app.signUp("dan", referrer: ana.code)
      #expect(dan.referredBy == ana.id && ben.referredBy == ana.id)
      #expect(try await Self.revenue(app, by: "referrer") == [ana.id: 3_000, "": 1_000])
      #expect(try await Self.revenue(app, by: "campaign") == [campaign.id: 3_000, "": 1_000])
      let links = try await Self.revenue(app, by: "link")
      let link = try await app.get("/v1/links").list("links")
        .first { $0["code"]?.string == ana.code }?["id"]?.string
      #expect(links == [try #require(link): 3_000, "": 1_000])
      #expect(try await Self.revenue(app, by: "day") == ["2026-06-01": 4_000])
      #expect(try await cem.export().list("payments").count == 1)
      #expect(try await dan.export().list("payments").count == 1)
    }
  }

  @Test("Payments go with people who are merged, and with who signs up on the install")
  func merged() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let web = try await app.signUp("ben-on-the-web")
      try await Self.pay(app, "1", ["user_id": "ben-on-the-web"])
      #expect(try await Self.revenue(app, by: "referrer") == ["": 1_000])
      #expect(try await web.merge(into: ben).status == 200)
      #expect(try await Self.revenue(app, by: "referrer") == [ana.id: 1_000])
      // What was paid on a phone before anybody signed up on it.
      let phone = try await app.phone(at: "203.0.113.7").install()
      try await Self.pay(app, "2", ["install_id": .string(phone.installID)])
      #expect(try await Self.revenue(app, by: "referrer") == [ana.id: 1_000, "": 1_000])
      _ = try await phone.signUp("cem", ["referrer": .string(ana.code ?? "")])
      #expect(try await Self.revenue(app, by: "referrer") == [ana.id: 2_000])
    }
  }
}
