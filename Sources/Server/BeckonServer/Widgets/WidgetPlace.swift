import BeckonEngine
import BeckonModel
import BeckonStore

/// A page with the widgets that are asked for it, and what counts of the visitor for what they
/// show, whoever's client asks.
struct WidgetPlace: Sendable {
  /// In the order in which they are filled.
  let widgets: [Widget]
  let page: WidgetPage
  /// What the visitor sees of each widget; the widget as it is where nothing is said.
  let arms: [WidgetID: WidgetArm]
  /// The shop's own id of the page's product.
  var product: String?
  /// The path of the category that the page lists.
  var category: String?
  var language: String?
  var currency: Currency?

  /// What the visitor sees of a widget.
  func arm(of widget: Widget) -> WidgetArm { arms[widget.id] ?? .main }

  /// How many products the widgets show the visitor, if there are so many.
  var wanted: Int {
    widgets.reduce(0) { $0 + (arm(of: $1) == .holdOut ? 0 : $1.settings.itemCount) }
  }

  /// By what the products of all widgets are found, each once, in the widgets' order.
  var sources: [WidgetSource] { widgets.sources(seenAs: arm) }

  /// Whether a widget shows only products of some kind, so that many candidates are passed over.
  var isFiltered: Bool { widgets.contains { $0.settings.filter.isOfKind } }

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

  /// The visit as the recommender sees it, in the numbers of the database, without prices.
  /// - Parameter numbers: those of products that are known, by the shop's own ids.
  /// - Throws: `DatabaseError`.
  func shopVisit(
    _ trail: Trail, _ scope: Scope, numbers: [TextKey: Int64]
  ) throws -> ShopVisit {
    var visit = ShopVisit(now: scope.now)
    visit.trail = trail
    visit.product = try product.flatMap { try numbers[$0] ?? ProductNumbers(scope).find($0) }
    visit.showsOutOfStock = widgets.contains { !$0.settings.filter.inStock }
    // Where all widgets want only the page's category, nothing else need be looked at.
    if widgets.allSatisfy(\.settings.filter.sameCategory), product == nil {
      visit.category = category.flatMap(CategoryPath.init).map {
        CatalogueTraits.digest(ItemTraits.category($0.text))
      }
    }
    return visit
  }
}
