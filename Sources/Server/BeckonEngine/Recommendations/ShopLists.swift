import BeckonModel

/// Lists that need no running session: pure functions over an index. Equal scores are ordered by
/// item number.
public enum ShopLists {
  /// What those who saw an item saw too, the nearest first.
  public static func alsoViewed(
    _ item: UInt32, limit: Int, in index: SessionIndex, by search: inout NeighbourSearch,
    isAllowed: (UInt32) -> Bool = { _ in true }
  ) -> [Recommendation] {
    search.next(after: [item], limit: limit, in: index) { $0 != item && isAllowed($0) }
      .map { Recommendation(item: $0.item, score: $0.score, reason: .alsoViewed) }
  }

  /// Orders that two items must have in common: once is chance.
  public static let ordersTogetherMin = 2
  /// Orders of an item that are looked at, the latest.
  public static let ordersMax = 2_000

  /// What was bought in the same orders as these items: how many of them, beside how often each is
  /// bought at all (the cosine of the two).
  public static func boughtTogether(
    with items: [UInt32], limit: Int, in purchases: SessionIndex,
    isAllowed: (UInt32) -> Bool = { _ in true }
  ) -> [Recommendation] {
    var scores: [UInt32: Float] = [:]
    for item in Set(items).sorted() {
      for (other, count) in purchases.together(with: item, sessionsMax: ordersMax)
      where count >= ordersTogetherMin && !items.contains(other) {
        let (ones, others) = (purchases.sessionCount(of: item), purchases.sessionCount(of: other))
        scores[other, default: 0] += Float(count) / (Float(ones) * Float(others)).squareRoot()
      }
    }
    return best(scores, .boughtTogether, limit, isAllowed)
  }

  /// What is in most sessions since a time: what is seen most, or of an index of orders what is
  /// bought most.
  /// - Parameter items: of these only, such as those of a category; `nil` for all.
  public static func most(
    since start: Instant, limit: Int, in index: SessionIndex, reason: RecommendationReason,
    among items: Set<UInt32>? = nil, isAllowed: (UInt32) -> Bool = { _ in true }
  ) -> [Recommendation] {
    list(index, items, reason, limit, isAllowed) { item in
      Float(index.sessionCount(of: item, since: start))
    }
  }

  /// Sessions that an item must have in the window to trend.
  public static let trendingMin = 3

  /// What is seen more in a window than in the time of the same length before it.
  /// - Parameters:
  ///   - start: when the window begins.
  ///   - end: when it ends: now.
  ///   - items: of these only; `nil` for all.
  public static func trending(
    from start: Instant, to end: Instant, limit: Int, in index: SessionIndex,
    among items: Set<UInt32>? = nil, isAllowed: (UInt32) -> Bool = { _ in true }
  ) -> [Recommendation] {
    let before = start.adding(milliseconds: -end.milliseconds(since: start))
    return list(index, items, .trending, limit, isAllowed) { item in
      guard index.isSeen(item, inSessions: trendingMin, since: start) else { return 0 }
      let now = index.sessionCount(of: item, since: start)
      let earlier = index.sessionCount(of: item, since: before) - now
      // The square root of what was before is how much it changes by chance.
      return Float(now - earlier) / Float(earlier + 1).squareRoot()
    }
  }

  /// What a visitor saw, the latest first, each item once.
  public static func lastVisited(
    _ seen: [UInt32], limit: Int, isAllowed: (UInt32) -> Bool = { _ in true }
  ) -> [Recommendation] {
    var (list, known): ([Recommendation], Set<UInt32>) = ([], [])
    for (place, item) in seen.enumerated().reversed() where list.count < limit {
      guard known.insert(item).inserted, isAllowed(item) else { continue }
      list.append(
        Recommendation(item: item, score: Float(place + 1), reason: .lastVisited))
    }
    return list
  }

  private static func list(
    _ index: SessionIndex, _ items: Set<UInt32>?, _ reason: RecommendationReason, _ limit: Int,
    _ isAllowed: (UInt32) -> Bool, score: (UInt32) -> Float
  ) -> [Recommendation] {
    var best = BestItems(limit: limit)
    if let items {
      for item in items { offer(item, score(item), reason, &best, isAllowed) }
      return best.list
    }
    for item in index.postings.indices.lazy.map(UInt32.init) {
      offer(item, score(item), reason, &best, isAllowed)
    }
    return best.list
  }

  static func best(
    _ scores: [UInt32: Float], _ reason: RecommendationReason, _ limit: Int,
    _ isAllowed: (UInt32) -> Bool
  ) -> [Recommendation] {
    var best = BestItems(limit: limit)
    for (item, score) in scores { offer(item, score, reason, &best, isAllowed) }
    return best.list
  }

  private static func offer(
    _ item: UInt32, _ score: Float, _ reason: RecommendationReason, _ best: inout BestItems,
    _ isAllowed: (UInt32) -> Bool
  ) {
    let candidate = Recommendation(item: item, score: score, reason: reason)
    guard score > 0, best.takes(candidate), isAllowed(item) else { return }
    best.insert(candidate)
  }
}
