import BeckonModel

/// What the queue remembers beside its segments: how far each is delivered, and what was dropped.
struct QueueLedger: Sendable, Hashable {
  /// Bytes of a segment, by its number, that are delivered or dropped.
  var delivered: [Int: Int] = [:]
  /// Drops that the server has not heard of.
  var drops: [DropReport] = []

  /// Counts a drop, in the report of its reason that has not been sent.
  mutating func count(_ number: Int, _ reason: DropReason, id: String, at: Instant) {
    guard number > 0 else { return }
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
      guard let number = Int(member.name), let offset = member.value.integer else { return nil }
      delivered[number] = Int(offset)
    }
    self.drops = drops.compactMap(DropReport.init(json:))
  }

  /// The file's content.
  var bytes: [UInt8] {
    let positions = delivered.sorted { $0.key < $1.key }.map { number, offset in
      JSON.Member(String(number), .integer(offset))
    }
    let json: JSON = ["delivered": .object(positions), "drops": .array(drops.map(\.json))]
    return json.bytes
  }
}
