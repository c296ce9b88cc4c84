/// How often visitors come back to what they have seen in the session, and to which: counted, so
/// that no setting has to say it for each shop.
///
/// An item's distance is its place among the session's distinct items, from the one seen last: 0
/// is the item just seen.
struct RepeatRates: Sendable, Equatable {
  /// Distances that are counted apart; all further ones are counted together.
  static let distances = 12

  /// What the session did before a click: it never came back to an item, it once did, or the very
  /// last click did. Who has come back comes back again.
  static let habits = 3

  /// Clicks before which an item stood at the distance, by habit.
  private var chances = [Int64](repeating: 0, count: habits * (distances + 1))
  /// Those of them that came back to it.
  private var returns = [Int64](repeating: 0, count: habits * (distances + 1))

  /// Counts the clicks of a session from a place on, or takes them back.
  mutating func count(_ items: UnsafeBufferPointer<UInt32>, from first: Int, by amount: Int64) {
    // Distinct items from the one seen last.
    var recent: [UInt32] = []
    var habit = 0
    for (place, item) in items.enumerated() {
      let distance = recent.firstIndex(of: item)
      if place > 0, place >= first { count(recent.count, distance, habit, by: amount) }
      if let distance { recent.remove(at: distance) }
      habit = distance != nil ? 2 : min(habit, 1)
      recent.insert(item, at: 0)
    }
  }

  private mutating func count(_ seen: Int, _ found: Int?, _ habit: Int, by amount: Int64) {
    let base = habit * (Self.distances + 1)
    for distance in 0..<seen { chances[base + min(distance, Self.distances)] += amount }
    if let found { returns[base + min(found, Self.distances)] += amount }
  }

  /// The share of clicks that come back to an item at this distance, from 0 to 1, after such a
  /// habit. With few clicks it is near nothing.
  func rate(_ distance: Int, habit: Int) -> Float {
    let place = habit * (Self.distances + 1) + min(distance, Self.distances)
    return Float(returns[place]) / Float(chances[place] + Self.doubt)
  }

  /// Clicks without a return that are added to those counted, so that the first ones say little.
  private static let doubt: Int64 = 20

  /// The distinct items of a session from the one seen last, and its habit.
  static func recent(of seen: [UInt32]) -> (items: [UInt32], habit: Int) {
    var recent: [UInt32] = []
    var habit = 0
    for item in seen {
      let distance = recent.firstIndex(of: item)
      if let distance { recent.remove(at: distance) }
      habit = distance != nil ? 2 : min(habit, 1)
      recent.insert(item, at: 0)
    }
    return (recent, habit)
  }
}
