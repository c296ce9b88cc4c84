import BeckonContract
import BeckonModel
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

/// What `trackPayment` promises when it returns.
@Suite(.timeLimit(.minutes(2))) struct PaymentTests {
  let app = TestApp()

  /// The payments that the server has got, oldest first.
  private var payments: [JSON] {
    app.server.requests.filter { $0.url.hasSuffix(PaymentRoute.record.route.path) }
      .compactMap { try? JSONReader.read($0.body) }
  }

  @Test func aPaymentMadeOfflineArrivesLaterInItsPlaceAsItsPersonsWithOneKey() async throws {
    let first = try app.launch()
    let ana = try await first.identify(userID: "ana")
    app.server.decide { _ in .notSent }
    first.track("before")
    #expect(
      first.trackPayment("19.90", currency: "EUR", id: "order-1", type: "ONE_TIME") == "order-1")
    first.track("after")
    await first.close()
    app.server.decide { _ in .usual }

    let second = try app.launch()
    app.server.play(.usual, .lost)
    _ = await second.flush()
    _ = await second.flush()
    #expect(app.arrived == ["before", "after"])
    let sent = app.server.requests.filter { $0.url.hasSuffix("/v1/payments") }
    #expect(Set(sent.map { $0.headers["Idempotency-Key"] }).count == 1)
    let payment = try #require(payments.last)
    #expect(payment["id"] == "order-1" && payment["amount"] == "19.90")
    #expect(payment["person"] == .string(ana.id) && payment["install_id"] != nil)
    #expect(payment["type"] == "ONE_TIME" && payment["at"] != nil)
  }

  @Test func aNumberIsSentAsItIsAndEachPaymentHasAnIDOfItsOwn() async throws {
    let client = try app.launch()
    let amount = try #require(Decimal(string: "1234567.891"))
    let ids = [
      client.trackPayment(amount, currency: "TND"), client.trackPayment(5, currency: "EUR"),
    ]
    _ = await client.flush()
    #expect(payments.map { $0["amount"] } == ["1234567.891", "5"])
    #expect(payments.map { $0["id"]?.string } == ids && Set(ids).count == 2)
  }

  @Test(arguments: [("19,90", "EUR"), ("", "EUR"), ("1", "EURO"), ("one", "EUR")])
  func whatIsNoMoneyIsToldAndNotStored(amount: String, currency: String) async throws {
    let client = try app.launch()
    client.trackPayment(amount, currency: currency, id: "order-1")
    let problem = await client.firstProblem()
    guard case .eventNotStored(id: "order-1", name: "payment", .invalidInput) = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(try client.queueStatistics().events == 0)
  }
}
