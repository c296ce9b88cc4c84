import BeckonEngine
import BeckonModel
import BeckonStore

/// Finds the products that stand in widgets: candidates come from memory, what is shown from the
/// rows as they are now.
struct WidgetFilling: Sendable {
  let models: ShopModels

  /// Candidates of a method that are looked at beyond twice what its widget shows: some are hidden,
  /// bought, or in an earlier widget.
  private static let spare = 20

  /// What each widget of a place shows somebody who did this last.
  /// - Parameter room: so many products may still stand in the answer.
  /// - Throws: `DatabaseError`.
  func decisions(
    at place: WidgetPlace, _ trail: Trail, _ room: inout Int, _ scope: Scope
  ) throws -> [WidgetDecision] {
    guard room > 0 else { return place.widgets.map { _ in .empty } }
    let seen = try ProductNumbers(scope).products(of: trail.actions.map(\.product))
    let numbered = candidates(
      at: place, try place.shopVisit(trail, scope), of: scope.app.number)
    let ids = try ProductNumbers(scope).products(
      of: numbered.values.flatMap { $0.map(\.product) })
    let chosen = place.widgets.flatMap(\.settings.staticItems)
    let products = try Products(scope).load(
      Array(ids.values) + chosen + [place.product].compactMap { $0 })
    var visit = place.widgetVisit(products, scope.now)
    visit.follow(trail, seen)
    let named = numbered.mapValues { list in
      list.compactMap { one in
        ids[one.product].map { WidgetCandidate($0, score: one.score, one.reason) }
      }
    }
    var rule = WidgetRule(candidates: named, products: products, room: room)
    defer { room = rule.room }
    return place.widgets.map { rule.decide($0, arm: place.arm(of: $0), on: visit) }
  }

  /// What each method of the place's widgets proposes.
  private func candidates(
    at place: WidgetPlace, _ visit: ShopVisit, of app: Int64
  ) -> [WidgetSource: [ShopCandidate]] {
    guard let shop = models[app] else { return [:] }
    var found: [WidgetSource: [ShopCandidate]] = [:]
    let wanted = place.widgets.reduce(0) { $0 + $1.settings.itemCount }
    let limit = 2 * min(wanted, WidgetLimits.answerProducts) + Self.spare
    for source in place.sources {
      found[source] = shop.use {
        $0.list(
          by: source.method, days: source.window?.days, settings: source.settings, for: visit,
          limit: limit)
      }
    }
    return found
  }
}
