import BeckonEngine
import BeckonTesting
import BeckonText
import Testing

/// The index that changes product by product.
@Suite struct SearchIndexTests {
  private static let words = [
    "red", "blue", "shirt", "shirts", "shoe", "shoes", "leather", "running", "runner", "25mm", "xl",
    "größe", "tshirt", "t", "headphones", "head", "phones",
  ]

  private static func product(_ id: Int, _ chance: inout SeededGenerator) -> SearchProduct {
    func some(_ most: Int) -> [String] {
      (0..<Int.random(in: 0...most, using: &chance)).map { _ in
        words.randomElement(using: &chance) ?? ""
      }
    }
    return SearchProduct(
      id: "\(id)", title: some(6).joined(separator: " "), brand: some(1).first ?? "",
      categories: some(2), labels: some(3), isHidden: Int.random(in: 0..<8, using: &chance) == 0,
      popularity: Float.random(in: 0...1, using: &chance))
  }

  private static func answers(_ index: SearchIndex) -> [[String]] {
    var search = ProductSearch()
    let queries = words + ["red shrit", "leather shoe xl", "headphons", "s", "groesse shirt", ""]
    return queries.map { query in
      var request = SearchRequest(query)
      (request.limit, request.countsFacets) = (100, true)
      let answer = search.find(request, in: index)
      let facets = answer.facets?.counts[.label]?.map { "\($0.value) \($0.products)" } ?? []
      return answer.hits.map(\.id) + answer.dropped + ["\(answer.total)"] + facets
    }
  }

  @Test("What is found depends on what is held, not on how it came there")
  func order() {
    var chance = SeededGenerator(announcedFor: "products in another order")
    for _ in 0..<10 {
      let products = (0..<60).map { Self.product($0, &chance) }
      var (plain, moved) = (
        SearchIndex(language: SearchLanguage(code: "en")),
        SearchIndex(language: SearchLanguage(code: "en"))
      )
      for product in products { plain.set(product) }
      // Others were there, and the same in other words; some came and went.
      for id in (0..<90).shuffled(using: &chance) { moved.set(Self.product(id, &chance)) }
      for product in products.shuffled(using: &chance) { moved.set(product) }
      for id in 60..<90 { moved.remove("\(id)") }
      #expect(Self.answers(plain) == Self.answers(moved))
      #expect((plain.bytes, plain.wordCount) == (moved.bytes, moved.wordCount))
      #expect(plain.count == 60)
    }
  }

  @Test("A product that has changed is found by what it is now, at once")
  func change() {
    var shelf = Shelf(["Blue Shirt", "Red Shoe"])
    shelf.change { $0.set(SearchProduct(id: "Blue Shirt", title: "Green Trousers")) }
    #expect(shelf.find("shirt").isEmpty)
    #expect(shelf.find("green trousers") == ["Blue Shirt"])
    shelf.change { $0.remove("Blue Shirt") }
    #expect(shelf.find("green trousers").isEmpty)
    #expect(shelf.find("") == ["Red Shoe"])
  }

  @Test("No word is longer than the longest, whatever stands between its digits")
  func longWords() {
    var index = SearchIndex(language: SearchLanguage(code: ""), bytesMax: 1 << 22)
    let long = String(repeating: "m", count: 64)
    for (number, behind) in ["", "1", "1.5", "1,000.5", "1.1.1.1"].enumerated() {
      index.set(SearchProduct(id: "\(number)", title: long + behind))
    }
    var search = ProductSearch()
    let found = search.find(SearchRequest(long), in: index).hits.map(\.id)
    #expect(Set(found) == ["0", "1", "2", "3", "4"], "\(found)")
  }

  @Test("An index that is emptied takes nothing, and what does not fit is refused")
  func room() {
    var index = SearchIndex(bytesMax: 4_000)
    let empty = index.bytes
    var stored = 0
    for number in 0..<100 {
      let product = SearchProduct(id: "\(number)", title: "word\(number) shirt", labels: ["l"])
      if index.set(product) == .stored { stored += 1 }
      #expect(index.bytes <= 4_000)
    }
    #expect(stored > 2 && stored < 50)
    #expect(index.count == stored)
    for number in 0..<100 { index.remove("\(number)") }
    #expect(index.bytes == empty)
    #expect(index.wordCount == 0)
  }
}
