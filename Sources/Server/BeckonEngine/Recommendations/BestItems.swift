/// The best of many items, in order.
struct BestItems {
  private let limit: Int
  private(set) var list: [Recommendation] = []

  /// Keeps so many at most.
  init(limit: Int) {
    self.limit = limit
    list.reserveCapacity(max(0, limit) + 1)
  }

  /// Whether an item would be kept: asked first, because most would not.
  func takes(_ item: Recommendation) -> Bool {
    guard list.count == limit, let last = list.last else { return limit > 0 }
    return Recommendation.isBetter(item, last)
  }

  /// Puts an item in its place.
  mutating func insert(_ item: Recommendation) {
    var place = list.count
    while place > 0, Recommendation.isBetter(item, list[place - 1]) { place -= 1 }
    list.insert(item, at: place)
    if list.count > limit { list.removeLast() }
  }
}
