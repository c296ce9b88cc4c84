import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// What is stored of visitors of vendors' clients can be had and erased.
@Suite struct VisitorCallTests {
  /// A visitor of a vendor's client who has looked at a product and bought it.
  static func visit(_ server: TestServer, _ visitor: String, login: String? = nil) async throws {
    let users: [ShopEvent] = try login.map { [.user(try ShopUser(.login, userID: $0))] } ?? []
    let events: [ShopEvent] =
      users + [
        .productViewed(try ToldProduct(id: "shoes")),
        .checkout(
          try Checkout(
            .purchase, lines: [BasketLine(product: "shoes")], total: ToldAmount("10"),
            currency: Currency("EUR"))),
      ]
    let reports = try events.enumerated().map { place, event in
      try ShopReport(id: "\(visitor)-\(place)", event, of: .vendorID(visitor))
    }
    try await server.database.write { connection in
      let scope = Scope(
        connection: connection, app: try TestServer.context(connection),
        now: server.ambient.now(), ambient: server.ambient)
      let intake = ShopIntake(scope, Proof(key: .publishable, token: nil))
      for report in reports { _ = try intake.record(report) }
    }
  }

  @Test("A visitor can be read and erased by the app's server, and by nobody else")
  func readAndErase() async throws {
    try await TestServer.run { server in
      try await Self.visit(server, "6651177901089677312")
      let path = "/v1/visitors/6651177901089677312"
      let answer = try await server.app.get(path)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.list("facts").count == 2)
      #expect(answer.list("shop_actions").map { $0["kind"] } == ["view", "purchase"])
      #expect(answer.value("shop_purchases.0.is_payment") == false)
      #expect(answer.value("next") == .null)
      for method in ["GET", "DELETE"] {
        #expect(try await server.app.call(method, path, as: .publishable).status == 403)
        let other = try await server.otherApp()
        #expect(try await other.call(method, path).status == 404)
      }
      #expect(try await server.app.call("DELETE", path).status == 204)
      let left = try await server.app.get(path)
      #expect(left.list("facts").isEmpty && left.list("shop_actions").isEmpty)
      #expect(left.list("shop_purchases").isEmpty)
    }
  }

  @Test("A purchase without an order's id is a payment once the server tells one of its id")
  func confirmation() async throws {
    try await TestServer.run { server in
      try await Self.visit(server, "v1")
      let purchase = try await server.app.get("/v1/visitors/v1")
      let id = try #require(purchase.string("shop_purchases.0.payment"))
      let answer = try await server.app.post(
        "/v1/payments", ["id": .string(id), "amount": "10", "currency": "EUR"])
      #expect(answer.status == 201, "\(answer.text)")
      let confirmed = try await server.app.get("/v1/visitors/v1")
      #expect(confirmed.value("shop_purchases.0.is_payment") == true)
    }
  }

  @Test("A person's export has what their visits were, page by page")
  func export() async throws {
    try await TestServer.run { server in
      try await Self.visit(server, "v1", login: "ana")
      let person = try #require(
        try await server.app.get("/v1/people?user_id=ana").string("people.0.person")
      )
      let export = try await server.app.get("/v1/people/\(person)/export")
      #expect(export.list("shop_actions").count == 2, "\(export.text)")
      #expect(export.list("shop_purchases").count == 1)
    }
  }

  @Test("A place in an export that nobody gave is refused")
  func places() async throws {
    try await TestServer.run { server in
      try await Self.visit(server, "v1")
      for after in ["x", "facts.x.1", "facts.1.y", "shop_purchases.1.1"] {
        let answer = try await server.app.get("/v1/visitors/v1?after=\(after)")
        #expect(answer.status == 400 || answer.status == 422, "\(after): \(answer.text)")
      }
    }
  }
}
