/// A segment file's index: where its records are, and how many are done with.
struct Segment: Sendable {
  /// Number in the file's name. Order of numbers is order of events; dates are never asked.
  let number: Int
  /// Records, header included.
  private(set) var spans: [Range<Int>]
  /// Records, from the first, that are delivered or dropped.
  private(set) var done: Int

  init(number: Int, spans: [Range<Int>] = [], deliveredBytes: Int = 0) {
    self.number = number
    self.spans = spans
    done = spans.prefix { $0.upperBound <= deliveredBytes }.count
  }

  /// Records that wait.
  var waiting: ArraySlice<Range<Int>> { spans[done...] }
  /// Bytes of the records that wait.
  var waitingBytes: Int { (spans.last?.upperBound ?? 0) - deliveredBytes }
  /// Bytes up to the first record that waits.
  var deliveredBytes: Int { done == 0 ? 0 : spans[done - 1].upperBound }
  /// Bytes of the file as far as it is known.
  var end: Int { spans.last?.upperBound ?? 0 }

  mutating func append(_ length: Int) { spans.append(end..<end + length) }

  /// Marks the first `count` records as done with; never goes back.
  mutating func finish(upTo count: Int) { done = max(done, min(count, spans.count)) }

  /// The file's name.
  var name: String { Self.name(number) }

  static func name(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 10 - digits.utf8.count)) + digits + ".events"
  }

  /// The number in a file's name; `nil` for files of another kind.
  static func number(ofName name: String) -> Int? {
    guard name.hasSuffix(".events") else { return nil }
    return Int(name.dropLast(7))
  }
}
