import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import BeckonText

/// What the engine itself finds in the products of a workshop: the measure of what a server says.
struct EngineAnswers {
  private let index: SearchIndex
  private let count: Int

  /// Reads the products as they are stored.
  init(_ workshop: Workshop, count: Int) async throws {
    let (database, app) = (try workshop.open(), workshop.app)
    index = try await database.read { connection in
      let scope = Scope(
        connection: connection, app: app, now: Ambient.system.now(), ambient: .system)
      var finder = ShopFinder(languages: app.search.languages, bytesMax: 1 << 30) {
        SearchLanguage(code: $0)
      }
      var behind: Identifier?
      while let page = try CatalogueTraits(scope).page(behind: behind, limit: 1_000) {
        for product in page.found.products { finder.set(product, nil) }
        behind = page.last
      }
      return finder.indexes[0]
    }
    await database.close()
    self.count = count
  }

  /// The queries whose products are others, by the numbers of their keystrokes.
  func different(_ answers: [Int: [String]], _ queries: [String]) -> [String] {
    var search = ProductSearch()
    return answers.keys.sorted().compactMap { number in
      let query = queries[number % queries.count]
      var request = SearchRequest(query)
      request.limit = count
      request.filter.isInStock = true
      let found = search.find(request, in: index).hits.map(\.id)
      return found == answers[number] ? nil : query
    }
  }
}
