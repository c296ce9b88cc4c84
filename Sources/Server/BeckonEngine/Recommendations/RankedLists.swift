import BeckonModel

/// Lists over all items of a shop, which are the same for every visitor. Such a list is made anew
/// when a hundredth of the shop may have moved; in a small shop, with every change.
struct RankedLists: Sendable {
  struct Key: Hashable, Sendable {
    let method: RecommendationMethod
    /// Over how many days; `nil` for what is usual.
    let days: Int64?
    /// Whole hours since 1970: windows begin at a full hour, so that servers agree.
    let hour: Int64
    let showsOutOfStock: Bool
    /// The category of which it is, by its digest; `nil` for the whole shop.
    let category: UInt32?
  }

  private struct Kept: Sendable {
    let list: [Recommendation]
    let changes: Int
  }

  /// Items that are kept of each: twice what an answer may have, since some are passed over.
  static let itemsMax = 240
  /// Lists that are kept; when there are more, all are made anew as they are asked for.
  static let listsMax = 500

  private var kept: [Key: Kept] = [:]

  /// The list of a method.
  /// - Parameters:
  ///   - changes: how often the shop has changed.
  ///   - items: how many items it has.
  mutating func list(
    _ key: Key, changes: Int, items: Int, _ make: () -> [Recommendation]
  ) -> [Recommendation] {
    if let found = kept[key], changes - found.changes <= items / 100 { return found.list }
    let list = make()
    kept = kept.count < Self.listsMax ? kept.filter { $0.key.hour == key.hour } : [:]
    kept[key] = Kept(list: list, changes: changes)
    return list
  }

  /// Forgets them: items have other places now.
  mutating func removeAll() { kept = [:] }
}
