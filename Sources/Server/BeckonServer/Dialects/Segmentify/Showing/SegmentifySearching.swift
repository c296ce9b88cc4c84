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
    _ search: Segmentify.Search, on visit: Segmentify.Visit, _ reader: SnapshotReader
  ) async throws -> JSON {
    let translated = TranslatedSearch(search, on: visit)
    switch search.kind {
    case .faceted: return try await page(translated, Int(search.page ?? 1), visit, reader).json
    case .instant where Self.isBefore(translated.wish.text, reader.call.app.search):
      return try await before(translated, visit, reader).json
    case .instant: return try await found(translated, visit, reader).json
    }
  }

  /// What somebody did last; `nil` where somebody only tries things out.
  private static func trail(of visit: Segmentify.Visit) -> ShopSearching.TrailReading? {
    guard !visit.isTest else { return nil }
    return { scope in
      let visitor = try ShopVisitors(scope).find(.vendorID(visit.userID))
      return try visitor.map { try Trails(scope).trail(shownTo: $0) } ?? Trail()
    }
  }

  /// Whether a client is shown what it shows before a search: it has typed too little.
  private static func isBefore(_ text: String, _ settings: SearchSettings) -> Bool {
    Int64(text.unicodeScalars.count) < settings.minCharacters
  }

  // MARK: While somebody types

  private func before(
    _ asked: TranslatedSearch, _ visit: Segmentify.Visit, _ reader: SnapshotReader
  ) async throws -> Segmentify.Found {
    var wish = asked.wish
    let settings = reader.call.app.search
    wish.limit = Int(settings.itemCount)
    let (trail, lastSearches) = try await last(of: visit, reader)
    let items = try await searching.before(wish, for: trail, reader)
    return Segmentify.Found(
      Segmentify.SearchCampaign(Segmentify.SearchCampaign.before, settings),
      products: items.compactMap(\.product).map {
        Segmentify.Product($0, language: wish.language, wish.currency)
      }, lastSearches: lastSearches)
  }

  /// What somebody did last, and what they searched for last.
  private func last(
    of visit: Segmentify.Visit, _ reader: SnapshotReader
  ) async throws -> (Trail, searches: [String]) {
    guard let trail = Self.trail(of: visit) else { return (Trail(), []) }
    return try await reader.read { scope in
      let name = VisitorName.vendorID(visit.userID)
      return (try trail(scope), try RememberedSearches(scope).own(of: name).texts)
    }
  }

  private func found(
    _ asked: TranslatedSearch, _ visit: Segmentify.Visit, _ reader: SnapshotReader
  ) async throws -> Segmentify.Found {
    var wish = asked.wish
    let settings = reader.call.app.search
    wish.limit = Int(settings.itemCount)
    let result = try await searching.find(wish, for: Self.trail(of: visit), reader)
    return Segmentify.Found(
      Segmentify.SearchCampaign(Segmentify.SearchCampaign.search, settings),
      products: result.items.map {
        Segmentify.Product($0.product, language: wish.language, wish.currency)
      })
  }

  // MARK: A page of results

  private func page(
    _ asked: TranslatedSearch, _ number: Int, _ visit: Segmentify.Visit,
    _ reader: SnapshotReader
  ) async throws -> Segmentify.FoundPage {
    var (wish, page) = (asked.wish, Segmentify.FoundPage())
    let app = reader.call.app
    (page.page, page.rows) = (number, Int(app.search.pageCount))
    (wish.limit, wish.offset) = (page.rows, (number - 1) * page.rows)
    let result = try await searching.find(wish, for: Self.trail(of: visit), reader)
    page.products = result.items.map {
      Segmentify.Product($0.product, language: wish.language, wish.currency)
    }
    page.insertTimes = result.items.map(\.product.createdAt.milliseconds)
    page.total = result.total
    page.currency = wish.currency?.code ?? app.settings.currency ?? ""
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
