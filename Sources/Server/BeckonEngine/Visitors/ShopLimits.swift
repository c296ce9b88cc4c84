/// Bounds of what is told of a shop. Bytes are bytes of UTF-8.
public enum ShopLimits {
  /// A shop's own id of a product.
  public static let productBytes = 200
  /// A client's own id of a visitor, and of a session.
  public static let visitorBytes = 255
  /// A category with those above it: `Men > Shoes`.
  public static let categoryBytes = 1_000
  /// What somebody searches for.
  public static let searchBytes = 500
  /// A word of the shop's own: a campaign's instance, an interaction, a banner's title or group.
  public static let wordBytes = 255
  /// An order's id, as a payment's.
  public static let orderBytes = 255
  /// Products of a basket, or of an order.
  public static let basketProducts = 500
  /// Products of one event of a client with which nobody had done anything before; what is told of
  /// more of them counts for nothing.
  public static let newProductsOfEvent = 20
  /// Banners of a group.
  public static let banners = 100
  /// What a client tells of a product, as compact JSON.
  public static let productDetailsBytes = 16_384
  /// Properties of an event of the shop's own, as compact JSON.
  public static let customBytes = 8_192
  /// An amount of money, in the currency's own unit: `1000000000000` at most.
  public static let amountDigits = 13
  /// How many of a product, at most.
  public static let quantityMax: Int64 = 1_000_000
  /// Minutes within which two purchases without an order's id, equal in all else, are one.
  public static let samePurchaseMinutes: Int64 = 30
  /// Minutes that a client may tell late what a visitor did, for it to count in what others are
  /// shown. Told later it could make a session of each hour that has passed, out of one request.
  public static let lateMinutes: Int64 = 60
  /// Visitors of a person who are looked at for an answer, the last ones.
  public static let visitorsOfPerson: Int64 = 50
  /// Last actions of a visitor that are kept as one row.
  public static let trailActions = 50
}
