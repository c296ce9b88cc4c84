import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/recommendations`: products for a visitor, for a page, or for both.
enum ListRecommendations {
  /// Rows that are asked for beyond what is wanted: some may be hidden just now.
  private static let spare = 10

  static func prepare(_ call: Call) throws -> Work {
    let wish = try RecommendationWish(call)
    let models = call.services[ShopModels.self]
    return .read { scope in
      let name = try wish.visitor.known(to: call, scope)
      let trail = try name.map { try Trails(scope).trail(shownTo: $0) } ?? Trail()
      // Asked before and behind the look: what is read last may be there just behind it, and what
      // was whole may have been unloaded meanwhile.
      let wasWarming = models.isWarming(scope.app.number)
      let answer =
        try wish.widget.map { try ShownShelf($0, wish, to: name).json(trail, models, scope) }
        ?? list(wish, trail, models, scope)
      let shop = models[scope.app.number]
      return .json(
        answer.with(
          .object([
            "warming": wasWarming || models.isWarming(scope.app.number) ? .bool(true) : nil,
            "held_since": shop?.use(\.heldSince).map(JSON.instant),
          ])))
    }
  }

  private static func list(
    _ wish: RecommendationWish, _ trail: Trail, _ models: ShopModels, _ scope: Scope
  ) throws -> JSON {
    let visit = try wish.visit(trail, scope)
    let candidates =
      models[scope.app.number]?.use {
        $0.list(by: wish.method, for: visit, limit: wish.count, spare: spare)
      } ?? []
    let items = try RecommendedProducts(scope).items(
      candidates, limit: wish.count, showsOutOfStock: wish.showsOutOfStock)
    return ["items": .array(items.map { $0.json(wish) })]
  }
}

extension RecommendedProducts.Item {
  /// As the API writes it: what a shop shows, in the language and currency that were asked for.
  fileprivate func json(_ wish: RecommendationWish) -> JSON {
    let named: JSON = [
      "product": .string(id), "score": .number("\(candidate.score)"),
      "reason": .string(candidate.reason.rawValue),
    ]
    return named.with(product?.shown(in: wish.language, wish.currency))
  }
}
