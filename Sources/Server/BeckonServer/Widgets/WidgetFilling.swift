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

  /// Candidates that are looked up at first, beyond what the widgets show.
  private static let firstSpare = 4

  /// What each widget of a place shows somebody who did this last.
  /// - Parameter room: so many products may still stand in the answer.
  /// - Throws: `DatabaseError`.
  func decisions(
    at place: WidgetPlace, _ trail: Trail, _ room: inout Int, _ scope: Scope
  ) throws -> [WidgetDecision] {
    guard room > 0 else { return place.widgets.map { _ in .empty } }
    let found = candidates(at: place, try place.shopVisit(trail, scope), of: scope.app.number)
    let wanted = min(room, place.wanted)
    let first = found.mapValues { Array($0.prefix(wanted + Self.firstSpare)) }
    var rule = try rule(at: place, first, room: room, scope)
    let visit = try visit(at: place, trail, rule.products, scope)
    func decide() -> [WidgetDecision] {
      place.widgets.map { rule.decide($0, arm: place.arm(of: $0), on: visit) }
    }
    var decisions = decide()
    // As a rule all of the first may be shown, and no further one need be looked up.
    if room - rule.room < wanted, found.contains(where: { $1.count > first[$0]?.count ?? 0 }) {
      rule = try self.rule(at: place, found, room: room, scope)
      decisions = decide()
    }
    room = rule.room
    return decisions
  }

  /// What the visitor has bought, or has in the basket, is hidden by its id.
  private func visit(
    at place: WidgetPlace, _ trail: Trail, _ products: [TextKey: Product], _ scope: Scope
  ) throws -> WidgetVisit {
    let kept = trail.actions.filter { $0.kind != .view && $0.kind != .found }
    var visit = place.widgetVisit(products, scope.now)
    visit.follow(
      Trail(kept), try ProductNumbers(scope).products(of: kept.map(\.product)))
    return visit
  }

  private func rule(
    at place: WidgetPlace, _ numbered: [WidgetSource: [ShopCandidate]], room: Int, _ scope: Scope
  ) throws -> WidgetRule {
    let ids = try ProductNumbers(scope).products(
      of: numbered.values.flatMap { $0.map(\.product) })
    let chosen = place.widgets.flatMap(\.settings.staticItems)
    let products = try Products(scope).load(
      Array(ids.values) + chosen + [place.product].compactMap { $0 })
    let named = numbered.mapValues { list in
      list.compactMap { one in
        ids[one.product].map { WidgetCandidate($0, score: one.score, one.reason) }
      }
    }
    return WidgetRule(candidates: named, products: products, room: room)
  }

  /// What each method of the place's widgets proposes.
  private func candidates(
    at place: WidgetPlace, _ visit: ShopVisit, of app: Int64
  ) -> [WidgetSource: [ShopCandidate]] {
    guard let shop = models[app] else { return [:] }
    var found: [WidgetSource: [ShopCandidate]] = [:]
    let limit = 2 * min(place.wanted, WidgetLimits.answerProducts) + Self.spare
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
