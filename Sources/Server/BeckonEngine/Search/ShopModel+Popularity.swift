import BeckonModel

extension ShopModel {
  /// How much a visit to a product's page counts for its popularity.
  private static let viewWeight: Float = 1
  /// How much it counts that it was chosen among what a search had found.
  private static let findWeight: Float = 2
  /// How much an order counts.
  private static let purchaseWeight: Float = 5
  /// Products that have a popularity, the most popular.
  private static let popularMax = 2_000

  /// How popular products were in the last 30 days beside the most popular one, from 0 to 1, by
  /// their numbers: by the logarithm of what was done with them, so that one who clicks a hundred
  /// times moves little.
  public func popularities(at now: Instant) -> [Int64: Float] {
    let start = now.adding(milliseconds: -Self.recentDays * Span.dayMilliseconds)
    var weights: [UInt32: Float] = [:]
    for (index, weight) in [
      (memory.views, Self.viewWeight), (memory.finds, Self.findWeight),
      (memory.purchases, Self.purchaseWeight),
    ] {
      for item in ShopLists.most(
        since: start, limit: Self.popularMax, in: index, reason: .popular)
      { weights[item.item, default: 0] += weight * item.score }
    }
    let highest = BinaryLogarithm.of(1 + (weights.values.max() ?? 0))
    guard highest > 0 else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: weights.map { item, weight in
        (places.numbers[Int(item)], BinaryLogarithm.of(1 + weight) / highest)
      })
  }
}
