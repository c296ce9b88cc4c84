import BeckonModel

/// Lists that rest on the catalogue alone: nobody need have seen the items.
public enum CatalogueLists {
  /// What came into the catalogue since a time, the newest first. The score is how far into that
  /// time it came, from 0 for its beginning to 1 for now.
  /// - Parameters:
  ///   - arrivals: items, and when each came.
  ///   - start: when the time begins.
  ///   - end: when it ends: now.
  public static func newArrivals(
    _ arrivals: some Sequence<(item: UInt32, at: Instant)>, from start: Instant, to end: Instant,
    limit: Int, isAllowed: (UInt32) -> Bool = { _ in true }
  ) -> [Recommendation] {
    let length = Double(max(1, end.milliseconds(since: start)))
    let new = arrivals.filter { $0.at >= start && isAllowed($0.item) }
      .sorted { $0.at != $1.at ? $0.at > $1.at : $0.item < $1.item }
    return new.prefix(limit).map {
      let share = Double($0.at.milliseconds(since: start)) / length
      return Recommendation(item: $0.item, score: Float(min(1, share)), reason: .newArrival)
    }
  }

  /// A price that changed.
  public struct PriceChange: Sendable {
    /// The item's number.
    public var item: UInt32
    /// What it cost before, in the smallest part of the currency.
    public var before: Int64
    /// What it costs now.
    public var now: Int64
    /// When it changed.
    public var at: Instant

    /// A change of an item's price.
    public init(item: UInt32, before: Int64, now: Int64, at: Instant) {
      (self.item, self.before, self.now, self.at) = (item, before, now, at)
    }
  }

  /// What costs less since a time, by the part that is taken off. Of an item that changed more than
  /// once the last change counts.
  public static func priceDrops(
    _ changes: some Sequence<PriceChange>, since start: Instant, limit: Int,
    isAllowed: (UInt32) -> Bool = { _ in true }
  ) -> [Recommendation] {
    var last: [UInt32: PriceChange] = [:]
    for change in changes where change.at >= start {
      guard let known = last[change.item], !isLater(change, known) else {
        last[change.item] = change
        continue
      }
    }
    let drops = last.filter { $0.value.before > 0 && $0.value.now < $0.value.before }
      .mapValues { Float(Double($0.before - $0.now) / Double($0.before)) }
    return ShopLists.best(drops, .priceDrop, limit, isAllowed)
  }

  /// At one time the lower price is the later one, so that the order in which both came says
  /// nothing.
  private static func isLater(_ one: PriceChange, _ other: PriceChange) -> Bool {
    guard one.at == other.at else { return one.at > other.at }
    return one.now != other.now ? one.now < other.now : one.before < other.before
  }
}
