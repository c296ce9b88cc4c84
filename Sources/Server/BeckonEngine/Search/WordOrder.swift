/// Words by the order of their bytes, in blocks, so that one can be put in without moving all.
///
/// The first bytes of each word stand beside its number: as a rule they decide, and nobody looks at
/// the word itself.
struct WordOrder: Sendable {
  private struct Entry {
    /// The first eight bytes, the first one the highest; 0 behind a shorter word.
    let key: UInt64
    let word: UInt32
  }

  private var blocks: [[Entry]] = []

  /// Words of a block at most.
  private static let blockMax = 512
  /// Bytes of a word.
  static let entryBytes = MemoryLayout<Entry>.stride

  private static func key(_ text: some Sequence<UInt8>) -> UInt64 {
    var (key, shift) = (UInt64(0), UInt64(56))
    for byte in text.prefix(8) {
      key |= UInt64(byte) << shift
      shift &-= 8
    }
    return key
  }

  /// Puts a word in.
  mutating func insert(_ word: UInt32, _ words: WordTable) {
    let text = words[word]
    let entry = Entry(key: Self.key(text), word: word)
    guard !blocks.isEmpty else {
      blocks = [[entry]]
      return
    }
    let block = self.block(of: text, entry.key, words)
    let place = Self.first(blocks[block], text, entry.key, words)
    blocks[block].insert(entry, at: place)
    if blocks[block].count > Self.blockMax {
      let half = Array(blocks[block][(Self.blockMax / 2)...])
      blocks[block].removeLast(half.count)
      blocks.insert(half, at: block + 1)
    }
  }

  /// Takes a word out; its text must still be there.
  mutating func remove(_ word: UInt32, _ words: WordTable) {
    let text = words[word]
    let key = Self.key(text)
    for block in self.block(of: text, key, words)..<blocks.count {
      let place = Self.first(blocks[block], text, key, words)
      // The word is the first of the next block.
      guard place < blocks[block].count else { continue }
      guard blocks[block][place].word == word else { return }
      blocks[block].remove(at: place)
      if blocks[block].isEmpty { blocks.remove(at: block) }
      return
    }
  }

  /// Gives the words that begin so, in order, until it is told to stop.
  func each(
    beginning: [UInt8], _ words: WordTable, _ goesOn: (UInt32) -> Bool
  ) {
    guard !blocks.isEmpty else { return }
    let key = Self.key(beginning)
    let mask = beginning.count >= 8 ? UInt64.max : ~(UInt64.max >> UInt64(8 * beginning.count))
    for block in blocks[self.block(of: beginning[...], key, words)...] {
      for entry in block[Self.first(block, beginning[...], key, words)...] {
        guard entry.key & mask == key,
          beginning.count <= 8 || words.with(entry.word, { $0.starts(with: beginning) }),
          goesOn(entry.word)
        else { return }
      }
    }
  }

  /// The last block whose first word is before a text; the first one where none is.
  private func block(of text: ArraySlice<UInt8>, _ key: UInt64, _ words: WordTable) -> Int {
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if Self.isBefore(blocks[middle][0], text, key, words) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return max(0, low - 1)
  }

  /// The first place of a block whose word is not before a text.
  private static func first(
    _ block: [Entry], _ text: ArraySlice<UInt8>, _ key: UInt64, _ words: WordTable
  ) -> Int {
    var (low, high) = (0, block.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(block[middle], text, key, words) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func isBefore(
    _ entry: Entry, _ text: ArraySlice<UInt8>, _ key: UInt64, _ words: WordTable
  ) -> Bool {
    guard entry.key == key else { return entry.key < key }
    return words.with(entry.word) { $0.lexicographicallyPrecedes(text) }
  }
}
