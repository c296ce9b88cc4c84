import BeckonModel

extension ProductSearch {
  /// How a product meets each word of a query, in the query's order.
  func reasons(
    of place: UInt32, _ expansion: QueryExpansion, in index: SearchIndex
  ) -> [SearchAnswer.Reason] {
    guard let product = index.products[Int(place)] else { return [] }
    let fields = product.fields
    return expansion.query.words.enumerated().compactMap { number, word in
      let bit = UInt32(1) << UInt32(number)
      let met = expansion.candidates.filter { candidate in
        candidate.bits & bit != 0 && candidate.words.allSatisfy { fields[$0] != nil }
          && SearchIndex.place(of: place, in: candidate.places) != nil
      }
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
