import BeckonModel

extension StoreTransaction {
  /// Reads a transaction of the App Store's, once its signature was verified, and checks that it is
  /// of the app and the environment that the notification around it tells of: each signed text
  /// stands for itself, and could have been taken from elsewhere.
  /// https://developer.apple.com/documentation/appstoreservernotifications/jwstransactiondecodedpayload
  /// - Throws: `FieldError` when it is no transaction, or another's.
  public init(
    appStore fields: Fields, in purchase: AppStoreNotification.Purchase
  ) throws(FieldError) {
    func word(_ name: String) throws(FieldError) -> String? {
      try fields.string(name, max: Self.idBytes)
    }
    id = try fields.require("transactionId", word("transactionId"))
    original = try word("originalTransactionId") ?? id
    guard try fields.string("bundleId", max: 255) == purchase.bundleID else {
      throw fields.error("bundleId", "is not that of the notification")
    }
    guard try word("environment") == purchase.environment else {
      throw fields.error("environment", "is not that of the notification")
    }
    source = purchase.source
    product = try fields.string("productId", max: 255)
    // Whatever stands here was made by the app; what is no UUID says nothing.
    account = fields.value("appAccountToken")?.string.flatMap(Identifier.init(uuid:))
    kind = Self.kind(type: try word("type"), reason: try word("transactionReason"))
    price = try Self.price(fields)
    purchasedAt = try fields.require("purchaseDate", fields.milliseconds("purchaseDate"))
    revokedAt = try fields.milliseconds("revocationDate")
    revokedMillipercent = try fields.integer("revocationPercentage", in: 0...100_000)
    revoked = nil
    isShared = try word("inAppOwnershipType") == "FAMILY_SHARED"
  }

  private static func kind(type: String?, reason: String?) -> String {
    guard type == "Auto-Renewable Subscription" else { return PaymentKind.oneTime }
    return reason == "RENEWAL" ? PaymentKind.subscriptionRenewed : PaymentKind.subscriptionCreated
  }

  /// The price comes in thousandths of the currency's unit, whatever its smallest is.
  private static func price(_ fields: Fields) throws(FieldError) -> Money? {
    // A thousand times the largest amount: the smallest unit may be the whole one.
    let range = 0...(Limits.amount.upperBound * 1_000)
    guard let thousandths = try fields.integer("price", in: range) else { return nil }
    let code = try fields.require("currency", fields.string("currency", max: Self.idBytes))
    guard let currency = Currency(code) else {
      throw fields.error("currency", "must be three letters (ISO 4217)")
    }
    guard let money = Money(decimal: "\(thousandths)e-3", currency),
      money.amount <= Limits.amount.upperBound
    else { throw fields.error("price", "is too large") }
    return money
  }
}
