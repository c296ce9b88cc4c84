/// Words by the order of their bytes, in blocks, so that one can be put in without moving all.
struct WordOrder: Sendable {
  private var blocks: [[UInt32]] = []

  /// Words of a block at most.
  private static let blockMax = 512

  /// Puts a word in.
  mutating func insert(_ word: UInt32, _ texts: [[UInt8]]) {
    let text = texts[Int(word)]
    guard !blocks.isEmpty else {
      blocks = [[word]]
      return
    }
    let block = max(0, firstBlock(texts) { !Self.isBefore(texts[Int($0)], text) } - 1)
    let place = Self.first(blocks[block]) { !Self.isBefore(texts[Int($0)], text) }
    blocks[block].insert(word, at: place)
    if blocks[block].count > Self.blockMax {
      let half = Array(blocks[block][(Self.blockMax / 2)...])
      blocks[block].removeLast(half.count)
      blocks.insert(half, at: block + 1)
    }
  }

  /// Takes a word out; its text must still be there.
  mutating func remove(_ word: UInt32, _ texts: [[UInt8]]) {
    let text = texts[Int(word)]
    let block = max(0, firstBlock(texts) { Self.isBefore(text, texts[Int($0)]) } - 1)
    guard block < blocks.count, let place = blocks[block].firstIndex(of: word) else { return }
    blocks[block].remove(at: place)
    if blocks[block].isEmpty { blocks.remove(at: block) }
  }

  /// Gives the words that begin so, in order, until it is told to stop.
  func each(
    beginning: [UInt8], _ texts: [[UInt8]], _ goesOn: (UInt32) -> Bool
  ) {
    let start = max(0, firstBlock(texts) { !Self.isBefore(texts[Int($0)], beginning) } - 1)
    for block in blocks[min(start, blocks.count)...] {
      let first = Self.first(block) { !Self.isBefore(texts[Int($0)], beginning) }
      for word in block[first...] {
        guard texts[Int(word)].starts(with: beginning), goesOn(word) else { return }
      }
    }
  }

  /// The first block whose first word is so; the number of blocks where none is.
  private func firstBlock(_ texts: [[UInt8]], _ isSo: (UInt32) -> Bool) -> Int {
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if isSo(blocks[middle][0]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static func first(_ block: [UInt32], _ isSo: (UInt32) -> Bool) -> Int {
    var (low, high) = (0, block.count)
    while low < high {
      let middle = (low + high) / 2
      if isSo(block[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  static func isBefore(_ some: [UInt8], _ other: [UInt8]) -> Bool {
    some.lexicographicallyPrecedes(other)
  }
}
