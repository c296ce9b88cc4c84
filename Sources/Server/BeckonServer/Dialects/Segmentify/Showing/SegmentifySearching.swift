import BeckonBasics
import BeckonContractSegmentify
import BeckonEngine
import BeckonModel
import BeckonStore

/// What visitors are shown for their searches.
struct SegmentifySearching: Sendable {
  private let searching: ShopSearching

  init(_ searching: ShopSearching) {
    self.searching = searching
  }

  /// The element of `search` for one search.
  /// - Throws: `DatabaseError`.
  func element(
    _ search: Segmentify.Search, on visit: Segmentify.Visit, _ scope: Scope
  ) throws -> JSON {
    let translated = TranslatedSearch(search, on: visit)
    let visitor = visit.isTest ? nil : try ShopVisitors(scope).find(.vendorID(visit.userID))
    let trail = try visitor.map { try Trails(scope).trail(shownTo: $0) } ?? Trail()
    switch search.kind {
    case .faceted: return try page(translated, Int(search.page ?? 1), trail, scope).json
    case .instant where Self.isBefore(translated.wish.text, scope.app.search):
      let name = VisitorName.vendorID(visit.userID)
      let last = try visitor.map { _ in try RememberedSearches(scope).own(of: name).texts }
      return try before(translated, trail, last ?? [], scope).json
    case .instant: return try found(translated, trail, scope).json
    }
  }

  /// Whether a client is shown what it shows before a search: it has typed too little.
  private static func isBefore(_ text: String, _ settings: SearchSettings) -> Bool {
    Int64(text.unicodeScalars.count) < settings.minCharacters
  }

  // MARK: While somebody types

  private func before(
    _ asked: TranslatedSearch, _ trail: Trail, _ lastSearches: [String], _ scope: Scope
  ) throws -> Segmentify.Found {
    var wish = asked.wish
    wish.limit = Int(scope.app.search.itemCount)
    let items = try searching.before(wish, for: trail, scope)
    return Segmentify.Found(
      Segmentify.SearchCampaign(Segmentify.SearchCampaign.before, scope.app.search),
      products: items.compactMap(\.product).map {
        Segmentify.Product($0, language: wish.language, wish.currency)
      }, lastSearches: lastSearches)
  }

  private func found(
    _ asked: TranslatedSearch, _ trail: Trail, _ scope: Scope
  ) throws -> Segmentify.Found {
    var wish = asked.wish
    wish.limit = Int(scope.app.search.itemCount)
    let result = try searching.find(wish, for: trail, scope)
    return Segmentify.Found(
      Segmentify.SearchCampaign(Segmentify.SearchCampaign.search, scope.app.search),
      products: result.items.map {
        Segmentify.Product($0.product, language: wish.language, wish.currency)
      })
  }

  // MARK: A page of results

  private func page(
    _ asked: TranslatedSearch, _ number: Int, _ trail: Trail, _ scope: Scope
  ) throws -> Segmentify.FoundPage {
    var (wish, page) = (asked.wish, Segmentify.FoundPage())
    (page.page, page.rows) = (number, Int(scope.app.search.pageCount))
    (wish.limit, wish.offset) = (page.rows, (number - 1) * page.rows)
    let result = try searching.find(wish, for: trail, scope)
    page.products = result.items.map {
      Segmentify.Product($0.product, language: wish.language, wish.currency)
    }
    page.insertTimes = result.items.map(\.product.createdAt.milliseconds)
    page.total = result.total
    page.currency = wish.currency?.code ?? scope.app.settings.currency ?? ""
    page.facets = TranslatedSearch.properties.map { facet, names in
      let counts = result.facets?.counts[facet] ?? []
      return Segmentify.FoundPage.Facet(
        names[0], counts.map { .init($0.value, count: $0.products) },
        chosen: asked.chosen.filter { $0.property == names[0] }.flatMap(\.values))
    }
    page.banners = result.banners.map(Segmentify.FoundPage.Banner.init)
    return page
  }
}

extension Segmentify.SearchCampaign {
  /// A campaign as the shop's operator has set it.
  fileprivate init(_ instanceID: String, _ settings: SearchSettings) {
    self.init(instanceID: instanceID)
    delayMilliseconds = settings.delayMilliseconds
    minCharacters = settings.minCharacters
    urlPrefix = settings.urlPrefix
    itemCount = settings.itemCount
    texts = settings.texts.map { texts in
      var one = Texts(language: texts.language.uppercased())
      (one.popular, one.cancel, one.notFound) = (texts.popular, texts.cancel, texts.notFound)
      return one
    }
  }
}

extension Segmentify.FoundPage.Banner {
  fileprivate init(_ banner: SearchBanner) {
    self.init(
      id: Identifier(hashing: "search banner", banner.name, banner.image).text,
      name: banner.name, image: banner.image, target: banner.url ?? "",
      position: banner.position ?? "", width: banner.width ?? "", height: banner.height ?? "",
      opensNewTab: banner.opensNewTab)
  }
}
