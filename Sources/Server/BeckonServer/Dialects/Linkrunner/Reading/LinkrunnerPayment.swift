import BeckonContractLinkrunner
import BeckonModel
import BeckonStore

/// A payment's fields, the same from an app and from its server.
enum LinkrunnerPayment {
  static func report(
    _ fields: Fields, reference: String, installID: String?, at: Instant? = nil,
    _ settings: AppSettings
  ) throws -> CapturedPayments.Report {
    let kind = try kind(fields)
    let more = try fields.linkrunnerEventData() ?? .object([])
    // The vendor's guides have it in the one place and in the other.
    let currency =
      try fields.string("currency", max: Limits.wordBytes)
      ?? Fields(more, at: "event_data").withoutEmptyTexts.value("currency")?.string
      ?? settings.currency
    let money = try money(fields, currency.flatMap(Currency.init) ?? .none)
    let state = try fields.choice("status", Linkrunner.PaymentStatus.self)?.state ?? .completed
    return CapturedPayments.Report(
      reference: reference, kind: kind, state: state, money: money,
      payer: try fields.string("user_id", max: Limits.identityBytes), installID: installID, at: at,
      properties: CapturedPayments.Report.properties(money, kind: kind, state: state, and: more))
  }

  /// What the payment was for, in Beckon's words.
  static func kind(_ fields: Fields) throws(FieldError) -> String {
    guard let word = try fields.string("type", max: Limits.wordBytes) else {
      return PaymentKind.ordinary
    }
    return Linkrunner.PaymentType(word: word)?.kind ?? word
  }

  private static func money(_ fields: Fields, _ currency: Currency) throws -> Money {
    guard case .number(let text) = try fields.require("amount", fields.value("amount")),
      let money = Money(decimal: text, currency), (0...Limits.amount.upperBound) ~= money.amount
    else { throw fields.error("amount", "must be a number such as 9.99, not below zero") }
    return money
  }
}

extension Linkrunner.PaymentType {
  /// Beckon's word for it. What Beckon treats as any other payment keeps the vendor's.
  fileprivate var kind: String {
    switch self {
    case .fundsWithdrawal: PaymentKind.fundsWithdrawal
    case .subscriptionCreated: PaymentKind.subscriptionCreated
    case .subscriptionRenewed: PaymentKind.subscriptionRenewed
    case .subscriptionCancelled: PaymentKind.subscriptionCancelled
    case .subscriptionRefunded: PaymentKind.subscriptionRefunded
    case .subscriptionBillingIssue: PaymentKind.subscriptionBillingIssue
    case .oneTime: PaymentKind.oneTime
    case .default: PaymentKind.ordinary
    case .firstPayment, .secondPayment, .walletTopup, .recurring: rawValue
    }
  }
}

extension Linkrunner.PaymentStatus {
  fileprivate var state: PaymentState {
    switch self {
    case .initiated: .initiated
    case .completed: .completed
    case .failed: .failed
    case .cancelled: .cancelled
    }
  }
}
