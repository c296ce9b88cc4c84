import BeckonModel
import Testing

@testable import BeckonEngine

/// What an order costs, and which words are one purchase.
@Suite struct PurchaseTests {
  private static let euro = Currency("EUR")

  private static func line(
    _ product: String, _ quantity: String = "1", _ price: String? = nil
  ) throws -> BasketLine {
    try BasketLine(
      product: product, quantity: try #require(Quantity(decimal: quantity)),
      price: price.flatMap(ToldAmount.init))
  }

  @Test(
    "A purchase costs what was told, else the sum of its lines, to the cent",
    arguments: [
      ("0.10", "3", 30 as Int64?), ("19.90", "2", 3_980), ("0.35", "0.5", 18), ("0.25", "0.5", 12),
      ("9999999999", "1000000", nil),
    ])
  func sum(price: String, quantity: String, cents: Int64?) throws {
    let checkout = try Checkout(.purchase, lines: [Self.line("a", quantity, price)])
    #expect(checkout.money(.unknown, appCurrency: Self.euro)?.amount == cents)
    let told = try Checkout(
      .purchase, lines: [Self.line("a", quantity, price)], total: ToldAmount("7"))
    #expect(told.money(.unknown, appCurrency: Self.euro)?.amount == 700)
  }

  @Test("What a client leaves out comes from the catalogue, and the currency of the app is last")
  func defaults() throws {
    let lira = try #require(Currency("TRY"))
    let prices = ShopPrices { $0 == "a" ? Money(amount: 250, currency: lira) : nil }
    let known = try Checkout(.purchase, lines: [Self.line("a", "2")])
    #expect(known.money(prices, appCurrency: Self.euro) == Money(amount: 500, currency: lira))
    let unknown = try Checkout(.purchase, lines: [Self.line("a"), Self.line("b")])
    #expect(unknown.money(prices, appCurrency: Self.euro) == nil)
    #expect(known.money(.unknown, appCurrency: nil) == nil)
  }

  @Test("Two purchases are the same whatever the order of their lines, and not by half")
  func sameness() throws {
    let money = Money(amount: 1, currency: .none)
    let one = try Checkout(.purchase, lines: [Self.line("a", "2"), Self.line("b")])
    let turned = try Checkout(.purchase, lines: [Self.line("b", "1.0"), Self.line("a", "2")])
    let more = try Checkout(.purchase, lines: [Self.line("a", "3"), Self.line("b")])
    #expect(one.sameness(money) == turned.sameness(money))
    #expect(one.sameness(money) != more.sameness(money))
    #expect(one.sameness(money) != one.sameness(nil))
  }

  @Test(
    "Without an order's id a client's word is noted, and the server's is a payment",
    arguments: [
      (Trust.client, true, nil as Trust?, PurchaseRuling.isPayment),
      (.client, true, .client, .isRepeated), (.client, true, .server, .isRepeated),
      (.server, true, .client, .confirms), (.server, true, nil, .isPayment),
      (.client, false, nil, .isNoted), (.client, false, .client, .isRepeated),
      (.server, false, nil, .isPayment), (.server, false, .client, .confirms),
      (.server, false, .server, .isRepeated),
    ])
  func ruling(trust: Trust, hasOrder: Bool, earlier: Trust?, expected: PurchaseRuling) {
    #expect(
      PurchaseRuling.decide(by: trust, hasOrder: hasOrder, earlier: earlier) == expected)
  }

  @Test("Thirty minutes apart they are one, and a millisecond more they are two")
  func time() {
    let (start, half) = (Instant(milliseconds: 0), 30 * Span.minuteMilliseconds)
    #expect(PurchaseRuling.isSame(start, Instant(milliseconds: half)))
    #expect(PurchaseRuling.isSame(Instant(milliseconds: half), start))
    #expect(!PurchaseRuling.isSame(start, Instant(milliseconds: half + 1)))
  }
}
