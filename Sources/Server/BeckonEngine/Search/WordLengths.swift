/// Words by the number of their letters, to find those that are a typo away: who has other letters
/// is passed over without a look at the word.
struct WordLengths: Sendable {
  private struct Entry {
    let signature: UInt64
    let word: UInt32
  }

  private var lengths = [[Entry]](repeating: [], count: TextWords.bytesMax + 1)

  /// Bytes of a word.
  static let entryBytes = MemoryLayout<Entry>.stride

  private static func isKept(_ letters: WordLetters) -> Bool {
    !letters.hasDigit && WordLetters.typosAllowed(letters: letters.count) > 0
  }

  /// Puts a word in, if typos in it are tolerated.
  mutating func insert(_ word: UInt32, _ letters: WordLetters) {
    guard Self.isKept(letters) else { return }
    lengths[letters.count].append(Entry(signature: letters.signature, word: word))
  }

  /// Takes a word out.
  mutating func remove(_ word: UInt32, _ letters: WordLetters) {
    guard Self.isKept(letters),
      let place = lengths[letters.count].firstIndex(where: { $0.word == word })
    else { return }
    lengths[letters.count].swapAt(place, lengths[letters.count].count - 1)
    lengths[letters.count].removeLast()
  }

  /// Gives words that may be near to one, with how many typos are tolerated in them.
  /// - Returns: how many words were looked at.
  func eachNear(_ letters: WordLetters, _ take: (UInt32, _ typos: Int) -> Void) -> Int {
    var seen = 0
    for length in max(0, letters.count - 2)...(letters.count + 2) where length < lengths.count {
      let typos = WordLetters.typosAllowed(letters: length)
      guard typos >= abs(length - letters.count), typos > 0 else { continue }
      seen += lengths[length].count
      for entry in lengths[length] where letters.isNear(entry.signature, typos: typos) {
        take(entry.word, typos)
      }
    }
    return seen
  }

  /// Gives words that are longer than one and have all its letters but one.
  /// - Returns: how many words were looked at.
  func eachLonger(_ letters: WordLetters, _ take: (UInt32) -> Void) -> Int {
    var seen = 0
    for length in lengths.indices where length >= max(letters.count, 5) {
      seen += lengths[length].count
      for entry in lengths[length]
      where (letters.signature & ~entry.signature).nonzeroBitCount <= 1 { take(entry.word) }
    }
    return seen
  }
}
