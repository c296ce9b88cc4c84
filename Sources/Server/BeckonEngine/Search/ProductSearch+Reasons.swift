import BeckonModel

extension ProductSearch {
  /// How products meet the words of a query. Words by which it can be met are found by those of a
  /// product: there are fewer of them.
  struct Explanation {
    private let expansion: QueryExpansion
    private let byWord: [UInt32: [Int]]

    init(_ expansion: QueryExpansion) {
      self.expansion = expansion
      byWord = Dictionary(grouping: expansion.candidates.indices) {
        expansion.candidates[$0].words[0]
      }
    }

    /// How a product meets each word, in the query's order.
    func reasons(of place: UInt32, in index: SearchIndex) -> [SearchAnswer.Reason] {
      guard let product = index.products[Int(place)] else { return [] }
      let fields = product.fields
      let near = fields.keys.sorted().flatMap { byWord[$0] ?? [] }
      let all = near.map { expansion.candidates[$0] }.filter {
        $0.words.allSatisfy { fields[$0] != nil }
          && SearchIndex.place(of: place, in: $0.places) != nil
      }
      return expansion.query.words.enumerated().compactMap { number, word in
        let bit = UInt32(1) << UInt32(number)
        let met = all.filter { $0.bits & bit != 0 }
        return Self.reason(word, met, fields, index)
      }
    }

    private static func reason(
      _ word: QueryWords.Word, _ met: [QueryExpansion.Candidate],
      _ fields: [UInt32: SearchField], _ index: SearchIndex
    ) -> SearchAnswer.Reason? {
      guard let best = met.min(by: { index.isBetter($0, $1) }) else { return nil }
      return SearchAnswer.Reason(
        queryWord: word.text, word: index.text(best.words), kind: best.kind,
        field: best.words.compactMap { fields[$0] }.min() ?? .label)
    }
  }
}

extension StoredProduct {
  /// The weightiest field of each of its words.
  fileprivate var fields: [UInt32: SearchField] {
    var (fields, field) = ([UInt32: SearchField](), SearchField.title)
    for entry in words {
      if entry < WordEntries.fieldMark {
        let word = entry & (WordEntries.wordEnd - 1)
        fields[word] = min(field, fields[word] ?? .label)
      } else if entry != WordEntries.textMark {
        field = SearchField(rawValue: Int(entry & 0xFF)) ?? .label
      }
    }
    return fields
  }
}

extension SearchIndex {
  fileprivate func isBetter(
    _ some: QueryExpansion.Candidate, _ other: QueryExpansion.Candidate
  ) -> Bool {
    guard some.kind.cost == other.kind.cost else { return some.kind.cost < other.kind.cost }
    return text(some.words) < text(other.words)
  }

  /// Words by their numbers, as a text.
  fileprivate func text(_ numbers: [UInt32]) -> String {
    numbers.map { String(decoding: words.texts[Int($0)], as: UTF8.self) }.joined(separator: " ")
  }
}
