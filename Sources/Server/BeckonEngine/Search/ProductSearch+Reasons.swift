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
        expansion.candidates[$0].word
      }
    }

    /// How a product meets each word, in the query's order.
    func reasons(of place: UInt32, in index: SearchIndex) -> [SearchAnswer.Reason] {
      let fields = index.fields(of: place)
      let near = fields.keys.sorted().flatMap { byWord[$0] ?? [] }
      let all = near.map { expansion.candidates[$0] }.filter {
        expansion.words(of: $0).allSatisfy { fields[$0] != nil }
          && expansion.with($0, in: index) { NumberLists.place(of: place, in: $0) != nil }
      }
      return expansion.query.words.enumerated().compactMap { number, word in
        let bit = UInt32(1) << UInt32(number)
        let met = all.filter { $0.bits & bit != 0 }
        return reason(word, met, fields, index)
      }
    }

    private func reason(
      _ word: QueryWords.Word, _ met: [QueryExpansion.Candidate],
      _ fields: [UInt32: SearchField], _ index: SearchIndex
    ) -> SearchAnswer.Reason? {
      let texts = met.map { (candidate: $0, text: index.text(expansion.words(of: $0))) }
      let best = texts.min { some, other in
        let (cost, costOfOther) = (some.candidate.kind.cost, other.candidate.kind.cost)
        return cost == costOfOther ? some.text < other.text : cost < costOfOther
      }
      guard let best else { return nil }
      return SearchAnswer.Reason(
        queryWord: word.text, word: best.text, kind: best.candidate.kind,
        field: expansion.words(of: best.candidate).compactMap { fields[$0] }.min() ?? .label)
    }
  }
}

extension SearchIndex {
  /// The weightiest field of each word of a product.
  fileprivate func fields(of place: UInt32) -> [UInt32: SearchField] {
    var (fields, field) = ([UInt32: SearchField](), SearchField.title)
    for entry in entries[place] {
      if entry < WordEntries.fieldMark {
        let word = entry & (WordEntries.wordEnd - 1)
        fields[word] = min(field, fields[word] ?? .label)
      } else if entry != WordEntries.textMark {
        field = SearchField(rawValue: Int(entry & 0xFF)) ?? .label
      }
    }
    return fields
  }

  /// Words by their numbers, as a text.
  fileprivate func text(_ numbers: [UInt32]) -> String {
    numbers.map { String(decoding: words[$0], as: UTF8.self) }.joined(separator: " ")
  }
}
