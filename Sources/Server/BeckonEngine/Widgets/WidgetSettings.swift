import BeckonModel

/// What the operator of a widget has set: on which page it stands, where its products come from,
/// and which of them it may show.
public struct WidgetSettings: Hashable, Sendable {
  /// What people call it.
  public var name: String
  /// On which page it stands.
  public var page: WidgetPage
  /// Where on the page, in the shop's own word. Widgets of a page come in the order of these.
  public var placement: String?
  /// What stands above it, by language; the first where the visitor's has none.
  public var titles: [WidgetTitle] = []
  /// Which products it may show.
  public var filter = WidgetFilter()
  /// Where its products come from: each fills what those before have left.
  public var methods: [WidgetMethod] = []
  /// Ids of products that are chosen by hand, and stand first.
  public var staticItems: [String] = []
  /// Most products that it shows.
  public var itemCount = 10
  /// What is compared with it.
  public var experiment: WidgetExperiment?
  /// Whose word on an order is good enough for its report: whoever has the app's key can claim
  /// orders, so `.server` counts those alone of which the app's server tells.
  public var trust = Trust.client
  /// Titles of banners that its report tells apart, all others being one; empty for all, as far as
  /// there are no more than `WidgetLimits.bannersOfDay`. Clients can make up any title.
  public var banners: [String] = []
  /// What its operator says of it.
  public var state = WidgetState.active
  /// When it begins; `nil` for at once.
  public var startsAt: Instant?
  /// When it ends; `nil` for never.
  public var endsAt: Instant?

  /// A widget of which only this is set.
  public init(name: String, page: WidgetPage, methods: [WidgetMethod] = []) {
    self.name = name
    self.page = page
    self.methods = methods
  }

  /// The members of a body, as they are read and written.
  static let names = [
    "name", "page", "placement", "titles", "filter", "methods", "static_items", "item_count",
    "experiment", "trust", "banners", "state", "starts_at", "ends_at",
  ]

  /// Reads the settings of a new widget.
  /// - Parameter more: other names that the body may have.
  /// - Throws: `FieldError`.
  public init(_ fields: Fields, more: [String] = []) throws(FieldError) {
    try fields.allow(only: more + Self.names)
    self.init(
      name: try fields.require("name", fields.string("name", max: Limits.nameBytes)),
      page: try fields.require("page", fields.widgetPage()))
    try read(fields)
  }

  /// The same with what a body says changed; what it leaves out stays, `null` is as if it had never
  /// been said.
  /// - Throws: `FieldError`.
  public func changed(by fields: Fields) throws(FieldError) -> WidgetSettings {
    try fields.allow(only: Self.names)
    var new = self
    if fields.has("name") {
      new.name = try fields.require("name", fields.string("name", max: Limits.nameBytes))
    }
    if fields.has("page") { new.page = try fields.require("page", fields.widgetPage()) }
    try new.read(fields)
    return new
  }

  private mutating func read(_ fields: Fields) throws(FieldError) {
    if fields.has("placement") {
      placement = try fields.string("placement", max: WidgetLimits.wordBytes)
    }
    if fields.has("titles") { titles = try fields.widgetTitles() }
    if fields.has("filter") { filter = try fields.widgetFilter() }
    if fields.has("methods") { methods = try fields.widgetMethods() }
    if fields.has("static_items") { staticItems = try fields.staticItems() }
    if fields.has("item_count") {
      itemCount = Int(try fields.integer("item_count", in: WidgetLimits.items) ?? 10)
    }
    if fields.has("experiment") { experiment = try fields.widgetExperiment() }
    if fields.has("trust") { trust = try fields.choice("trust", Trust.self) ?? .client }
    if fields.has("banners") { banners = try fields.bannerTitles() }
    if fields.has("state") { state = try fields.choice("state", WidgetState.self) ?? .active }
    if fields.has("starts_at") { startsAt = try fields.instant("starts_at") }
    if fields.has("ends_at") { endsAt = try fields.instant("ends_at") }
    try check(fields)
  }

  private func check(_ fields: Fields) throws(FieldError) {
    if methods.isEmpty && staticItems.isEmpty {
      throw fields.error(
        "methods", "are missing, and so are static_items: the widget would show nothing")
    }
    if let startsAt, let endsAt, endsAt <= startsAt {
      throw fields.error("ends_at", "must be later than starts_at, \(startsAt.text)")
    }
  }

  /// As the API tells of it, and as it is stored.
  public var json: JSON {
    .object([
      "name": .string(name), "page": page.json, "placement": placement.map(JSON.string),
      "titles": .object(titles.map { JSON.Member($0.language, .string($0.text)) }),
      "filter": filter.json, "methods": .array(methods.map(\.json)),
      "static_items": .array(staticItems.map(JSON.string)), "item_count": .integer(itemCount),
      "experiment": experiment?.json, "trust": .string(trust.rawValue),
      "banners": banners.isEmpty ? nil : .array(banners.map(JSON.string)),
      "state": .string(state.rawValue),
      "starts_at": startsAt.map(JSON.instant), "ends_at": endsAt.map(JSON.instant),
    ])
  }
}
