/// Gives out places in flat arrays: blocks of 2, 4, 8, … elements, those given back first.
///
/// Millions of short lists then cost no allocation each, and stand close together.
struct BlockPlaces: Sendable {
  /// Elements that the arrays must have.
  private(set) var end = 0
  /// Blocks given back, by the power of two that they hold.
  private var free = [[Int]](repeating: [], count: 40)

  /// The power of two that holds so many elements.
  static func power(for count: Int) -> Int {
    count <= 2 ? 1 : Int.bitWidth - (count - 1).leadingZeroBitCount
  }

  /// Takes a block of 2^power elements.
  /// - Returns: where it begins.
  mutating func take(power: Int) -> Int {
    if let start = free[power].popLast() { return start }
    defer { end += 1 << power }
    return end
  }

  /// Gives a block back.
  mutating func giveBack(_ start: Int, power: Int) {
    free[power].append(start)
  }
}
