import BeckonEngine
import BeckonModel
import BeckonStore

/// What is asked of a shop's search, whoever's client asks.
struct SearchWish: Sendable {
  var text = ""
  var language: String?
  var currency: Currency?
  var offset = 0
  var limit = 10
  var filter = SearchFilter()
  var sort = SearchSort.relevance
  /// Whether the last word may be the beginning of one.
  var isTyping = true
  var countsFacets = false
  var explains = false
  /// `nil` for what the shop has set.
  var showsOutOfStock: Bool?

  /// Whether many products have to be looked at, each time anew: no words choose among them, or
  /// what is counted and sorted are all that were met.
  var isWide: Bool { text.isEmpty || countsFacets || sort != .relevance || offset > 0 }
}

/// What a search gives, before it is written in anybody's form.
struct SearchResult: Sendable {
  /// A product that was found.
  struct Item: Sendable {
    let product: Product
    let reasons: [SearchAnswer.Reason]
  }

  var items: [Item] = []
  var total = 0
  var dropped: [String] = []
  var isCut = false
  var facets: SearchFacets?
  var redirect: String?
  var banners: [SearchBanner] = []
  /// The language whose index was searched; `nil` where the shop has no products.
  var language: String?
}

/// Searches in the products of a shop: the order comes from memory, what is shown from the rows as
/// they are now.
struct ShopSearching: Sendable {
  let finders: ShopFinders
  let models: ShopModels

  init(_ services: Services) {
    (finders, models) = (services[ShopFinders.self], services[ShopModels.self])
  }

  /// Whether all products have been read.
  func isWarming(_ app: Int64) -> Bool {
    models.isWarming(app) || finders.held(app)?.isReading == true
  }

  /// Whether there was room for all products.
  func isWhole(_ app: Int64) -> Bool { finders.held(app)?.size.isWhole ?? true }

  // MARK: Searching

  /// Reads what somebody did last, if the caller may know that.
  typealias TrailReading = @Sendable (Scope) throws -> Trail

  /// What is found for somebody: their interests and the rows are read, and between the two the
  /// index is looked into, where no reader of the database waits for it.
  /// - Parameter trail: `nil` for somebody of whom nothing is known.
  /// - Throws: `DatabaseError`, and what `trail` throws.
  func find(
    _ wish: SearchWish, for trail: TrailReading?, _ reader: SnapshotReader
  ) async throws -> SearchResult {
    if wish.isWide, reader.call.proof.key == .publishable {
      try reader.call.services[CallLimits.self].take("wide search", from: reader.call.address)
    }
    let prepared = try await prepared(wish, for: trail, reader)
    let matches = try await finders.turns.take { prepared.look() }
    return try await reader.read { try result(matches, $0) }
  }

  private func prepared(
    _ wish: SearchWish, for trail: TrailReading?, _ reader: SnapshotReader
  ) async throws -> PreparedSearch {
    let app = reader.call.app
    let shop = finders[app.number]
    guard let trail else { return PreparedSearch(wish, [:], shop: shop, app.search) }
    let liked = try await reader.read { try interests(of: trail($0), wish, $0) }
    return PreparedSearch(wish, liked, shop: shop, app.search)
  }

  /// What was found, from the rows as they are now.
  private func result(_ matches: PreparedSearch.Matches, _ scope: Scope) throws -> SearchResult {
    guard let found = matches.found else { return SearchResult() }
    var result = SearchResult(
      redirect: found.redirect, banners: found.banners, language: found.language)
    result.isCut = found.answer.isCut
    // Signs that are no words say nothing of what is wanted; no text at all asks for everything.
    guard found.hasWords || matches.isOfAll else { return result }
    result.items = try items(found.answer, matches.showsOutOfStock, scope)
    (result.total, result.dropped) = (found.answer.total, found.answer.dropped)
    result.facets = found.answer.facets
    return result
  }

  private func items(
    _ answer: SearchAnswer, _ showsOutOfStock: Bool, _ scope: Scope
  ) throws -> [SearchResult.Item] {
    let products = try Products(scope).load(answer.hits.map(\.id))
    return answer.hits.compactMap { hit in
      guard let product = products[TextKey(hit.id)], product.isShown,
        showsOutOfStock || product.isInStock
      else { return nil }
      return SearchResult.Item(product: product, reasons: hit.reasons)
    }
  }

  /// The brands and categories of what somebody looked at last, the later the more.
  private func interests(
    of trail: Trail, _ wish: SearchWish, _ scope: Scope
  ) throws -> [SearchFacet.Value: Float] {
    var numbers: [Int64] = []
    for action in trail.actions.reversed()
    where numbers.count < SearchLimits.interests && !numbers.contains(action.product) {
      numbers.append(action.product)
    }
    guard !numbers.isEmpty, !wish.text.isEmpty else { return [:] }
    let ids = try ProductNumbers(scope).products(of: numbers)
    let products = try Products(scope).load(ids.values)
    var interests: [SearchFacet.Value: Float] = [:]
    for (place, number) in numbers.enumerated() {
      guard let product = ids[number].flatMap({ products[TextKey($0)] }) else { continue }
      let interest = 1 - Float(place) / Float(SearchLimits.interests)
      let values =
        [product.text(.brand)].compactMap { $0 }.map { SearchFacet.Value(.brand, $0) }
        + product.categories(in: wish.language).map { SearchFacet.Value(.category, $0.text) }
      for value in values { interests[value] = max(interest, interests[value] ?? 0) }
    }
    return interests
  }

  // MARK: Before a search

  /// Rows that are asked for beyond what is wanted: some may be hidden just now.
  private static let spare = 10

  /// What fits somebody before they search: what comes next in their session, and what is popular.
  /// - Throws: `DatabaseError`.
  func before(
    _ wish: SearchWish, for trail: Trail, _ reader: SnapshotReader
  ) async throws -> [RecommendedProducts.Item] {
    let call = reader.call
    guard let shop = models[call.app.number] else { return [] }
    var visit = ShopVisit(now: call.now)
    visit.trail = trail
    visit.showsOutOfStock = wish.showsOutOfStock ?? call.app.search.showsOutOfStock
    let (limit, now) = (wish.limit, visit)
    let candidates = shop.use {
      $0.list(by: .recommended, for: now, limit: limit, spare: Self.spare)
    }
    return try await reader.read { scope in
      // What nobody has told the catalogue of has nothing that could be shown.
      try RecommendedProducts(scope, shop.products).items(
        candidates, limit: limit, showsOutOfStock: now.showsOutOfStock
      ).filter { $0.product != nil }
    }
  }
}
