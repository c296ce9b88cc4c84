import BeckonModel

/// Where a visitor is, and what counts of them for what a widget shows.
public struct WidgetVisit: Sendable {
  /// The page.
  public let page: WidgetPage
  /// The product that the page shows.
  public var product: Product?
  /// The category that the page lists: `Men > Shoes`.
  public var category: String?
  /// Ids of what is in the basket; it is not shown once more.
  public var basket: Set<TextKey> = []
  /// When the visitor last bought which products, by their ids.
  public var bought: [TextKey: Instant] = [:]
  /// The language in which they see the shop.
  public var language: String?
  /// The currency in which they pay.
  public var currency: Currency?
  /// Now.
  public let now: Instant

  /// A visitor on a page, of whom nothing else is known.
  public init(_ page: WidgetPage, at now: Instant) {
    self.page = page
    self.now = now
  }
}

/// What a widget shows a visitor.
public enum WidgetDecision: Hashable, Sendable {
  /// These products.
  case shows(ShownWidget)
  /// Nothing, because the visitor belongs to those who are shown nothing.
  case holdOut
  /// Nothing, because there is nothing to show.
  case empty
}

/// The products of a widget for one visitor, in the order in which they stand.
public struct ShownWidget: Hashable, Sendable {
  /// A product with its reason.
  public struct Item: Hashable, Sendable {
    /// The product.
    public let product: Product
    /// Why it is there; `nil` for one that was chosen by hand.
    public let reason: RecommendationReason?
    /// How much spoke for it, of what its method gave; `nil` for one that was chosen by hand.
    public let score: Float?
  }

  /// What one method gave.
  public struct Part: Hashable, Sendable {
    /// The method.
    public let method: WidgetMethod
    /// Its products.
    public let items: [Item]
  }

  /// The widget.
  public let widget: Widget
  /// What the visitor belongs to.
  public let arm: WidgetArm
  /// What stands above it.
  public let title: String
  /// The products that were chosen by hand.
  public let staticItems: [Item]
  /// What the methods gave, those that gave nothing left out.
  public let parts: [Part]
  /// The language and currency in which products are told.
  public let language: String?
  /// The currency in which they are told, where they have a price in it.
  public let currency: Currency?

  /// All products in their order.
  public var items: [Item] { staticItems + parts.flatMap(\.items) }
}

/// The one place that decides what a widget shows. Whoever asks has seen to it that the widget
/// stands on the page (`Widget.stands`).
public struct WidgetRule {
  /// What methods propose, best first.
  public let candidates: [WidgetSource: [WidgetCandidate]]
  /// Products by their ids; what is not known is not shown.
  public let products: [TextKey: Product]
  /// What earlier widgets of the same page show: no product is shown twice.
  public private(set) var shown: Set<TextKey> = []
  /// So many products may still be shown in the answer.
  public private(set) var room: Int

  /// Makes the rule for one page, whose widgets are asked one after the other.
  public init(
    candidates: [WidgetSource: [WidgetCandidate]], products: [TextKey: Product],
    room: Int = WidgetLimits.answerProducts
  ) {
    self.candidates = candidates
    self.products = products
    self.room = room
  }

  /// Decides what a widget shows, and remembers it for those behind it.
  public mutating func decide(
    _ widget: Widget, arm: WidgetArm, on visit: WidgetVisit
  ) -> WidgetDecision {
    guard arm != .holdOut else { return .holdOut }
    var choice = Choice(widget, visit, products, shown, room: room)
    let staticItems = choice.take(
      widget.settings.staticItems, most: widget.settings.itemCount, isRepeatable: false
    ) { product, _ in ShownWidget.Item(product: product, reason: nil, score: nil) }
    let parts = widget.methods(of: arm).compactMap { method in
      let given = candidates[method.source] ?? []
      let items = choice.take(
        given.map(\.product), most: method.count ?? widget.settings.itemCount,
        isRepeatable: method.method == .lastVisited
      ) { ShownWidget.Item(product: $0, reason: given[$1].reason, score: given[$1].score) }
      return items.isEmpty ? nil : ShownWidget.Part(method: method, items: items)
    }
    guard !staticItems.isEmpty || !parts.isEmpty else { return .empty }
    if shown.isEmpty { shown = choice.own } else { shown.formUnion(choice.own) }
    room -= choice.own.count
    return .shows(
      ShownWidget(
        widget: widget, arm: arm, title: widget.title(in: visit.language),
        staticItems: staticItems, parts: parts, language: visit.language,
        currency: visit.currency))
  }

  /// The choice of one widget's products, as far as it has come.
  private struct Choice {
    let widget: Widget
    let visit: WidgetVisit
    let products: [TextKey: Product]
    let before: Set<TextKey>
    let most: Int
    var own: Set<TextKey> = []

    init(
      _ widget: Widget, _ visit: WidgetVisit, _ products: [TextKey: Product],
      _ before: Set<TextKey>, room: Int
    ) {
      (self.widget, self.visit, self.products, self.before) = (widget, visit, products, before)
      most = min(widget.settings.itemCount, room)
      own.reserveCapacity(most)
    }

    /// Takes the first of some products that may be shown, as many as there is room for.
    /// - Parameter isRepeatable: whether an earlier widget may show them too: what the visitor saw
    ///   last is a list of its own.
    mutating func take(
      _ ids: [String], most: Int, isRepeatable: Bool,
      _ item: (Product, Int) -> ShownWidget.Item
    ) -> [ShownWidget.Item] {
      var items: [ShownWidget.Item] = []
      for (place, id) in ids.enumerated() {
        guard items.count < most, own.count < self.most else { break }
        let key = TextKey(id)
        guard let product = products[key], isAllowed(product, key),
          isRepeatable || !before.contains(key), own.insert(key).inserted
        else { continue }
        items.append(item(product, place))
      }
      return items
    }

    private func isAllowed(_ product: Product, _ key: TextKey) -> Bool {
      guard product.id != visit.product?.id, !visit.basket.contains(key),
        widget.settings.filter.allows(product, on: visit)
      else { return false }
      guard let bought = visit.bought[key] else { return true }
      let days = widget.settings.filter.boughtDays
      return visit.now.milliseconds(since: bought) >= days * Span.dayMilliseconds
    }
  }
}

extension WidgetVisit {
  /// Takes over what a visitor did lately: what they bought, and what lies in their basket since.
  /// - Parameter products: the shop's own ids of products by their numbers.
  public mutating func follow(_ trail: Trail, _ products: [Int64: String]) {
    for action in trail.actions {
      guard let id = products[action.product] else { continue }
      let key = TextKey(id)
      switch action.kind {
      case .view, .found: break
      case .basketAdd: basket.insert(key)
      case .basketRemove: basket.remove(key)
      case .purchase:
        basket.remove(key)
        bought[key] = action.at
      }
    }
  }
}
