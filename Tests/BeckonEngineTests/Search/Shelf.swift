import BeckonEngine
import BeckonText

/// A small shop to search in: products by their titles, whose ids are these titles.
struct Shelf {
  private(set) var index: SearchIndex
  private var search = ProductSearch()

  init(_ titles: [String], language: String = "en") {
    self.init(titles.map { SearchProduct(id: $0, title: $0) }, language: language)
  }

  init(_ products: [SearchProduct], language: String = "en") {
    index = SearchIndex(language: SearchLanguage(code: language))
    for product in products { index.set(product) }
  }

  mutating func change(_ body: (inout SearchIndex) -> Void) { body(&index) }

  mutating func answer(
    _ query: String, _ change: (inout SearchRequest) -> Void = { _ in }
  ) -> SearchAnswer {
    var request = SearchRequest(query)
    request.explains = true
    change(&request)
    return search.find(request, in: index)
  }

  mutating func find(
    _ query: String, _ change: (inout SearchRequest) -> Void = { _ in }
  ) -> [String] {
    answer(query, change).hits.map(\.id)
  }
}
