import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/recommendations`: products for a visitor, for a page, or for both. The database is read
/// before and after the list is computed, which holds no reader of it.
enum ListRecommendations {
  /// Rows that are asked for beyond what is wanted: some may be hidden just now.
  private static let spare = 10

  static func prepare(_ call: Call) throws -> Work {
    let wish = try RecommendationWish(call)
    let models = call.services[ShopModels.self]
    return .later { reader in
      let app = call.app.number
      let shop = models[app]
      // Asked before and behind the look: what is read last may be there just behind it, and what
      // was whole may have been unloaded meanwhile.
      let wasWarming = models.isWarming(app)
      let answer =
        if let widget = wish.widget {
          try await ShownShelf(widget, wish).json(models, reader)
        } else {
          try await list(wish, shop, reader)
        }
      return .answer(
        .json(
          answer.with(
            .object([
              "warming": wasWarming || models.isWarming(app) ? .bool(true) : nil,
              "held_since": shop?.use(\.heldSince).map(JSON.instant),
            ]))))
    }
  }

  private static func list(
    _ wish: RecommendationWish, _ shop: ShopModels.Shop?, _ reader: SnapshotReader
  ) async throws -> JSON {
    let visit = try await reader.read { scope in
      let name = try wish.visitor.known(to: reader.call, scope)
      return try wish.visit(name.map { try Trails(scope).trail(shownTo: $0) } ?? Trail(), scope)
    }
    guard let shop else { return ["items": []] }
    let candidates = shop.use {
      $0.list(by: wish.method, for: visit, limit: wish.count, spare: spare)
    }
    let items = try await reader.read { scope in
      try RecommendedProducts(scope, shop.products).items(
        candidates, limit: wish.count, showsOutOfStock: wish.showsOutOfStock)
    }
    let shown = shop.shown.json(
      of: items.map { ($0.members, $0.product) }, in: wish.language, wish.currency)
    return ["items": .array(shown)]
  }
}

extension RecommendedProducts.Item {
  /// What the API says of it before what a shop shows.
  fileprivate var members: JSON {
    [
      "product": .string(id), "score": .number("\(candidate.score)"),
      "reason": .string(candidate.reason.rawValue),
    ]
  }
}
