import BeckonModel

/// How much of what was given back a payment bears.
public enum RefundAllotment {
  /// What each refund takes away from the revenue, in the order in which they were told. Together
  /// no more than was paid: one that came before its payment could not be refused. Nothing as long
  /// as the payment is not known, and nothing of another currency.
  /// - Parameter payment: `nil` while nobody has told of it, or where its store tells its refunds.
  public static func shares(of refunds: [Money], in payment: Money?) -> [Int64] {
    guard let payment else { return refunds.map { _ in 0 } }
    var left = max(payment.amount, 0)
    return refunds.map { refund in
      guard refund.currency == payment.currency else { return 0 }
      let share = min(max(refund.amount, 0), left)
      left -= share
      return share
    }
  }
}
