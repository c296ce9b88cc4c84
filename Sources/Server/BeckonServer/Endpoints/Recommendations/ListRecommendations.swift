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
      let visit = try wish.visit(scope) { try trail(of: $0, call, scope) }
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

  /// What the visitor did last, if the caller may see it.
  private static func trail(
    of visitor: RecommendationWish.Visitor, _ call: Call, _ scope: Scope
  ) throws -> Trail {
    switch visitor {
    case .nobody: return Trail()
    case .person(let id): return try VisitorTrail(scope).trail(of: call.person(id, scope).id)
    case .install(let id):
      try demandToken(call, ofInstall: id, scope)
      return try VisitorTrail(scope).trail(of: .installID(id))
    case .vendorID(let id):
      guard call.proof.key == .secret else {
        throw Problem(
          .secretKeyRequired,
          "Only a secret key may ask by 'visitor': send 'install_id' or 'person' with its token.")
      }
      return try VisitorTrail(scope).trail(of: .vendorID(id))
    }
  }

  /// Sees to it that the caller may see what an install did. With the app's key the answer is the
  /// same whether there is such an install or not.
  private static func demandToken(
    _ call: Call, ofInstall id: String, _ scope: Scope
  ) throws {
    guard call.proof.key != .secret else { return }
    let install = try Installs(scope).find(client: id)
    guard try install.map({ try Tokens(scope).speaks(call.proof, for: $0) }) ?? false else {
      throw Problem(
        .tokenRequired,
        "Send the token of this install in '\(HeaderName.token)', or use a secret key.")
    }
  }
}

extension RecommendedProducts.Item {
  /// As the API writes it: what a shop shows, in the language and currency that were asked for.
  fileprivate func json(_ wish: RecommendationWish) -> JSON {
    let money = product?.money(.price, in: wish.currency)
    let old = product?.money(.oldPrice, in: money?.currency)
    let categories = product?.texts(.categories, in: wish.language).map(JSON.string) ?? []
    return .object([
      "product": .string(id), "score": .number("\(candidate.score)"),
      "reason": .string(candidate.reason.rawValue),
      "title": product?.text(.title, in: wish.language).map(JSON.string),
      "url": product?.text(.url, in: wish.language).map(JSON.string),
      "image": product?.text(.image).map(JSON.string),
      "brand": product?.text(.brand).map(JSON.string),
      "categories": categories.isEmpty ? nil : .array(categories),
      "price": money.map { .string($0.decimal) },
      "old_price": old?.currency == money?.currency ? old.map { .string($0.decimal) } : nil,
      "currency": money.map { .string($0.currency.code) },
      "in_stock": product.map { .bool($0.isInStock) },
    ])
  }
}
