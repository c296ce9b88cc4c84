import BeckonModel

/// A notification of the App Store's (App Store Server Notifications, version 2), once its
/// signature was verified.
/// https://developer.apple.com/documentation/appstoreservernotifications/responsebodyv2decodedpayload
public struct AppStoreNotification: Sendable {
  /// Apple's id of it (`notificationUUID`), the same whenever it comes again.
  public let id: String
  /// What happened: `SUBSCRIBED`.
  public let type: String
  /// More about it: `INITIAL_BUY`.
  public let subtype: String?
  /// When Apple signed it.
  public let signedAt: Instant
  /// What it is about; `nil` for what is about no purchase.
  public let purchase: Purchase?

  /// What a notification says about a purchase.
  public struct Purchase: Sendable {
    /// The app's bundle identifier.
    public let bundleID: String
    /// The app's number in the App Store; none in the sandbox.
    public let appStoreID: Int64?
    /// Production, or where nobody pays.
    public let environment: String
    /// The transaction, signed for itself; `nil` when there is none, as in a test.
    public let signedTransaction: String?
    /// The state of the subscription, signed for itself.
    public let signedRenewal: String?
  }

  /// Reads the payload.
  /// - Throws: `FieldError` when it is no notification.
  public init(_ fields: Fields) throws(FieldError) {
    id = try fields.require(
      "notificationUUID", fields.string("notificationUUID", max: Limits.wordBytes))
    type = try fields.require(
      "notificationType", fields.string("notificationType", max: Limits.wordBytes))
    subtype = try fields.string("subtype", max: Limits.wordBytes)
    signedAt = try fields.signedAt()
    purchase = try fields.fields("data").map { data throws(FieldError) in try Purchase(data) }
  }

  /// What it means for the money; `nil` for nothing.
  /// https://developer.apple.com/documentation/appstoreservernotifications/notificationtype
  public var news: StoreNews? {
    switch type {
    // A change of plan brings a transaction of its own only when it takes effect at once; otherwise
    // it tells of the one that is there.
    case "SUBSCRIBED", "DID_RENEW", "ONE_TIME_CHARGE", "OFFER_REDEEMED", "DID_CHANGE_RENEWAL_PREF":
      .purchase
    case "REFUND", "REVOKE": .refund
    case "REFUND_REVERSED": .refundReversed
    default: nil
    }
  }
}

extension AppStoreNotification.Purchase {
  /// Longest signed text inside another, in bytes; Apple's have about 6,000.
  private static let signedBytes = 65_536

  init(_ fields: Fields) throws(FieldError) {
    bundleID = try fields.require("bundleId", fields.string("bundleId", max: 255))
    appStoreID = try fields.integer("appAppleId", in: 0...Int64.max)
    environment = try fields.require(
      "environment", fields.string("environment", max: Limits.wordBytes))
    signedTransaction = try fields.string("signedTransactionInfo", max: Self.signedBytes)
    signedRenewal = try fields.string("signedRenewalInfo", max: Self.signedBytes)
  }

  /// Where it was made.
  public var source: PaymentSource {
    environment == "Production" ? .appStore : .appStoreSandbox
  }
}

extension Fields {
  /// When a payload was signed, in milliseconds since 1970.
  public func signedAt() throws(FieldError) -> Instant {
    try require("signedDate", milliseconds("signedDate"))
  }

  /// A time as the App Store writes it; up to the year 9999.
  func milliseconds(_ name: String) throws(FieldError) -> Instant? {
    try integer(name, in: 0...253_402_300_799_999).map(Instant.init(milliseconds:))
  }
}
