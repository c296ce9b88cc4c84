import BeckonModel

/// The page on which a widget stands, or the one on which a visitor is.
public struct WidgetPage: Hashable, Sendable {
  /// The kinds of pages.
  public enum Kind: String, CaseIterable, Sendable {
    /// The first page of a shop.
    case home
    /// A product.
    case product
    /// The products of a category.
    case category
    /// The basket.
    case basket
    /// Name and address are asked for.
    case checkoutCustomer = "checkout_customer"
    /// It is asked how to pay.
    case checkoutPayment = "checkout_payment"
    /// Something was bought.
    case orderDone = "order_done"
    /// What a search has found.
    case search
    /// There is no such page.
    case notFound = "not_found"
    /// Another page, by the shop's own word for its kind.
    case custom
    /// No page, but an event of the shop's own.
    case event

    /// Whether only a name tells which page it is.
    var hasName: Bool { self == .custom || self == .event }
  }

  /// The kind.
  public let kind: Kind
  /// The shop's word for it, of kinds that have one.
  public let name: String?

  /// Makes a page.
  public init(_ kind: Kind, name: String? = nil) {
    self.kind = kind
    self.name = kind.hasName ? name : nil
  }

  /// Whether a visitor on that page is on this one. Small and capital letters of pages' names are
  /// the same, those of events are not.
  func fits(_ other: WidgetPage) -> Bool {
    guard kind == other.kind else { return false }
    guard kind == .custom else { return name == other.name }
    return Self.folded(name ?? "") == Self.folded(other.name ?? "")
  }

  /// The bytes with capital letters of ASCII made small.
  private static func folded(_ text: String) -> [UInt8] {
    text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
  }

  /// The shop's words for pages that have a kind of their own.
  private static let words: [(word: String, kind: Kind?)] = [
    ("home page", .home), ("category page", .category), ("basket page", .basket),
    ("search page", .search), ("404 page", .notFound), ("product page", nil),
    ("checkout page", nil),
  ]

  /// The page on which a visitor is after an event; `nil` where the event says of none. Pages of
  /// products and of a checkout are told by the product and the step, so that each is one page.
  public init?(of event: ShopEvent) {
    switch event {
    case .pageViewed(let page):
      let told = Self.folded(page.category)
      guard let known = Self.words.first(where: { Array($0.word.utf8) == told }) else {
        self.init(.custom, name: page.category)
        return
      }
      guard let kind = known.kind else { return nil }
      self.init(kind)
    case .productViewed: self.init(.product)
    case .checkout(let checkout): self.init(Self.kind(of: checkout.step))
    case .custom(let custom): self.init(.event, name: custom.name)
    case .basketChanged, .user, .visitorChanged, .searched, .interaction, .banner, .notification,
      .pushed:
      return nil
    }
  }

  private static func kind(of step: Checkout.Step) -> Kind {
    switch step {
    case .viewBasket: .basket
    case .customer: .checkoutCustomer
    case .payment: .checkoutPayment
    case .purchase: .orderDone
    }
  }
}
