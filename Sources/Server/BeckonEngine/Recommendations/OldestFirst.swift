/// Sessions by their first click, the oldest on top: a binary heap, made when room is first short.
///
/// A session whose first click changes is put in again; what it was put in as before is passed over
/// when it comes up.
struct OldestFirst: Sendable {
  struct Entry: Sendable {
    let time: Int64
    let number: Int64
    let slot: UInt32

    /// Whether it leaves before another.
    func isBefore(_ other: Entry) -> Bool {
      time != other.time ? time < other.time : number < other.number
    }
  }

  private(set) var isMade = false
  private var entries: [Entry] = []

  /// How many it holds, with those that are passed over.
  var count: Int { entries.count }

  /// Makes it of these sessions.
  mutating func make(of entries: [Entry]) {
    isMade = true
    // A sorted array is a heap.
    self.entries = entries.sorted { $0.isBefore($1) }
  }

  /// Puts a session in; nothing as long as the heap is not made.
  mutating func insert(_ entry: Entry) {
    guard isMade else { return }
    entries.append(entry)
    var place = entries.count - 1
    while place > 0, entries[place].isBefore(entries[(place - 1) / 2]) {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// The session that comes first.
  var first: Entry? { entries.first }

  /// Takes the first one away.
  mutating func removeFirst() {
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    var place = 0
    while case let child = lesserChild(of: place), child < entries.count,
      entries[child].isBefore(entries[place])
    {
      entries.swapAt(place, child)
      place = child
    }
  }

  private func lesserChild(of place: Int) -> Int {
    let (left, right) = (2 * place + 1, 2 * place + 2)
    return right < entries.count && entries[right].isBefore(entries[left]) ? right : left
  }
}
