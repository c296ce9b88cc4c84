import BeckonModel
import Testing

/// What anyone with a publishable key says of a payment is in the way of nothing that the app's
/// server says of it later.
@Suite struct PaymentClaimTests {
  private static func payment(_ id: String, _ more: JSON) -> JSON {
    .object([JSON.Member("id", .string(id))] + (more.members ?? []))
  }

  @Test("A claim's type does not become the server's, which says none")
  func type() async throws {
    try await TestServer.run { server in
      let app = server.app
      let subscribed: JSON = ["event": "payment", "filter": ["type": "SUBSCRIPTION_CREATED"]]
      _ = try await app.campaign(rules: [rule(subscribed, ["trust": "server"])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let claim: JSON = [
        "type": "SUBSCRIPTION_CREATED", "amount": "0", "currency": "EUR", "user_id": "ben",
      ]
      _ = try await app.post("/v1/payments", Self.payment("1", claim), as: .publishable)
      let sure: JSON = ["amount": "50", "currency": "EUR", "user_id": "ben"]
      let told = try await app.post("/v1/payments", Self.payment("1", sure))
      #expect(told.string("type") == "DEFAULT", "\(told.text)")
      #expect(try await ben.balance == 0)
    }
  }

  @Test(
    "A claim under another currency, or of less, refuses no refund of the server's",
    arguments: [["amount": "0.01", "currency": "JPY"], ["amount": "0.01", "currency": "EUR"]]
      as [JSON])
  func refund(claim: JSON) async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.post("/v1/payments", Self.payment("1", claim), as: .publishable)
      let refund: JSON = ["id": "r-1", "amount": "50", "currency": "EUR"]
      let early = try await app.post("/v1/payments/1/refunds", refund)
      #expect(early.status == 201, "\(early.text)")
      let sure: JSON = ["amount": "50", "currency": "EUR"]
      #expect(try await app.post("/v1/payments", Self.payment("1", sure)).status == 201)
      let rows = try await app.get("/v1/revenue").list("revenue")
      #expect(rows.allSatisfy { $0["amount"] == 0 }, "\(rows)")
    }
  }

  @Test("When it was paid is the server's word, and the day that a client claimed has no revenue")
  func day() async throws {
    try await TestServer.run { server in
      let app = server.app
      let order: JSON = ["id": "order-1", "amount": "19.90", "currency": "EUR"]
      let early: JSON = ["at": server.time(days: -20), "user_id": "eve"]
      let claimed = try await app.post("/v1/payments", order.and(early), as: .publishable)
      #expect(claimed.status == 201, "\(claimed.text)")
      try await server.wait(minutes: 1)
      #expect(try await app.post("/v1/payments", order).string("trust") == "server")
      try await server.wait(minutes: 1)
      let rows = try await app.get("/v1/revenue?by=day").list("revenue")
      let today = String((server.time().string ?? "").prefix(10))
      #expect(rows.map { $0["day"]?.string } == [today], "\(rows)")
      #expect(rows.first?["trusted_amount"] == 1_990)
    }
  }

  @Test("A guessed payment id does not make another's payment one's own")
  func guessed() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.signUp("thief")
      let victim = try await app.post("/v1/people", ["email": "ana@example.com"])
      let claim: JSON = ["amount": "0", "currency": "EUR", "user_id": "thief"]
      _ = try await app.post("/v1/payments", Self.payment("1001", claim), as: .publishable)
      let sure = JSON.object([
        "id": "1001", "amount": "80", "currency": "EUR", "person": victim.value("person"),
      ])
      #expect(try await app.post("/v1/payments", sure).status == 201)
      #expect(
        try await server.number("SELECT COUNT(*) FROM payments WHERE payer IS NOT NULL") == 0)
      #expect(
        try await server.number("SELECT COUNT(*) FROM payments WHERE person IS NOT NULL") == 1)
    }
  }

  @Test("A client that repeats a payment whose type the server has told otherwise is a duplicate")
  func repeated() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      _ = try await phone.send("init")
      let claim: JSON = ["amount": 5, "payment_id": "p1", "type": "DEFAULT"]
      #expect(try await phone.send("capture-payment", claim).status == 201)
      let sure: JSON = ["amount": "5", "currency": "EUR", "type": "ONE_TIME"]
      #expect(try await server.app.post("/v1/payments", Self.payment("p1", sure)).status == 201)
      let again = try await phone.send("capture-payment", claim)
      #expect(again.status < 300, "\(again.text)")
      #expect(try await server.number("SELECT COUNT(*) FROM payments") == 1)
    }
  }
}
