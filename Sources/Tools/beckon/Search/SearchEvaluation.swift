import BeckonBasics
import BeckonEngine
import BeckonModel

/// Asks each query, and counts how well it was answered and how long that took.
struct SearchEvaluation {
  /// Rows of a list.
  static let listRows = 10

  private let catalogue: CatalogueFile
  private var places: [TextKey: Int] = [:]
  private(set) var quality = SearchQuality(cut: listRows)
  /// Ids of queries that the catalogue does not have.
  private(set) var unknownIDs = 0
  /// The first of them.
  private(set) var firstUnknown: String?
  private var nanoseconds: [UInt32] = []

  init(_ catalogue: CatalogueFile) {
    self.catalogue = catalogue
    for (place, id) in catalogue.ids.enumerated() where places[id] == nil { places[id] = place }
  }

  /// Asks.
  /// - Parameter results: is given each query with what was found.
  mutating func run(
    _ queries: [QueryFile.Query], find: (String) -> [UInt32],
    results: (_ query: String, _ rows: [UInt32]) throws -> Void
  ) rethrows {
    for query in queries {
      let grades = grades(of: query)
      let start = MonotonicClock.nanoseconds()
      let rows = find(query.text)
      nanoseconds.append(UInt32(clamping: MonotonicClock.nanoseconds() - start))
      if !grades.isEmpty { quality.count(rows.map { catalogue.groups[Int($0)] }, grades: grades) }
      try results(query.text, rows)
    }
  }

  /// What is relevant, by the groups of rows: the highest grade of each.
  private mutating func grades(of query: QueryFile.Query) -> [UInt32: Double] {
    var grades: [UInt32: Double] = [:]
    for (id, grade) in query.grades where grade > 0 {
      guard let place = places[id] else {
        unknownIDs += 1
        firstUnknown = firstUnknown ?? id
        continue
      }
      let group = catalogue.groups[place]
      grades[group] = max(grade, grades[group] ?? 0)
    }
    return grades
  }

  /// How long one query took, in milliseconds: this share of them at most so long.
  func milliseconds(_ share: Double) -> Double {
    let sorted = nanoseconds.sorted()
    guard !sorted.isEmpty else { return 0 }
    return Double(sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]) / 1e6
  }
}
