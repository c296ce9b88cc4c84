/// Numbers for texts of bytes. A number whose text nobody uses any more is given to another.
///
/// Hashes differ from one start of a program to the next, so that nobody can choose texts that
/// meet; nothing that is found depends on them.
struct WordTable: Sendable {
  /// The texts by their numbers; empty where a number is free.
  private(set) var texts: [[UInt8]] = []
  private var hashes: [UInt32] = []
  /// Numbers + 1 by hash, 0 where nothing stands. Half of the places are free at least.
  private var places = [UInt32](repeating: 0, count: 64)
  private var free: [UInt32] = []

  /// Texts that it holds.
  var count: Int { texts.count - free.count }

  /// Bytes that it takes.
  private(set) var bytes = 0
  /// Bytes of a text beside its own: the array that holds it, its hash, and two places.
  private static let textBytes = 8 + 32 + 4 + 8

  private static func hash(_ text: [UInt8]) -> UInt32 {
    var hasher = Hasher()
    text.withUnsafeBytes { hasher.combine(bytes: $0) }
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  /// The number of a text, if it has one.
  func number(of text: [UInt8]) -> UInt32? {
    let hash = Self.hash(text)
    var place = Int(hash) & (places.count - 1)
    while places[place] != 0 {
      let number = places[place] - 1
      if hashes[Int(number)] == hash, texts[Int(number)] == text { return number }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  /// The number of a text, which gets one if it has none.
  mutating func take(_ text: [UInt8]) -> (number: UInt32, isNew: Bool) {
    if let number = number(of: text) { return (number, false) }
    if (count + 1) * 2 > places.count { grow() }
    let hash = Self.hash(text)
    let number = free.popLast() ?? UInt32(texts.count)
    if Int(number) == texts.count {
      texts.append(text)
      hashes.append(hash)
    } else {
      (texts[Int(number)], hashes[Int(number)]) = (text, hash)
    }
    put(number)
    bytes += Self.textBytes + text.count
    return (number, true)
  }

  /// Takes a number back.
  mutating func giveBack(_ number: UInt32) {
    var place = Int(hashes[Int(number)]) & (places.count - 1)
    while places[place] != number + 1 { place = (place + 1) & (places.count - 1) }
    close(place)
    bytes -= Self.textBytes + texts[Int(number)].count
    texts[Int(number)] = []
    free.append(number)
  }

  private mutating func put(_ number: UInt32) {
    var place = Int(hashes[Int(number)]) & (places.count - 1)
    while places[place] != 0 { place = (place + 1) & (places.count - 1) }
    places[place] = number + 1
  }

  /// Frees a place, and moves up what stands behind it only because the place was taken.
  private mutating func close(_ place: Int) {
    let mask = places.count - 1
    var (gap, next) = (place, (place + 1) & mask)
    while places[next] != 0 {
      let home = Int(hashes[Int(places[next] - 1)]) & mask
      if (next - home) & mask >= (next - gap) & mask {
        places[gap] = places[next]
        gap = next
      }
      next = (next + 1) & mask
    }
    places[gap] = 0
  }

  private mutating func grow() {
    let old = places
    places = [UInt32](repeating: 0, count: old.count * 2)
    for number in old where number != 0 { put(number - 1) }
  }
}
