import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonText

/// The index of a file's products, and how long it took to make.
struct CatalogueIndex {
  /// Bytes that an index of a file may take.
  private static let bytesMax = 16 << 30

  private(set) var index: SearchIndex
  /// Products that were taken in within one second.
  private(set) var productsPerSecond = 0.0
  private var search = ProductSearch()

  init(_ catalogue: CatalogueFile, language: String) {
    index = SearchIndex(language: SearchLanguage(code: language), bytesMax: Self.bytesMax)
    let fields = catalogue.columns.enumerated().map { Self.field($0.element, $0.offset) }
    let start = MonotonicClock.nanoseconds()
    for (row, texts) in catalogue.texts.enumerated() {
      // A file may have an id twice; its rows are what is found.
      index.set(Self.product("\(row)", texts, fields))
    }
    let seconds = Double(MonotonicClock.nanoseconds() - start) / 1e9
    productsPerSecond = Double(catalogue.texts.count) / max(seconds, 1e-9)
  }

  /// The field of a column: the first is the title, others are what their names say.
  private static func field(_ column: String, _ place: Int) -> SearchField {
    let name = column.lowercased()
    if place == 0 { return .title }
    if name.has(text: "brand") { return .brand }
    return name.has(text: "categor") || name.has(text: "type") ? .category : .label
  }

  private static func product(
    _ id: String, _ texts: [String], _ fields: [SearchField]
  ) -> SearchProduct {
    func said(_ field: SearchField) -> [String] {
      zip(fields, texts).filter { $0.0 == field && !$0.1.isEmpty }.map(\.1)
    }
    return SearchProduct(
      id: id, title: texts[0], brand: said(.brand).joined(separator: " "),
      categories: said(.category), labels: said(.label))
  }

  /// The rows that a query finds, the best first.
  mutating func find(_ query: String, limit: Int) -> [UInt32] {
    var request = SearchRequest(query)
    request.limit = limit
    return search.find(request, in: index).hits.compactMap { UInt32($0.id) }
  }
}
