/// What a payment was for. A vendor's dialect translates its own words to these. Any other word is
/// kept as it is and counts as revenue.
public enum PaymentKind {
  /// What counts when a client names none.
  public static let ordinary = "DEFAULT"

  /// The first payment of a subscription.
  public static let subscriptionCreated = "SUBSCRIPTION_CREATED"
  /// A later one.
  public static let subscriptionRenewed = "SUBSCRIPTION_RENEWED"
  /// What is no subscription.
  public static let oneTime = "ONE_TIME"
  /// Money given back for a subscription.
  public static let subscriptionRefunded = "SUBSCRIPTION_REFUNDED"
  /// Money given back for anything else.
  public static let oneTimeRefunded = "ONE_TIME_REFUNDED"
  /// Money that a person takes out.
  public static let fundsWithdrawal = "FUNDS_WITHDRAWAL"
  /// The end of a subscription.
  public static let subscriptionCancelled = "SUBSCRIPTION_CANCELLED"
  /// A subscription that could not be charged.
  public static let subscriptionBillingIssue = "SUBSCRIPTION_BILLING_ISSUE"

  private static let refunds: Set = [subscriptionRefunded, oneTimeRefunded]
  private static let notices: Set = [
    fundsWithdrawal, subscriptionCancelled, subscriptionBillingIssue,
  ]

  /// Whether it is a payment at all, and neither a refund nor what moves no money to the app.
  public static func isPayment(_ kind: String) -> Bool {
    !refunds.contains(kind) && !notices.contains(kind)
  }

  /// Whether money is given back.
  public static func isRefund(_ kind: String) -> Bool { refunds.contains(kind) }

  /// The kind of the refund of a payment of this kind.
  public static func refund(of kind: String) -> String {
    kind.hasPrefix("SUBSCRIPTION_") ? subscriptionRefunded : oneTimeRefunded
  }

  /// What a payment of this kind adds to the revenue: its amount, the amount taken away for a
  /// refund, nothing for what moves no money to the app.
  public static func revenue(of amount: Int64, kind: String, state: PaymentState) -> Int64 {
    guard state == .completed, !notices.contains(kind) else { return 0 }
    return isRefund(kind) ? -amount : amount
  }
}

extension PaymentKind {
  /// Name of the fact that a payment is: `payment` only where money has come in, because reward
  /// rules, conversion values and webhooks wait for that; `payment_refunded` where it was given
  /// back; `payment_initiated`, `payment_failed`, `payment_cancelled` where it has not come; and
  /// `payment_notice` for what moves no money to the app.
  public static func fact(kind: String, state: PaymentState) -> String {
    switch state {
    case .initiated: return "payment_initiated"
    case .failed: return "payment_failed"
    case .cancelled: return "payment_cancelled"
    case .completed: break
    }
    if isRefund(kind) { return "payment_refunded" }
    return notices.contains(kind) ? "payment_notice" : payment
  }

  /// Name of the fact that money has come in.
  public static let payment = "payment"
}

/// How far a payment came.
public enum PaymentState: String, CaseIterable, Sendable {
  /// Begun.
  case initiated = "PAYMENT_INITIATED"
  /// Paid: only then it is revenue.
  case completed = "PAYMENT_COMPLETED"
  /// Refused.
  case failed = "PAYMENT_FAILED"
  /// Given up.
  case cancelled = "PAYMENT_CANCELLED"
}
