import BeckonEngine
import BeckonModel
import Testing

/// How much of what was given back a payment bears.
@Suite struct RefundAllotmentTests {
  @Test(
    "Refunds take away no more than was paid, nothing of another currency, and nothing of nothing",
    arguments: [
      ([], "EUR 10", []), (["EUR 10"], "EUR 10", [10]), (["EUR 4", "EUR 6"], "EUR 10", [4, 6]),
      (["EUR 4", "EUR 7", "EUR 1"], "EUR 10", [4, 6, 0]), (["EUR 99"], "EUR 10", [10]),
      (["USD 4", "EUR 4"], "EUR 10", [0, 4]), (["EUR 4"], nil, [0]), (["EUR 4"], "EUR 0", [0]),
    ] as [([String], String?, [Int64])])
  func shares(refunds: [String], payment: String?, shares: [Int64]) {
    func money(_ text: String) -> Money {
      let parts = text.split(separator: " ").map(String.init)
      return Money(amount: Int64(parts[1]) ?? -1, currency: Currency(parts[0]) ?? .none)
    }
    #expect(
      RefundAllotment.shares(of: refunds.map(money), in: payment.map(money)) == shares)
  }
}
