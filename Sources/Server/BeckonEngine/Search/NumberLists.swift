/// Lists of numbers that stand in one array, one behind the other: who reads a list follows no
/// reference, and a copy of all of them is one copy of memory.
struct NumberLists: Sendable {
  /// Where a list stands, and how many numbers it has room for.
  private struct Span {
    var start: UInt32 = 0
    var count: UInt32 = 0
    var room: UInt32 = 0
  }

  private var numbers: [UInt32] = []
  private var spans: [Span] = []
  /// Where lists can begin that nobody uses, by their room.
  private var free: [UInt32: [UInt32]] = [:]
  private var freeCount = 0
  /// Numbers in all lists.
  private(set) var total = 0

  /// Numbers that all lists may have room for: where one begins is a number of 32 bits.
  private static let numbersMax = Int(UInt32.max) / 2
  /// So much may be unused before the lists are moved together.
  private static let freeMin = 4_096

  /// Bytes of a list beside its numbers.
  static let listBytes = 12

  /// How many lists there are.
  var count: Int { spans.count }

  /// How many numbers a list has.
  func count(of list: UInt32) -> Int { Int(spans[Int(list)].count) }

  /// The numbers of a list.
  subscript(list: UInt32) -> ArraySlice<UInt32> {
    let span = spans[Int(list)]
    return numbers[Int(span.start)..<Int(span.start + span.count)]
  }

  /// Reads a list.
  func with<Value>(
    _ list: UInt32, _ body: (UnsafeBufferPointer<UInt32>) -> Value
  ) -> Value {
    let span = spans[Int(list)]
    return numbers.withUnsafeBufferPointer { numbers in
      body(
        UnsafeBufferPointer(
          rebasing: numbers[Int(span.start)..<Int(span.start + span.count)]))
    }
  }

  // MARK: Changing

  /// Sees to it that there is such a list.
  mutating func open(_ list: UInt32) {
    while spans.count <= Int(list) { spans.append(Span()) }
  }

  /// Makes a list these numbers.
  mutating func set(_ list: UInt32, _ new: [UInt32]) {
    open(list)
    clear(list)
    reserve(list, new.count)
    let start = Int(spans[Int(list)].start)
    for (place, number) in new.enumerated() { numbers[start + place] = number }
    spans[Int(list)].count = UInt32(new.count)
    total += new.count
  }

  /// Empties a list, and gives back its room.
  mutating func clear(_ list: UInt32) {
    total -= Int(spans[Int(list)].count)
    giveBack(spans[Int(list)])
    spans[Int(list)] = Span()
    if freeCount > Self.freeMin, freeCount * 2 > numbers.count { moveTogether() }
  }

  /// Puts a number into an ascending list, once.
  mutating func insert(_ number: UInt32, into list: UInt32) {
    let count = Int(spans[Int(list)].count)
    let place = with(list) { list in
      if let last = list.last, last < number { return list.count }
      return Self.firstPlace(notBefore: number, in: list)
    }
    let start = Int(spans[Int(list)].start)
    if place < count, numbers[start + place] == number { return }
    reserve(list, count + 1)
    let first = Int(spans[Int(list)].start)
    var next = count
    while next > place {
      numbers[first + next] = numbers[first + next - 1]
      next -= 1
    }
    numbers[first + place] = number
    spans[Int(list)].count += 1
    total += 1
  }

  /// Takes a number out of an ascending list.
  mutating func remove(_ number: UInt32, from list: UInt32) {
    guard let place = with(list, { Self.place(of: number, in: $0) }) else { return }
    let span = spans[Int(list)]
    if span.count == 1 { return clear(list) }
    for next in Int(span.start) + place..<Int(span.start + span.count) - 1 {
      numbers[next] = numbers[next + 1]
    }
    spans[Int(list)].count -= 1
    total -= 1
  }

  /// Gives a list room for so many, in another place if need be.
  private mutating func reserve(_ list: UInt32, _ count: Int) {
    let old = spans[Int(list)]
    guard count > Int(old.room) else { return }
    let room = Self.room(for: count)
    let start = take(room)
    for place in 0..<Int(old.count) {
      numbers[Int(start) + place] = numbers[Int(old.start) + place]
    }
    giveBack(old)
    spans[Int(list)] = Span(start: start, count: old.count, room: UInt32(room))
  }

  /// Rooms are of few sizes, each a quarter larger at most, so that one that was given back fits.
  private static func room(for count: Int) -> Int {
    let step = max(4, 1 << max(0, count.bitWidth - count.leadingZeroBitCount - 3))
    return (count + step - 1) / step * step
  }

  private mutating func take(_ room: Int) -> UInt32 {
    if let start = free[UInt32(room)]?.popLast() {
      freeCount -= room
      return start
    }
    let start = numbers.count
    precondition(start + room <= Self.numbersMax, "an index has more words than it can number")
    numbers.append(contentsOf: repeatElement(0, count: room))
    return UInt32(start)
  }

  private mutating func giveBack(_ span: Span) {
    guard span.room > 0 else { return }
    free[span.room, default: []].append(span.start)
    freeCount += Int(span.room)
  }

  private mutating func moveTogether() {
    var moved: [UInt32] = []
    moved.reserveCapacity(numbers.count - freeCount)
    for list in spans.indices {
      let span = spans[list]
      spans[list].start = UInt32(moved.count)
      moved += numbers[Int(span.start)..<Int(span.start + span.room)]
    }
    (numbers, free, freeCount) = (moved, [:], 0)
  }

  // MARK: Ascending lists

  /// Where the first number stands that is not below this one.
  static func firstPlace(notBefore number: UInt32, in list: UnsafeBufferPointer<UInt32>) -> Int {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Where a number stands; `nil` where it does not.
  static func place(of number: UInt32, in list: UnsafeBufferPointer<UInt32>) -> Int? {
    let found = firstPlace(notBefore: number, in: list)
    return found < list.count && list[found] == number ? found : nil
  }
}
