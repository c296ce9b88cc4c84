import BeckonEngine
import BeckonModel
import BeckonStore

/// The widgets of a page with what the recommender needs of the database. What it computes holds no
/// reader of that: there are few of them, and whoever only wants a row would wait.
struct PreparedWidgets: Sendable {
  let place: WidgetPlace
  let trail: Trail
  private var visit: ShopVisit

  /// Prepares the widgets of a place for somebody who did this last.
  /// - Parameter numbers: those of products that are known, by the shop's own ids.
  /// - Throws: `DatabaseError`.
  init(
    _ place: WidgetPlace, _ trail: Trail, _ scope: Scope, numbers: [TextKey: Int64] = [:]
  ) throws {
    (self.place, self.trail) = (place, trail)
    visit = try place.shopVisit(trail, scope, numbers: numbers)
  }

  /// Whether a method asks what has become cheaper. That is much to read, so it is not done while
  /// others wait to write.
  var asksForPrices: Bool { place.sources.contains { $0.method == .priceDrops } }

  /// Reads what has become cheaper, where a method asks for it.
  /// - Throws: `DatabaseError`.
  mutating func readPrices(_ scope: Scope) throws {
    guard asksForPrices else { return }
    visit.priceChanges = try RecommendedProducts(scope).latestPriceChanges(in: place.currency)
  }

  /// What each method proposes, one list for each source.
  /// - Parameters:
  ///   - limit: of each.
  ///   - lists: so many may still be computed for the answer.
  func look(
    into shop: ShopModels.Shop, limit: Int, _ lists: inout Int
  ) -> [WidgetSource: [ShopCandidate]] {
    var found: [WidgetSource: [ShopCandidate]] = [:]
    for source in place.sources.prefix(max(0, lists)) {
      found[source] = shop.use {
        $0.list(
          by: source.method, days: source.window?.days, settings: source.settings, for: visit,
          limit: limit)
      }
    }
    lists -= found.count
    return found
  }
}
