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
    let (models, app) = (call.services[ShopModels.self], call.app.number)
    return .read { scope in
      let visit = try wish.visit(scope) { try $0.known(to: call, scope).trail(scope) }
      let shop = models[app]
      let candidates =
        shop?.use {
          $0.list(by: wish.method, for: visit, limit: wish.count, spare: spare)
        } ?? []
      let items = try RecommendedProducts(scope).items(
        candidates, limit: wish.count, showsOutOfStock: wish.showsOutOfStock)
      return .json(
        .object([
          "items": .array(items.map { $0.json(wish) }),
          "warming": models.isWhole ? nil : .bool(true),
          "held_since": shop?.use(\.heldSince).map(JSON.instant),
        ]))
    }
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
