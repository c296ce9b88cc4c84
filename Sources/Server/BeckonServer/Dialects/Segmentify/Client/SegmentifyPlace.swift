import BeckonContractSegmentify
import BeckonEngine
import BeckonModel
import BeckonStore

/// The page on which a visitor is after an event, with the widgets that stand on it.
struct SegmentifyPlace: Sendable {
  /// Which event of the request.
  let index: Int
  let widgets: [Widget]
  /// `nil` of who only tries things out, and of whom nothing is stored.
  let visitor: ShopVisitor?
  /// The shop's own id of the page's product.
  let product: String?
  private let page: WidgetPage
  private let category: String?
  private let language: String?
  private let currency: Currency?
  private let arms: [WidgetID: WidgetArm]

  /// The page after an event; `nil` where it tells of none, or no widget stands there. Which
  /// widgets the visitor meets, and what they see of them, is stored.
  /// - Throws: `DatabaseError`.
  init?(_ index: Int, _ item: TranslatedBatch.Item, _ scope: Scope) throws {
    guard let visit = item.event?.visit, !scope.app.widgets.isEmpty else { return nil }
    let pages = item.reports.compactMap { report in
      WidgetPage(of: report.event).map { (event: report.event, page: $0) }
    }
    guard let (event, page) = pages.first else { return nil }
    widgets = scope.app.widgets.standing(on: page, at: scope.now, isTest: visit.isTest)
    guard !widgets.isEmpty else { return nil }
    visitor = visit.isTest ? nil : try ShopVisitors(scope).find(.vendorID(visit.userID))
    let (visitor, widgets) = (visitor, widgets)
    arms =
      try visitor.map {
        try WidgetVisitors(scope).arms(of: widgets, for: $0.number, at: scope.now)
      } ?? [:]
    self.index = index
    self.page = page
    product = event.shownProduct ?? visit.recommendIDs.first
    category = event.shownCategory
    language = visit.language
    currency = visit.currency.flatMap(Currency.init)
  }

  /// What the visitor sees of a widget.
  func arm(of widget: Widget) -> WidgetArm { arms[widget.id] ?? .main }

  /// By what the products of all widgets are found, each once.
  var sources: Set<WidgetSource> {
    Set(widgets.flatMap { $0.methods(of: arm(of: $0)).map(\.source) })
  }

  /// The visit as the widgets see it.
  /// - Parameter products: by their ids.
  func widgetVisit(_ products: [TextKey: Product], _ now: Instant) -> WidgetVisit {
    var visit = WidgetVisit(page, at: now)
    visit.product = product.flatMap { products[TextKey($0)] }
    visit.category = category
    visit.language = language
    visit.currency = currency
    return visit
  }

  /// Price changes of so many products are looked at, the last.
  private static let priceChangesMax = 200

  /// The visit as the recommender sees it, in the numbers of the database.
  /// - Throws: `DatabaseError`.
  func shopVisit(_ trail: Trail, _ scope: Scope) throws -> ShopVisit {
    var visit = ShopVisit(now: scope.now)
    visit.trail = trail
    visit.product = try product.flatMap { try ProductNumbers(scope).find($0) }
    visit.showsOutOfStock = widgets.contains { !$0.settings.filter.inStock }
    // Where all widgets want only the page's category, nothing else need be looked at.
    if widgets.allSatisfy(\.settings.filter.sameCategory), product == nil {
      visit.category = category.flatMap(CategoryPath.init).map {
        CatalogueTraits.digest(ItemTraits.category($0.text))
      }
    }
    if sources.contains(where: { $0.method == .priceDrops }) {
      let since = scope.now.adding(milliseconds: -ShopModel.recentDays * Span.dayMilliseconds)
      visit.priceChanges = try RecommendedProducts(scope).priceChanges(
        since: since, in: currency, limit: Self.priceChangesMax)
    }
    return visit
  }
}

extension ShopEvent {
  /// The product of the page.
  fileprivate var shownProduct: String? {
    if case .productViewed(let product) = self { product.id } else { nil }
  }

  /// The category that the page lists.
  fileprivate var shownCategory: String? {
    if case .pageViewed(let page) = self { page.subcategory } else { nil }
  }
}
