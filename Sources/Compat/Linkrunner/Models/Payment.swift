/// What a payment was for.
public enum PaymentType: String, Hashable, Sendable, CaseIterable {
  /// The person's first payment.
  case firstPayment = "FIRST_PAYMENT"
  /// The person's second payment.
  case secondPayment = "SECOND_PAYMENT"
  /// Money put into a wallet.
  case walletTopup = "WALLET_TOPUP"
  /// Money taken out.
  case fundsWithdrawal = "FUNDS_WITHDRAWAL"
  /// A subscription began.
  case subscriptionCreated = "SUBSCRIPTION_CREATED"
  /// A subscription was renewed.
  case subscriptionRenewed = "SUBSCRIPTION_RENEWED"
  /// A subscription was cancelled. In the REST document only.
  case subscriptionCancelled = "SUBSCRIPTION_CANCELLED"
  /// A subscription was paid back. In the REST document only.
  case subscriptionRefunded = "SUBSCRIPTION_REFUNDED"
  /// A subscription could not be charged. In the REST document only.
  case subscriptionBillingIssue = "SUBSCRIPTION_BILLING_ISSUE"
  /// A single payment.
  case oneTime = "ONE_TIME"
  /// One of a row of payments.
  case recurring = "RECURRING"
  /// Anything else.
  case `default` = "DEFAULT"
}

/// How far a payment has come.
public enum PaymentStatus: String, Hashable, Sendable, CaseIterable {
  /// Begun.
  case initiated = "PAYMENT_INITIATED"
  /// Done.
  case completed = "PAYMENT_COMPLETED"
  /// Not possible.
  case failed = "PAYMENT_FAILED"
  /// Given up by the person.
  case cancelled = "PAYMENT_CANCELLED"
}
