/// Numbers for texts of bytes. A number whose text nobody uses any more is given to another.
///
/// All texts stand in one array, one behind the other: who compares many follows no reference.
/// Hashes differ from one start of a program to the next, so that nobody can choose texts
/// that meet; nothing that is found depends on them.
struct WordTable: Sendable {
  private struct Span {
    var start: UInt32
    var count: UInt32
  }

  private var letters: [UInt8] = []
  /// Bytes of texts that were given back.
  private var unused = 0
  private var spans: [Span] = []
  private var hashes: [UInt32] = []
  /// Numbers + 1 by hash, 0 where nothing stands. Half of the places are free at least.
  private var places = [UInt32](repeating: 0, count: 64)
  private var free: [UInt32] = []

  /// Texts that it holds.
  var count: Int { spans.count - free.count }

  /// Numbers are below this.
  var end: Int { spans.count }

  /// Bytes that it takes.
  private(set) var bytes = 0
  /// Bytes of a text beside its own: where it stands, its hash, and two places.
  private static let textBytes = 8 + 4 + 8
  /// So many bytes may be unused before the texts are moved together.
  private static let unusedMin = 4_096

  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  // MARK: Reading

  /// How many bytes the text of a number has; 0 where the number is free.
  func size(of number: UInt32) -> Int { Int(spans[Int(number)].count) }

  /// The text of a number.
  subscript(number: UInt32) -> ArraySlice<UInt8> {
    let span = spans[Int(number)]
    return letters[Int(span.start)..<Int(span.start + span.count)]
  }

  /// Reads the text of a number.
  func with<Value>(
    _ number: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> Value
  ) -> Value {
    let span = spans[Int(number)]
    return letters.withUnsafeBufferPointer { letters in
      body(
        UnsafeBufferPointer(
          rebasing: letters[Int(span.start)..<Int(span.start + span.count)]))
    }
  }

  /// The number of a text, if it has one.
  func number(of text: [UInt8]) -> UInt32? {
    text.withUnsafeBufferPointer { self.number(of: $0) }
  }

  /// The number of a text, if it has one.
  func number(of text: UnsafeBufferPointer<UInt8>) -> UInt32? { number(of: text, Self.hash(text)) }

  private func number(of text: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> UInt32? {
    var place = Int(hash) & (places.count - 1)
    while places[place] != 0 {
      let number = places[place] - 1
      if hashes[Int(number)] == hash, with(number, { $0.elementsEqual(text) }) { return number }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  // MARK: Changing

  /// The number of a text, which gets one if it has none.
  mutating func take(_ text: [UInt8]) -> (number: UInt32, isNew: Bool) {
    let hash = text.withUnsafeBufferPointer { Self.hash($0) }
    let known = text.withUnsafeBufferPointer { self.number(of: $0, hash) }
    if let known { return (known, false) }
    if (count + 1) * 2 > places.count { grow() }
    let number = free.popLast() ?? UInt32(spans.count)
    let span = Span(start: UInt32(letters.count), count: UInt32(text.count))
    letters += text
    if Int(number) == spans.count {
      spans.append(span)
      hashes.append(hash)
    } else {
      (spans[Int(number)], hashes[Int(number)]) = (span, hash)
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
    let size = size(of: number)
    bytes -= Self.textBytes + size
    unused += size
    spans[Int(number)] = Span(start: 0, count: 0)
    free.append(number)
    if unused > Self.unusedMin, unused * 2 > letters.count { moveTogether() }
  }

  private mutating func moveTogether() {
    var moved: [UInt8] = []
    moved.reserveCapacity(letters.count - unused)
    for number in spans.indices {
      let span = spans[number]
      spans[number].start = UInt32(moved.count)
      moved += letters[Int(span.start)..<Int(span.start + span.count)]
    }
    (letters, unused) = (moved, 0)
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
