import BeckonContractSegmentify
import BeckonEngine
import BeckonModel

extension Segmentify.Recommendation {
  /// What a widget shows, for this vendor's clients; `nil` where it shows nothing, also to those
  /// who are to be shown nothing: then the event's list has one element less, and may be empty.
  /// - Parameters:
  ///   - showing: of this showing, by which the client tells what becomes of it.
  ///   - written: products that were written before.
  static func json(
    of decision: WidgetDecision, showing: Identifier, _ written: ShownProducts? = nil
  ) -> JSON? {
    guard case .shows(let shown) = decision else { return nil }
    let lists = Self.lists(of: shown.parts)
    var dynamicItems = lists.map { list in
      DynamicItem(
        source: list.source.word, timeFrame: list.source.window?.timeFrame,
        score: list.source.window == nil ? nil : "NONE", itemCount: list.items.count)
    }
    let chosen = shown.staticItems
    // Clients take what was chosen by hand only beside a list of another source. Where there is
    // none, it is itself the list.
    if dynamicItems.isEmpty {
      dynamicItems = [DynamicItem(source: Self.staticItemsKey, itemCount: chosen.count)]
    }
    let form = ShownProducts.Form(
      Segmentify.Product.self, language: shown.language, shown.currency)
    func write(_ product: BeckonEngine.Product) -> JSON {
      Segmentify.Product(product, language: shown.language, shown.currency).json
    }
    func products(_ items: [ShownWidget.Item]) -> [JSON] {
      let products = items.map(\.product)
      return written?.texts(of: products, in: form, write).map(JSON.written)
        ?? products.map(write)
    }
    let dynamic = zip(dynamicItems, lists).map { item, list in
      (key: item.key, products: products(list.items))
    }
    let frame = Segmentify.Recommendation(
      title: shown.title, instanceID: shown.widget.code, actionID: WidgetShowing.id(showing),
      dynamicItems: dynamicItems,
      staticItems: lists.isEmpty ? [] : chosen.map(\.product.id), products: [])
    return frame.json(
      listing: dynamic + [(key: Self.staticItemsKey, products: products(chosen))])
  }

  private typealias List = (source: WidgetSource, items: [ShownWidget.Item])

  /// The parts with those of one source as one list, since a client looks for a list by its source.
  private static func lists(of parts: [ShownWidget.Part]) -> [List] {
    parts.reduce(into: [List]()) { lists, part in
      guard let known = lists.firstIndex(where: { $0.source == part.method.source }) else {
        return lists.append((part.method.source, part.items))
      }
      lists[known].items += part.items
    }
  }
}

extension WidgetSource {
  /// The vendor's word (docs/PROTOCOLS/segmentify.md, Recommendations). Clients know one of them,
  /// that of what was seen last, which they let stand in several lists.
  fileprivate var word: String {
    switch method {
    case .recommended: "RECOMMENDATION_SMART_OFFERS"
    case .forYou: "RECOMMENDATION_SOURCE_FOR_YOU"
    case .lastVisited: "RECOMMENDATION_SOURCE_LAST_VISITED"
    case .newArrivals: "RECOMMENDATION_NEW_COMERS"
    case .alsoViewed: "RECOMMENDATION_SOURCE_ALSO_VIEWED"
    case .boughtTogether: "RECOMMENDATION_SOURCE_BOUGHT_TOGETHER"
    case .trending: "RECOMMENDATION_SOURCE_TRENDING"
    case .popular: "RECOMMENDATION_SOURCE_MOST_POPULAR"
    case .bestSellers: "RECOMMENDATION_SOURCE_BEST_SELLERS"
    case .priceDrops: "RECOMMENDATION_SOURCE_DISCOUNTED"
    case .similar: "RECOMMENDATION_SOURCE_SIMILAR"
    }
  }
}

extension WidgetMethod.Window {
  fileprivate var timeFrame: String {
    switch self {
    case .day: "TODAY"
    case .week: "THIS_WEEK"
    case .month: "MONTHLY"
    }
  }
}
