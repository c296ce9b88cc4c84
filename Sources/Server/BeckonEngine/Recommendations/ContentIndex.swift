/// Finds items of the same kind, for those that nobody has seen yet: by category, brand and words.
/// Each of them is a feature, a number that the caller has given it.
public struct ContentIndex: Sendable {
  /// Features that an item may have; further ones are left out, the highest numbers first.
  public static let featuresMax = 64
  /// A feature that more items have than this says too little, and is not followed.
  public static let itemsMax = 20_000
  /// When a search has looked at so many items, it looks at no further feature.
  public static let workMax = 20_000

  private var features: [UInt32: [UInt32]] = [:]
  private var items: [UInt32: Set<UInt32>] = [:]

  /// An empty index.
  public init() {}

  /// Items that it holds.
  public var count: Int { features.count }

  /// The features of an item.
  func features(of item: UInt32) -> [UInt32] { features[item] ?? [] }

  /// Says which features an item has, in place of what was said before. None takes it away.
  public mutating func set(_ item: UInt32, features new: some Sequence<UInt32>) {
    for feature in features[item] ?? [] {
      items[feature]?.remove(item)
      if items[feature]?.isEmpty == true { items[feature] = nil }
    }
    let kept = Array(Set(new).sorted().prefix(Self.featuresMax))
    features[item] = kept.isEmpty ? nil : kept
    for feature in kept { items[feature, default: []].insert(item) }
  }

  /// Makes room for an item among the numbers: those from `first` on move by one.
  mutating func makePlace(at first: UInt32) {
    func moved(_ item: UInt32) -> UInt32 { item >= first ? item + 1 : item }
    features = Dictionary(uniqueKeysWithValues: features.map { (moved($0.key), $0.value) })
    items = items.mapValues { Set($0.map(moved)) }
  }

  /// Items that share features with these, rare ones counting more.
  /// - Parameter items: the items to resemble, the last one most.
  public func similar(
    to wanted: [UInt32], limit: Int, isAllowed: (UInt32) -> Bool = { _ in true }
  ) -> [Recommendation] {
    var scores: [UInt32: Float] = [:]
    var weight: Float = 1
    var left = Self.workMax
    for item in wanted.reversed() {
      for feature in rarestFirst(item) {
        guard let others = items[feature], others.count <= Self.itemsMax, left > 0 else { continue }
        left -= others.count
        let rarity = weight * self.rarity(others.count)
        // Each item gets one sum for each feature, so the order of the set changes nothing.
        for other in others where !wanted.contains(other) { scores[other, default: 0] += rarity }
      }
      weight *= Self.fade
    }
    for item in scores.keys { scores[item]? /= length(item) }
    return ShopLists.best(scores, .similarContent, limit, isAllowed)
  }

  /// What an item has, the rarest first: it says most, and costs least.
  private func rarestFirst(_ item: UInt32) -> [UInt32] {
    features(of: item).map { (count: items[$0]?.count ?? 0, feature: $0) }
      .sorted { ($0.count, $0.feature) < ($1.count, $1.feature) }.map(\.feature)
  }

  /// What an item's weight is multiplied by for each one that was seen after it.
  private static let fade: Float = 0.7

  private func rarity(_ count: Int) -> Float {
    BinaryLogarithm.of(1 + Float(features.count) / Float(count))
  }

  /// Who has many features has some in common with everybody.
  private func length(_ item: UInt32) -> Float {
    let sum = (features[item] ?? []).reduce(Float(0)) { sum, feature in
      let rarity = rarity(items[feature]?.count ?? 1)
      return sum + rarity * rarity
    }
    return max(sum, .leastNormalMagnitude).squareRoot()
  }
}
