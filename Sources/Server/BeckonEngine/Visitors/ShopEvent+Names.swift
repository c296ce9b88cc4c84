import BeckonModel

extension ShopEvent {
  /// The names under which clients of our own tell such events; `docs/EVENTS.md` lists them.
  public enum Name: String, CaseIterable, Sendable {
    /// A page was looked at.
    case pageViewed = "page_viewed"
    /// A product was looked at.
    case productViewed = "product_viewed"
    /// A product was put into the basket, or taken out of it.
    case basketChanged = "basket_changed"
    /// An order came a step further.
    case checkoutStep = "checkout_step"
    /// Something was bought.
    case purchase
    /// Something was searched for.
    case search
    /// Something was done with a list of recommended products.
    case interaction = "recommendation_interaction"
    /// Something happened to a banner.
    case banner = "banner_interaction"
    /// A notification was shown or opened.
    case notification = "notification_interaction"
    /// A device may be notified.
    case pushPermission = "push_permission"
    /// A device wants notifications about a topic.
    case pushSubscribed = "push_topic_subscribed"
    /// A device wants no more of them.
    case pushUnsubscribed = "push_topic_unsubscribed"
  }

  /// The name of the fact that it is. A purchase of which nobody knows an order is anyone's word,
  /// so rules that wait for `purchase` are not told of it before the server has confirmed it.
  public func factName(isSure: Bool) -> String {
    switch self {
    case .pageViewed: Name.pageViewed.rawValue
    case .productViewed: Name.productViewed.rawValue
    case .basketChanged: Name.basketChanged.rawValue
    case .checkout(let checkout):
      switch checkout.step {
      case .purchase where isSure || checkout.order != nil: Name.purchase.rawValue
      case .purchase: "purchase_unconfirmed"
      default: Name.checkoutStep.rawValue
      }
    case .user(let user): "shop_user_" + user.step.rawValue
    case .visitorChanged: "shop_visitor_changed"
    case .searched(let search): search.isForgetting ? "search_forgotten" : Name.search.rawValue
    case .interaction: Name.interaction.rawValue
    case .banner: Name.banner.rawValue
    case .notification: Name.notification.rawValue
    case .pushed(let push): push.step.rawValue
    case .custom(let custom): custom.name
    }
  }
}

extension ShopEvent {
  /// Whether it counts only of whom the sender has shown to speak for: what others would see again,
  /// or what would count in a report as theirs.
  public var needsProof: Bool {
    switch self {
    case .searched, .interaction, .banner, .pushed: true
    default: false
    }
  }

  /// Whether an event of our own clients is meant as one of a shop. Many apps have a `purchase` or
  /// `search` of their own, which says nothing of products.
  public static func isMeant(_ name: String, _ properties: JSON) -> Bool {
    switch Name(word: name) {
    case nil: false
    case .purchase: ["products", "order_id"].contains { properties[$0] != nil }
    case .search: properties["text"] != nil
    case .pushPermission, .pushSubscribed, .pushUnsubscribed: properties["token"] != nil
    default: true
    }
  }

  /// Reads an event of our own clients by its name and properties; `nil` for one that is not meant
  /// as one of a shop, or only tries campaigns out (`test_mode`).
  /// - Throws: `FieldError` when the properties are not those of such an event.
  public init?(name: String, properties: JSON) throws(FieldError) {
    guard Self.isMeant(name, properties), let known = Name(word: name) else { return nil }
    let fields = try Fields(properties, at: "properties")
    if try fields.bool("test_mode") == true { return nil }
    self = try Self.read(known, fields)
  }

  private static func read(_ name: Name, _ fields: Fields) throws(FieldError) -> ShopEvent {
    switch name {
    case .pageViewed: .pageViewed(try ViewedPage(fields))
    case .productViewed: .productViewed(try ToldProduct(fields))
    case .basketChanged: .basketChanged(try BasketChange(fields))
    case .checkoutStep:
      .checkout(
        try Checkout(
          try fields.require("step", fields.choice("step", Checkout.Step.self)), fields))
    case .purchase: .checkout(try Checkout(.purchase, fields))
    case .search:
      .searched(try ShopSearch(fields.string("text", max: ShopLimits.searchBytes)))
    case .interaction: .interaction(try Interaction(fields))
    case .banner: .banner(try BannerEvent(fields))
    case .notification: .notification(try Interaction(fields))
    case .pushPermission: .pushed(try PushSubscription(.permission, fields))
    case .pushSubscribed: .pushed(try PushSubscription(.subscribed, fields))
    case .pushUnsubscribed: .pushed(try PushSubscription(.unsubscribed, fields))
    }
  }
}
