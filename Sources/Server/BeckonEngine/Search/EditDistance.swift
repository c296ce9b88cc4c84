/// How many typos lie between two words: letters put in, left out, replaced, or two neighbours
/// swapped.
struct EditDistance {
  /// The word of a query that others are compared with.
  private var word: [UInt32] = []
  private var other: [UInt32] = []
  private var earlier = [Int](repeating: 0, count: TextWords.bytesMax + 2)
  private var before = [Int](repeating: 0, count: TextWords.bytesMax + 2)
  private var row = [Int](repeating: 0, count: TextWords.bytesMax + 2)

  /// Begins with a word of UTF-8, which others are compared with from now on.
  mutating func begin(_ word: [UInt8]) {
    word.withUnsafeBufferPointer { Self.read($0, into: &self.word) }
  }

  /// The number of typos between the word and another; `nil` where there are more than `most`.
  mutating func typos(_ other: UnsafeBufferPointer<UInt8>, most: Int) -> Int? {
    Self.read(other, into: &self.other)
    guard abs(word.count - self.other.count) <= most, fillRows(most: most) else { return nil }
    return within(before[self.other.count], most)
  }

  /// The number of typos between the word and the beginning of another; `nil` where there are more.
  mutating func typos(beginning other: UnsafeBufferPointer<UInt8>, most: Int) -> Int? {
    Self.read(other, into: &self.other)
    guard word.count <= self.other.count + most, fillRows(most: most) else { return nil }
    let last = min(self.other.count, word.count + most)
    return within(before[max(0, word.count - most)...last].min() ?? .max, most)
  }

  private func within(_ typos: Int, _ most: Int) -> Int? { typos <= most ? typos : nil }

  /// Takes the letters out of UTF-8. Words are cut at `TextWords.bytesMax` bytes, perhaps within a
  /// letter: what is left of it is one.
  private static func read(_ bytes: UnsafeBufferPointer<UInt8>, into letters: inout [UInt32]) {
    letters.removeAll(keepingCapacity: true)
    for byte in bytes.prefix(TextWords.bytesMax) {
      if byte & 0xC0 == 0x80, let last = letters.popLast() {
        letters.append(last << 6 | UInt32(byte & 0x3F))
      } else {
        letters.append(UInt32(byte))
      }
    }
  }

  /// Fills the rows, the last of which is left in `before`; `false` where all of one are too high.
  /// Only what can be low enough is filled: `most` places on both sides of the diagonal.
  private mutating func fillRows(most: Int) -> Bool {
    let (count, tooMany) = (other.count, most + 1)
    for place in 0...min(count, most) { before[place] = place }
    if most < count { before[most + 1] = tooMany }
    for place in word.indices {
      let (first, last) = (max(1, place + 1 - most), min(count, place + 1 + most))
      guard first <= last else { return false }
      row[first - 1] = first == 1 ? place + 1 : tooMany
      var least = row[first - 1]
      for next in first...last {
        let cost = cost(at: place, next)
        row[next] = cost
        least = min(least, cost)
      }
      if last < count { row[last + 1] = tooMany }
      guard least <= most else { return false }
      swap(&earlier, &before)
      swap(&before, &row)
    }
    return true
  }

  /// What it takes to make so many letters of the other word of those up to a place.
  private func cost(at place: Int, _ next: Int) -> Int {
    let isSame = word[place] == other[next - 1]
    var cost = min(before[next], row[next - 1]) + 1
    cost = min(cost, before[next - 1] + (isSame ? 0 : 1))
    if place > 0, next > 1, !isSame, word[place] == other[next - 2],
      word[place - 1] == other[next - 1]
    {
      cost = min(cost, earlier[next - 2] + 1)
    }
    return cost
  }
}
