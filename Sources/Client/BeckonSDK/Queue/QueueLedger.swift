import BeckonModel

/// What the queue remembers beside its segments: how far each is delivered, and what was dropped.
struct QueueLedger: Sendable, Hashable {
  /// What of a segment is delivered or dropped.
  struct Delivered: Sendable, Hashable {
    /// Bytes from its beginning.
    var bytes = 0
    /// Where the records end that are done with before some older ones.
    var beyond: [Int] = []
  }

  /// What is delivered or dropped, by the number of the segment.
  var delivered: [Int: Delivered] = [:]
  /// Drops that the server has not heard of.
  var drops: [DropReport] = []

  /// Counts a drop, in the report of its reason that has not been sent.
  mutating func count(_ number: Int, _ reason: DropReason, id: String, at: Instant) {
    if let index = drops.firstIndex(where: { $0.reason == reason && !$0.isSealed }) {
      drops[index].count += number
    } else {
      drops.append(DropReport(id: id, reason: reason, count: number, at: at, isSealed: false))
    }
  }
}

extension QueueLedger {
  /// Reads the file; `nil` when it is damaged.
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSONReader.read(bytes), let members = json["delivered"]?.members,
      let drops = json["drops"]?.elements
    else { return nil }
    for member in members {
      guard let number = Int(member.name), let read = Delivered(json: member.value) else {
        return nil
      }
      delivered[number] = read
    }
    self.drops = drops.compactMap(DropReport.init(json:))
  }

  /// The file's content.
  var bytes: [UInt8] {
    let positions = delivered.sorted { $0.key < $1.key }.map { number, delivered in
      JSON.Member(String(number), delivered.json)
    }
    let json: JSON = ["delivered": .object(positions), "drops": .array(drops.map(\.json))]
    return json.bytes
  }
}

extension QueueLedger.Delivered {
  /// Reads a number of bytes, or an array of it and the ends of the records beyond.
  fileprivate init?(json: JSON) {
    let numbers = (json.elements ?? [json]).compactMap(\.integer).map { Int($0) }
    guard let first = numbers.first else { return nil }
    self.init(bytes: first, beyond: Array(numbers.dropFirst()))
  }

  fileprivate var json: JSON {
    beyond.isEmpty ? .integer(bytes) : .array(([bytes] + beyond).map { .integer($0) })
  }
}
