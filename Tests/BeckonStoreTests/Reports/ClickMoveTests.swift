import BeckonTesting
import TestDatabases
import Testing

/// Counts of clicks by day follow the app's time zone.
@Suite struct ClickMoveTests {
  @Test(
    "However often the zone changes while clicks come, each ends on its day in the last one",
    arguments: DatabaseDriver.all)
  func model(_ driver: DatabaseDriver) async throws {
    var random = SeededGenerator(announcedFor: "clicks and time zones")
    try await MovedClicks.with(driver) { clicks in
      for _ in 0..<60 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<3: try await clicks.store(.random(in: 1...12, using: &random), &random)
        case 3..<6: try await clicks.rollUp()
        case 6: try await clicks.set(zone: MovedClicks.zones.randomElement(using: &random) ?? "")
        case 7..<9: try await clicks.move()
        default: try await clicks.fill()
        }
        let (counted, rolledUp) = try await clicks.totals()
        #expect(counted == rolledUp)
      }
      try await clicks.store(30, &random)
      try await clicks.rollUpAll()
      try await clicks.set(zone: "Pacific/Auckland")
      try await clicks.fill()
      let (counted, expected) = try await clicks.days()
      #expect(counted == expected)
      let (daily, links) = try await clicks.sums()
      #expect(daily == links)
      #expect(links.values.reduce(0, +) >= 20)
    }
  }

  @Test("A visitor who was there before visitors knew their first click stays on their day")
  func earlierVisitors() async throws {
    var random = SeededGenerator(seed: 5)
    try await MovedClicks.with(.sqlite) { clicks in
      try await clicks.store(60, &random)
      try await clicks.rollUpAll()
      try await clicks.forgetFirstClicks()
      let before = try await clicks.days().counted
      try await clicks.set(zone: "Pacific/Auckland")
      try await clicks.fill()
      let after = try await clicks.days()
      let isUnique = { (place: (key: String, value: Int64)) in place.key.hasSuffix(" unique") }
      #expect(after.counted.filter(isUnique) == before.filter(isUnique))
      #expect(after.counted.filter { !isUnique($0) } == after.expected.filter { !isUnique($0) })
      #expect(after.counted != before)
    }
  }
}
