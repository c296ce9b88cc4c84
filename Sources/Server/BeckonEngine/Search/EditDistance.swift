/// How many typos lie between two words: letters put in, left out, replaced, or two neighbours
/// swapped.
struct EditDistance {
  private var earlier = [Int](repeating: 0, count: TextWords.bytesMax + 1)
  private var before = [Int](repeating: 0, count: TextWords.bytesMax + 1)
  private var row = [Int](repeating: 0, count: TextWords.bytesMax + 1)

  /// The letters of a word of UTF-8.
  static func letters(_ word: some Sequence<UInt8>) -> [UInt32] {
    String(decoding: Array(word), as: UTF8.self).unicodeScalars.map(\.value)
  }

  /// The number of typos; `nil` where there are more than `most`.
  mutating func typos(_ some: [UInt32], _ other: [UInt32], most: Int) -> Int? {
    guard abs(some.count - other.count) <= most else { return nil }
    return rows(some, other, most: most) ? within(before[other.count], most) : nil
  }

  /// The number of typos between a word and the beginning of another; `nil` where there are more.
  mutating func typos(_ some: [UInt32], beginning other: [UInt32], most: Int) -> Int? {
    guard some.count <= other.count + most, rows(some, other, most: most) else { return nil }
    return within(before[0...other.count].min() ?? .max, most)
  }

  private func within(_ typos: Int, _ most: Int) -> Int? { typos <= most ? typos : nil }

  /// Fills the rows, the last of which is left in `before`; `false` where all of one are too high.
  private mutating func rows(_ some: [UInt32], _ other: [UInt32], most: Int) -> Bool {
    guard some.count <= TextWords.bytesMax, other.count <= TextWords.bytesMax else { return false }
    for place in 0...other.count { before[place] = place }
    for place in some.indices {
      var least = place + 1
      row[0] = place + 1
      for next in other.indices {
        var cost = min(before[next + 1], row[next]) + 1
        let isSame = some[place] == other[next]
        cost = min(cost, before[next] + (isSame ? 0 : 1))
        if place > 0, next > 0, !isSame, some[place] == other[next - 1],
          some[place - 1] == other[next]
        {
          cost = min(cost, earlier[next - 1] + 1)
        }
        row[next + 1] = cost
        least = min(least, cost)
      }
      guard least <= most else { return false }
      swap(&earlier, &before)
      swap(&before, &row)
    }
    return true
  }
}
