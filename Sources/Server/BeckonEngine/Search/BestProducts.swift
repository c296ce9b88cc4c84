import BeckonModel

/// Keeps the best of many products, in order: by a number, the highest first, then by their ids.
struct BestProducts {
  private struct Entry {
    let order: UInt64
    let place: UInt32
  }

  private let limit: Int
  private var entries: [Entry] = []
  /// Below this nothing is kept any more.
  private(set) var orderMin: UInt64 = 0
  /// Of the last product that is kept, once there are as many as are wanted.
  private var idMax: String?

  /// Keeps so many at most.
  init(limit: Int) {
    self.limit = max(0, limit)
  }

  /// Takes a product in, if it is among the best.
  mutating func insert(_ place: UInt32, _ order: UInt64, in index: SearchIndex) {
    guard limit > 0, order >= orderMin else { return }
    if order == orderMin, let idMax, idMax < Self.id(place, index) { return }
    entries.append(Entry(order: order, place: place))
    if entries.count >= 2 * limit + 64 { cut(index) }
  }

  private mutating func cut(_ index: SearchIndex) {
    entries.sort { left, right in
      guard left.order == right.order else { return left.order > right.order }
      return Self.id(left.place, index) < Self.id(right.place, index)
    }
    guard limit > 0, entries.count >= limit else { return }
    entries.removeLast(entries.count - limit)
    orderMin = entries[limit - 1].order
    idMax = Self.id(entries[limit - 1].place, index)
  }

  private static func id(_ place: UInt32, _ index: SearchIndex) -> String {
    index.products[Int(place)]?.id ?? ""
  }

  /// The best, in order.
  mutating func list(in index: SearchIndex) -> [UInt32] {
    cut(index)
    return entries.map(\.place)
  }
}
