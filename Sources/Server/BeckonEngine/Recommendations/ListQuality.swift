/// How good lists are at naming what came next: counted over many predictions, for lists cut at one
/// length.
public struct ListQuality: Sendable {
  /// Items of each list that count.
  public let cut: Int
  /// Predictions that were counted.
  public private(set) var predictions = 0
  private var hits = 0
  private var reciprocals = 0.0
  private var gains = 0.0
  private var shown: Set<UInt32> = []
  private var popularity = 0.0

  /// Counts lists cut at a length.
  public init(cut: Int) {
    self.cut = cut
  }

  /// Counts a list.
  /// - Parameters:
  ///   - list: the items, the best first.
  ///   - target: what came next.
  ///   - popularity: an item's sessions as a share of those of the item that has most.
  public mutating func count(
    _ list: some Collection<UInt32>, target: UInt32, popularity: (UInt32) -> Double
  ) {
    predictions += 1
    let list = list.prefix(cut)
    shown.formUnion(list)
    if !list.isEmpty {
      self.popularity += list.reduce(0) { $0 + popularity($1) } / Double(list.count)
    }
    guard let place = list.enumerated().first(where: { $0.element == target })?.offset else {
      return
    }
    hits += 1
    reciprocals += 1 / Double(place + 1)
    gains += 1 / Double(BinaryLogarithm.of(Float(place + 2)))
  }

  private func mean(_ sum: Double) -> Double { predictions == 0 ? 0 : sum / Double(predictions) }

  /// The share of lists that have what came next.
  public var hitRate: Double { mean(Double(hits)) }
  /// The mean of 1 / place at which it stands, 0 where it does not.
  public var reciprocalRank: Double { mean(reciprocals) }
  /// The mean of 1 / log2(place + 1).
  public var discountedGain: Double { mean(gains) }
  /// The mean popularity of what was shown, from 0 to 1.
  public var meanPopularity: Double { mean(popularity) }

  /// The share of so many items that were shown at least once.
  public func coverage(of items: Int) -> Double {
    items == 0 ? 0 : Double(shown.count) / Double(items)
  }
}
