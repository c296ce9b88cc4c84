import BeckonModel

/// An event of a shop as a client tells it: what, of whom, when.
public struct ShopReport: Hashable, Sendable {
  /// The client's own id of the event, made before the first try. The same id again is a
  /// duplicate.
  public let id: String
  /// What happened.
  public let event: ShopEvent
  /// Whose it is.
  public let visitor: VisitorName
  /// When it happened by the client's clock; without it, when it was received.
  public let at: Instant?
  /// The address of the page on which it happened.
  public let page: String?
  /// The banners that were tapped on the way, each an object with `title`, `group` and `order`.
  public let banners: [JSON]
  /// Whether it only tries the shop's campaigns out: then no report, list or count knows of it.
  public let isTest: Bool

  /// Makes a report.
  /// - Throws: `FieldError` when the page's address is longer than `Limits.openedURLBytes`.
  public init(
    id: String, _ event: ShopEvent, of visitor: VisitorName, at: Instant? = nil,
    page: String? = nil, banners: [JSON] = [], isTest: Bool = false
  ) throws(FieldError) {
    try ShopText.check(id, "id", max: Limits.clientIDBytes)
    if case .vendorID(let visitor) = visitor {
      try ShopText.check(visitor, "visitor", max: ShopLimits.visitorBytes)
    }
    try ShopText.check(optional: page, "page", max: Limits.openedURLBytes)
    self.id = id
    self.event = event
    self.visitor = visitor
    self.at = at
    self.page = page
    self.banners = banners
    self.isTest = isTest
  }
}

/// By what a client names a visitor.
public enum VisitorName: Hashable, Sendable {
  /// By an id of a vendor's client. It is kept as a keyed hash only, and claims nothing: one id may
  /// stand on several devices.
  case vendorID(String)
  /// By the app's own id of an install.
  case installID(String)
  /// By the app's own id of a user.
  case userID(String)
  /// By a person's id.
  case person(PersonID)

  /// Whether only a vendor's client knows the name.
  public var isOfVendor: Bool { if case .vendorID = self { true } else { false } }
}
