import BeckonModel

/// A real-time developer notification of Google Play's: it tells that something happened to a
/// purchase, not what was paid.
/// https://developer.android.com/google/play/billing/rtdn-reference
public struct GoogleNotice: Hashable, Sendable {
  /// The app's package.
  public let package: String
  /// What it is about; `nil` for what moves no money, and for a test.
  public let purchase: Purchase?

  /// Where to find a purchase.
  public enum Purchase: Hashable, Sendable {
    /// A subscription, by its token.
    case subscription(token: String)
    /// Anything else, by its product and token.
    case product(id: String, token: String)
    /// An order that was taken back.
    case order(id: String)
  }

  /// Longest token, in bytes; Google's have about 150.
  private static let tokenBytes = 1_024
  /// Recovered, renewed, bought, revoked: what else happens to a subscription moves no money.
  private static let subscriptionTypes: Set<Int64> = [1, 2, 4, 12]

  /// Reads a notification.
  /// - Throws: `FieldError` when it is none.
  public init(_ fields: Fields) throws(FieldError) {
    package = try fields.require("packageName", fields.string("packageName", max: 255))
    if let told = try fields.fields("subscriptionNotification") {
      let type = try told.integer("notificationType", in: 0...1_000_000)
      let token = try Self.token(told)
      purchase = Self.subscriptionTypes.contains(type ?? 0) ? .subscription(token: token) : nil
    } else if let told = try fields.fields("oneTimeProductNotification") {
      let id = try told.require("sku", told.string("sku", max: 255))
      purchase = .product(id: id, token: try Self.token(told))
    } else if let told = try fields.fields("voidedPurchaseNotification") {
      purchase = .order(
        id: try told.require("orderId", told.string("orderId", max: StoreTransaction.idBytes)))
    } else {
      purchase = nil
    }
  }

  private static func token(_ fields: Fields) throws(FieldError) -> String {
    try fields.require("purchaseToken", fields.string("purchaseToken", max: tokenBytes))
  }
}

/// What Google Play knows of a purchase besides its order.
public struct GooglePurchase: Hashable, Sendable {
  /// The order in which it was last paid for; `nil` when it was not.
  public let order: String?
  /// What the app said of whose it is (`obfuscatedExternalAccountId`), if that is a UUID.
  public let account: Identifier?
  /// Whether a tester bought it, who does not pay.
  public let isTest: Bool

  /// An order that is known already.
  public init(order: String) {
    self.order = order
    account = nil
    isTest = false
  }

  /// Reads a subscription.
  /// https://developers.google.com/android-publisher/api-ref/rest/v3/purchases.subscriptionsv2
  public init(subscription json: JSON) {
    let items = json["lineItems"]?.elements ?? []
    order =
      items.lazy.compactMap { $0["latestSuccessfulOrderId"]?.string }.first
      ?? json["latestOrderId"]?.string
    account = json["externalAccountIdentifiers"]?["obfuscatedExternalAccountId"]?.string
      .flatMap(Identifier.init(uuid:))
    isTest = json["testPurchase"] != nil
  }

  /// Reads any other purchase.
  /// https://developers.google.com/android-publisher/api-ref/rest/v3/purchases.products
  public init(product json: JSON) {
    order = json["orderId"]?.string
    account = json["obfuscatedExternalAccountId"]?.string.flatMap(Identifier.init(uuid:))
    isTest = json["purchaseType"]?.integer == 0
  }
}
