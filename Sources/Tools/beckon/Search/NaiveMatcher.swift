import BeckonModel

/// The simplest search: rows that have most of a query's words, the first rows first. What any
/// other search is compared with.
struct NaiveMatcher {
  private var rows: [TextKey: [UInt32]] = [:]

  init(_ catalogue: CatalogueFile) {
    for (row, texts) in zip(UInt32(0)..., catalogue.texts) {
      for word in Set(texts.flatMap(Self.words)) { rows[word, default: []].append(row) }
    }
  }

  func find(_ query: String, limit: Int) -> [UInt32] {
    var counts: [UInt32: Int] = [:]
    for word in Set(Self.words(query)) {
      for row in rows[word] ?? [] { counts[row, default: 0] += 1 }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit).map(\.key)
  }

  private static func words(_ text: String) -> [TextKey] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { TextKey(String($0)) }
  }
}
