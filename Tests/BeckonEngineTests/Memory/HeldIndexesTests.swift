import BeckonEngine
import BeckonModel
import BeckonTesting
import Testing

/// Which apps a server holds in memory.
@Suite struct HeldIndexesTests {
  private static func at(_ minute: Int) -> Instant {
    Instant(milliseconds: 1_790_000_000_000 + Int64(minute) * Span.minuteMilliseconds)
  }

  /// Apps that were asked for one after the other, a minute apart, and read.
  private static func asked(_ apps: [Int64], bytesMax: Int = 100) -> HeldIndexes {
    var held = HeldIndexes(bytesMax: bytesMax)
    for (minute, app) in apps.enumerated() {
      held.ask(app, at(minute))
      while let app = held.next() { held.finish(app) }
    }
    return held
  }

  @Test("What was asked for last is read first, and is whole once all of it has been read")
  func order() {
    var held = HeldIndexes(bytesMax: 100)
    for (minute, app) in [3, 1, 2].enumerated() { held.ask(Int64(app), Self.at(minute)) }
    #expect(held.isWarming && !held.holds(2))
    #expect(held.next() == 2 && held.holds(2) && !held.isWhole(2))
    held.finish(2)
    #expect(held.isWhole(2) && held.isWarming)
    #expect(held.next() == 1 && held.next() == 3 && held.next() == nil)
  }

  @Test("Where there is no room, what was used longest ago is unloaded, and read again when asked")
  func unloaded() {
    var held = Self.asked([1, 2, 3])
    held.ask(1, Self.at(10))
    #expect(held.weigh([1: 40, 2: 40, 3: 40], Self.at(11)) == [2])
    #expect(held.apps == [1, 3] && held.bytes == 80 && held.unloads == 1)
    held.ask(2, Self.at(12))
    #expect(!held.isWhole(2) && held.next() == 2)
    held.finish(2)
    #expect(held.weigh([1: 40, 2: 40, 3: 40], Self.at(13)) == [3])
  }

  @Test("What happens in an app keeps it, and has it read only while half of the room is free")
  func events() {
    var held = Self.asked([1, 2])
    held.hear(of: 1, Self.at(5))
    #expect(held.weigh([1: 60, 2: 60], Self.at(6)) == [2])
    held.hear(of: 2, Self.at(7))
    #expect(held.next() == nil, "there is no room for what nobody has asked for")
    #expect(held.weigh([1: 40], Self.at(8)) == [])
    held.hear(of: 2, Self.at(9))
    #expect(held.next() == 2)
  }

  @Test("One that alone takes more than all may leaves alone, and is not read again for an hour")
  func tooLarge() {
    var held = Self.asked([1, 2])
    #expect(held.weigh([1: 30, 2: 101], Self.at(5)) == [2])
    #expect(held.apps == [1] && held.bytes == 30)
    held.ask(2, Self.at(6))
    held.hear(of: 2, Self.at(7))
    #expect(held.next() == nil)
    held.ask(2, Self.at(66))
    #expect(held.next() == 2)
  }

  @Test("One that could not be read is wanted as before")
  func givenUp() {
    var held = HeldIndexes(bytesMax: 100)
    held.ask(1, Self.at(0))
    #expect(held.next() == 1)
    held.giveUp(1, Self.at(1))
    #expect(!held.holds(1) && held.next() == 1)
  }

  @Test("What is being read is not unloaded, and what nobody uses for a day is")
  func idle() {
    var held = Self.asked([1])
    held.ask(2, Self.at(1))
    #expect(held.next() == 2)
    #expect(held.weigh([1: 10, 2: 200], Self.at(2)) == [1])
    #expect(held.apps == [2])
    held.finish(2)
    #expect(held.weigh([2: 90], Self.at(60)) == [])
    #expect(held.weigh([2: 90], Self.at(24 * 60 + 2)) == [2])
  }

  @Test("Whatever happens, what is whole stays within the budget, and who asks is served")
  func budget() {
    var chance = SeededGenerator(announcedFor: "apps that come and go")
    for _ in 0..<200 {
      var held = HeldIndexes(bytesMax: 100)
      let sizes = (0..<8).map { Int64($0) }.map { ($0, Int.random(in: 1...100, using: &chance)) }
      for minute in 0..<60 {
        let app = Int64.random(in: 0..<8, using: &chance)
        if Bool.random(using: &chance) {
          held.ask(app, Self.at(minute))
        } else {
          held.hear(of: app, Self.at(minute))
        }
        while let app = held.next() { held.finish(app) }
        let present = sizes.filter { held.holds($0.0) }
        _ = held.weigh(Dictionary(uniqueKeysWithValues: present), Self.at(minute))
        #expect(held.bytes <= 100)
        #expect(held.bytes == sizes.filter { held.holds($0.0) }.reduce(0) { $0 + $1.1 })
      }
      held.ask(5, Self.at(61))
      while let app = held.next() { held.finish(app) }
      #expect(held.isWhole(5))
    }
  }
}
