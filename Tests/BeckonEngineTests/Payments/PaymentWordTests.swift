import BeckonEngine
import BeckonModel
import Testing

/// Whose word on a payment counts: the store's before the app's server's, that before a client's.
@Suite struct PaymentWordTests {
  private static func told(
    _ id: UInt64 = 1, kind: String = "DEFAULT", by trust: Trust = .client, install: UInt64? = 1,
    payer: UInt64? = nil, isRemoved: Bool = false
  ) -> ToldPayment {
    ToldPayment(
      id: .numbered(id), kind: kind, trust: trust, install: install.map { .numbered($0) },
      payer: payer.map { Identifier(high: $0, low: 0) }, isRemoved: isRemoved)
  }

  @Test(
    "The first report stands, but a client's gives way to the server's",
    arguments: [
      (Trust.client, nil, .isFirst), (.server, nil, .isFirst),
      (.client, .client, .changesNothing), (.client, .server, .changesNothing),
      (.server, .client, .takesPlace), (.server, .server, .changesNothing),
    ] as [(Trust, Trust?, PaymentRuling)])
  func report(trust: Trust, earlier: Trust?, ruling: PaymentRuling) {
    #expect(PaymentRuling.decide(by: trust, after: earlier) == ruling)
  }

  @Test(
    "A client removes only what a client told, the server also what a client has removed",
    arguments: [
      (Trust.client, Trust.client, false, true), (.client, .client, true, false),
      (.client, .server, false, false), (.server, .client, false, true),
      (.server, .client, true, true), (.server, .server, false, true),
      (.server, .server, true, false),
    ] as [(Trust, Trust, Bool, Bool)])
  func removed(by trust: Trust, told: Trust, isRemoved: Bool, goes: Bool) {
    let payment = Self.told(by: told, isRemoved: isRemoved)
    #expect(payment.isRemoved(by: trust, payer: nil, install: nil) == goes)
  }

  @Test("Only the payments of the payer and of the install that are meant are removed")
  func chosen() {
    let payment = Self.told(by: .client, install: 1, payer: 5)
    let (ben, ana) = (Identifier(high: 5, low: 0), Identifier(high: 6, low: 0))
    #expect(payment.isRemoved(by: .client, payer: ben, install: .numbered(1)))
    #expect(!payment.isRemoved(by: .client, payer: ana, install: .numbered(1)))
    #expect(!payment.isRemoved(by: .server, payer: ben, install: .numbered(2)))
  }

  @Test(
    "The store takes over the first word that is no refund; all others count no more",
    arguments: [
      ([], nil, [], false, false), ([told(1)], 1, [], false, false),
      ([told(1, by: .server)], 1, [], true, false),
      ([told(1), told(2, by: .server)], 1, [2], false, false),
      // What the server has removed stays so; a client's word on that gives way.
      ([told(1, by: .server, isRemoved: true)], 1, [], true, true),
      ([told(1, isRemoved: true)], 1, [], false, false),
      ([told(1, kind: PaymentKind.refund(of: "DEFAULT"))], nil, [1], false, false),
      ([told(1), told(2, isRemoved: true)], 1, [], false, false),
    ] as [([ToldPayment], UInt64?, [UInt64], Bool, Bool)])
  func store(
    words: [ToldPayment], taken: UInt64?, removed: [UInt64], isTold: Bool, staysRemoved: Bool
  ) {
    let ruling = StoreRuling(over: words)
    #expect(ruling.taken?.id == taken.map { .numbered($0) })
    #expect(ruling.removed.map(\.id) == removed.map { .numbered($0) })
    #expect(ruling.isTold == isTold && ruling.staysRemoved == staysRemoved)
  }

  @Test(
    "Of two words of a store's on a refund the later by its own clock counts",
    arguments: [
      (500, 2.0, nil, .refunds(500)), (500, 2, 1, .refunds(500)), (500, 1, 2, .isLate),
      (500, 1, 1, .isLate), (0, 2, 1, .isReversed), (0, 1, nil, .isReversed),
    ] as [(Int64, Double, Double?, RefundRuling)])
  func refund(amount: Int64, at: Double, last: Double?, ruling: RefundRuling) {
    #expect(
      RefundRuling.decide(amount, at: .hour(at), after: last.map { .hour($0) }) == ruling)
  }
}
