/// How good lists are at having what was looked for: counted over many queries, for lists cut at
/// one length. Rows that say the same are one thing, and a list gains nothing by saying it again.
public struct SearchQuality: Sendable {
  /// Rows of each list that count.
  public let cut: Int
  /// Queries that were counted.
  public private(set) var queries = 0
  private var recalls = 0.0
  private var reciprocals = 0.0
  private var gains = 0.0

  /// Counts lists cut at a length.
  public init(cut: Int) {
    self.cut = cut
  }

  /// Counts a list.
  /// - Parameters:
  ///   - list: what was found, the best first.
  ///   - grades: what is relevant, and how much, above 0. Not empty.
  public mutating func count(_ list: some Collection<UInt32>, grades: [UInt32: Double]) {
    queries += 1
    var found: Set<UInt32> = []
    var gain = 0.0
    for (place, item) in list.prefix(cut).enumerated() {
      guard let grade = grades[item], found.insert(item).inserted else { continue }
      if found.count == 1 { reciprocals += 1 / Double(place + 1) }
      gain += grade * Self.discount(place)
    }
    recalls += Double(found.count) / Double(max(1, grades.count))
    let best = grades.values.sorted(by: >).prefix(cut).enumerated()
    let ideal = best.reduce(0) { $0 + $1.element * Self.discount($1.offset) }
    gains += ideal == 0 ? 0 : gain / ideal
  }

  private static func discount(_ place: Int) -> Double {
    1 / Double(BinaryLogarithm.of(Float(place + 2)))
  }

  private func mean(_ sum: Double) -> Double { queries == 0 ? 0 : sum / Double(queries) }

  /// The mean share of what is relevant that the list has.
  public var recall: Double { mean(recalls) }
  /// The mean of 1 / place of the first that is relevant, 0 where none is.
  public var reciprocalRank: Double { mean(reciprocals) }
  /// The mean of grade / log2(place + 1), as a share of what the best list would have.
  public var discountedGain: Double { mean(gains) }
}
