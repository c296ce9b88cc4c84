import BeckonTesting
import FuzzTargets
import Testing

/// The readers of outside bytes, with the seeds and with what comes of them by chance.
/// `script/fuzz` tries them for as long as wanted.
@Suite struct FuzzTests {
  @Test("Seeds, cut anywhere, are read as they must be", arguments: FuzzTarget.all.map(\.name))
  func seeds(_ name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    #expect(target.seeds.count > 2)
    for seed in target.seeds {
      for count in 0...seed.count {
        let input = Array(seed[..<count])
        expectNoComplaint(target, input)
      }
    }
  }

  @Test("Seeds that were changed by chance are, too", arguments: FuzzTarget.all.map(\.name))
  func changes(_ name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    var chance = SeededGenerator(announcedFor: "fuzzing of \(name)")
    for _ in 0..<1_500 {
      var input = target.seeds.randomElement(using: &chance) ?? []
      for _ in 0..<Int.random(in: 1...6, using: &chance) {
        Self.change(&input, target.seeds, &chance)
      }
      expectNoComplaint(target, input)
    }
  }

  private func expectNoComplaint(_ target: FuzzTarget, _ input: [UInt8]) {
    let complaints = target.complaints(about: input)
    #expect(complaints == [], "\(String(decoding: input, as: UTF8.self).debugDescription)")
  }

  /// What breaks readers: other bytes, what is missing or stands twice, marks, and bounds.
  private static let pieces: [[UInt8]] =
    ["\u{301}\u{316}", "\u{0}", "\r\n", "\"", "%", "{", "99999999999999999999", "-1", "=", "&"]
    .map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80]]

  private static func change(
    _ input: inout [UInt8], _ seeds: [[UInt8]], _ chance: inout SeededGenerator
  ) {
    let place = Int.random(in: 0...input.count, using: &chance)
    let end = min(input.count, place + Int.random(in: 0...8, using: &chance))
    switch Int.random(in: 0..<5, using: &chance) {
    case 0 where place < input.count: input[place] = UInt8.random(in: .min ... .max, using: &chance)
    case 1: input.removeSubrange(place..<end)
    case 2: input.insert(contentsOf: input[place..<end], at: place)
    case 3: input.insert(contentsOf: pieces.randomElement(using: &chance) ?? [], at: place)
    default: input = Array(input[..<place]) + (seeds.randomElement(using: &chance) ?? [])
    }
  }
}
