/// A segment file's index: where its records are, and which are done with.
struct Segment: Sendable {
  /// Number in the file's name. Order of numbers is order of events; dates are never asked.
  let number: Int
  /// Records, header included.
  private(set) var spans: [Range<Int>]
  /// Records, from the first, that are delivered or dropped.
  private(set) var done: Int
  /// Records that are done with before some older ones, which were held back.
  private var doneBeyond: Set<Int> = []
  /// What was held back, so that it is not read again each time.
  var held: [Int: HeldBack.Call] = [:]

  init(number: Int, spans: [Range<Int>] = [], delivered: QueueLedger.Delivered? = nil) {
    self.number = number
    self.spans = spans
    let delivered = delivered ?? QueueLedger.Delivered()
    done = spans.prefix { $0.upperBound <= delivered.bytes }.count
    let ends = Set(delivered.beyond)
    finish(spans.indices.filter { ends.contains(spans[$0].upperBound) })
  }

  /// The numbers of the records that wait, from the first.
  var waiting: LazyFilterSequence<Range<Int>> {
    (done..<spans.count).lazy.filter { [doneBeyond] in !doneBeyond.contains($0) }
  }
  /// How many wait.
  var waitingCount: Int { spans.count - done - doneBeyond.count }
  /// Bytes from the first record that waits on.
  var waitingBytes: Int { end - doneBytes }
  /// Bytes up to the first record that waits.
  var doneBytes: Int { done == 0 ? 0 : spans[done - 1].upperBound }
  /// Bytes of the file as far as it is known.
  var end: Int { spans.last?.upperBound ?? 0 }

  /// What the ledger remembers of it.
  var delivered: QueueLedger.Delivered {
    QueueLedger.Delivered(
      bytes: doneBytes, beyond: doneBeyond.sorted().map { spans[$0].upperBound })
  }

  mutating func append(_ length: Int) { spans.append(end..<end + length) }

  /// Marks records as done with; what is done stays done.
  mutating func finish(_ records: [Int]) {
    doneBeyond.formUnion(records.filter { $0 >= done })
    for record in records { held[record] = nil }
    while doneBeyond.remove(done) != nil { done += 1 }
  }

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
