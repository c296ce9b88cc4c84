import BeckonContractSegmentify
import BeckonEngine
import BeckonModel
import BeckonStore

/// The page on which a visitor is after an event, with the widgets that stand on it.
struct SegmentifyPlace: Sendable {
  /// Which event of the request.
  let index: Int
  let widgets: PreparedWidgets

  /// The page after an event; `nil` where it tells of none, or no widget stands there. Which
  /// widgets the visitor meets, and what they see of them, is stored; what they did last, which
  /// this has just written, is read here too, unless it is known.
  /// - Parameter visitors: those of whom the request has told, by the clients' ids.
  /// - Throws: `DatabaseError`.
  init?(
    _ index: Int, _ item: TranslatedBatch.Item, _ visitors: [TextKey: KnownVisitor],
    _ scope: Scope
  ) throws {
    guard let visit = item.event?.visit, !scope.app.widgets.isEmpty else { return nil }
    let pages = item.reports.compactMap { report in
      WidgetPage(of: report.event).map { (event: report.event, page: $0) }
    }
    guard let (event, page) = pages.first else { return nil }
    let widgets = scope.app.widgets.standing(on: page, at: scope.now, isTest: visit.isTest)
    guard !widgets.isEmpty else { return nil }
    self.index = index
    // Of who only tries things out nothing is stored.
    let known = visit.isTest ? nil : visitors[visit.userID]
    let visitor =
      try visit.isTest
      ? nil : known?.visitor ?? ShopVisitors(scope).find(.vendorID(visit.userID))
    let arms = try visitor.map {
      try WidgetVisitors(scope).arms(
        of: widgets, for: ShopVisitors(scope).viewer($0), at: scope.now)
    }
    var place = WidgetPlace(widgets: widgets, page: page, arms: arms ?? [:])
    place.product = event.shownProduct ?? visit.recommendIDs.first
    place.category = event.shownCategory
    place.language = visit.language
    place.currency = visit.currency.flatMap(Currency.init)
    let trail = try visitor.map { try Trails(scope).trail(shownTo: $0, own: known?.trail) }
    self.widgets = try PreparedWidgets(
      place, trail ?? Trail(), scope, numbers: known?.products ?? [:])
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
