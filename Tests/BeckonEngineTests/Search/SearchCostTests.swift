import BeckonModel
import Testing

@testable import BeckonEngine

/// What a query may cost, whatever words somebody has put into a shop to make it costly.
@Suite struct SearchCostTests {
  /// A shop of many words that begin alike.
  private static let index: SearchIndex = {
    var index = SearchIndex(language: .none, bytesMax: 1 << 28)
    for product in 0..<60 {
      let words = (0..<1_000).map { "zq\(letters(product * 1_000 + $0))" }
      for part in 0..<4 {
        let title = words[(part * 250)..<(part * 250 + 250)].joined(separator: " ")
        index.set(SearchProduct(id: "\(product)-\(part)", title: title))
      }
    }
    return index
  }()

  /// A number as letters: words with digits have no typos.
  private static func letters(_ number: Int) -> String {
    var (rest, letters) = (number, "")
    for _ in 0..<4 {
      letters.unicodeScalars.append(Unicode.Scalar(UInt8(97 + rest % 26)))
      rest /= 26
    }
    return letters
  }

  @Test(
    "A query is met by so many words at most, however often it says one",
    arguments: ["zq", "zqa", "zqaa", "zqaaaa"])
  func candidates(_ word: String) {
    let text = [String](repeating: word, count: 32).joined(separator: " ")
    var expansion = QueryExpansion(QueryWords(text, .none))
    expansion.addNear(SearchSynonyms(), isTyping: true, in: Self.index)
    for place in expansion.query.words.indices { expansion.addTypos(place, in: Self.index) }
    #expect(expansion.candidates.count <= QueryExpansion.candidatesMax)
    #expect(expansion.seen <= 2 * QueryExpansion.seenMax)
  }

  @Test("An explanation tells of each word how it is met, where many words could meet it")
  func explained() {
    var search = ProductSearch()
    var request = SearchRequest("zqaaaa zqbaaa zq")
    request.explains = true
    let answer = search.find(request, in: Self.index)
    let reasons = answer.hits.first?.reasons ?? []
    #expect(reasons.prefix(2).map(\.word) == ["zqaaaa", "zqbaaa"])
    #expect(reasons.prefix(2).allSatisfy { $0.kind == .exact } && reasons.count == 3)
  }
}
