import BeckonModel

/// What somebody did in a shop, whichever client tells it. The list is closed.
public enum ShopEvent: Hashable, Sendable {
  /// A page was looked at.
  case pageViewed(ViewedPage)
  /// A product was looked at.
  case productViewed(ToldProduct)
  /// A product was put into the basket, or taken out of it.
  case basketChanged(BasketChange)
  /// An order came a step further; the last step is the purchase.
  case checkout(Checkout)
  /// Something was done with an account.
  case user(ShopUser)
  /// A visitor's id was replaced by another: the older one.
  case visitorChanged(from: String)
  /// Something was searched for.
  case searched(ShopSearch)
  /// Something was done with a list of recommended products.
  case interaction(Interaction<ListAct>)
  /// Something happened to a banner.
  case banner(BannerEvent)
  /// A notification was shown or opened.
  case notification(Interaction<NotificationAct>)
  /// Somebody wants notifications, or no more of them.
  case pushed(PushSubscription)
  /// Something that only this shop knows.
  case custom(CustomShopEvent)
}

/// A page that was looked at.
public struct ViewedPage: Hashable, Sendable {
  /// Its kind, in the shop's words: `Home Page`.
  public let category: String
  /// More about it, such as the category that it lists: `Men > Shoes`.
  public let subcategory: String?

  /// Makes one.
  /// - Throws: `FieldError` when a text is empty or longer than `ShopLimits.categoryBytes`.
  public init(category: String, subcategory: String? = nil) throws(FieldError) {
    try ShopText.check(category, "category", max: ShopLimits.categoryBytes)
    try ShopText.check(optional: subcategory, "subcategory", max: ShopLimits.categoryBytes)
    self.category = category
    self.subcategory = subcategory
  }
}

/// What somebody searches for.
public struct ShopSearch: Hashable, Sendable {
  /// The text; `nil` before anything is typed.
  public let text: String?
  /// Whether the visitor wants earlier searches to be forgotten, and no answer.
  public let isForgetting: Bool

  /// Makes a search.
  /// - Throws: `FieldError` when the text is empty or longer than `ShopLimits.searchBytes`.
  public init(_ text: String?, isForgetting: Bool = false) throws(FieldError) {
    try ShopText.check(optional: text, "text", max: ShopLimits.searchBytes)
    self.text = text
    self.isForgetting = isForgetting
  }
}

/// Something that only this shop knows.
public struct CustomShopEvent: Hashable, Sendable {
  /// The shop's name of it.
  public let name: String
  /// More about it, an object.
  public let properties: JSON

  /// Makes one.
  /// - Throws: `FieldError` when the name is empty or longer than `Limits.wordBytes`, or the
  ///   properties are no object of `ShopLimits.customBytes` at most.
  public init(_ name: String, properties: JSON = .object([])) throws(FieldError) {
    try ShopText.check(name, "type", max: Limits.wordBytes)
    guard properties.members != nil, properties.bytes.count <= ShopLimits.customBytes else {
      throw FieldError("params", "must be an object of \(ShopLimits.customBytes) bytes at most")
    }
    self.name = name
    self.properties = properties
  }
}
