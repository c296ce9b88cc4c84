import BeckonEngine
import BeckonStore

/// A search with all that it needs of the database. What it computes holds no reader of that: there
/// are few of them, and whoever only wants a row would wait for somebody's long query.
struct PreparedSearch: Sendable {
  /// What it has met, before rows are looked up.
  struct Matches: Sendable {
    /// `nil` where the shop has no products.
    let found: ShopFinding.Found?
    let showsOutOfStock: Bool
    /// Whether no text was asked for, but everything.
    let isOfAll: Bool
  }

  private let shop: ShopFinding?
  private let request: SearchRequest
  private let language: String?
  private let settings: SearchSettings

  init(
    _ wish: SearchWish, _ interests: [SearchFacet.Value: Float], shop: ShopFinding?,
    _ settings: SearchSettings
  ) {
    (self.shop, language, self.settings) = (shop, wish.language, settings)
    var request = SearchRequest(wish.text)
    (request.offset, request.limit) = (wish.offset, wish.limit)
    (request.filter, request.sort) = (wish.filter, wish.sort)
    request.filter.isInStock = !(wish.showsOutOfStock ?? settings.showsOutOfStock)
    (request.isTyping, request.countsFacets) = (wish.isTyping, wish.countsFacets)
    (request.explains, request.interests) = (wish.explains, interests)
    self.request = request
  }

  /// Looks into the index. How long that may take is bounded by what `ProductSearch` looks at.
  func look() -> Matches {
    Matches(
      found: shop?.find(request, in: language, settings),
      showsOutOfStock: !request.filter.isInStock, isOfAll: request.query.isEmpty)
  }
}
