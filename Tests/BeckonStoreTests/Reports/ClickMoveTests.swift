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

  @Test(
    "Clicks of before the schema knew zones stay where they are, whatever zone counted them",
    arguments: DatabaseDriver.all)
  func upgrade(_ driver: DatabaseDriver) async throws {
    var random = SeededGenerator(announcedFor: "clicks of before zones")
    try await MovedClicks.with(driver) { clicks in
      try await clicks.store(40, &random)
      try await clicks.rollUpAll()
      let early = try await clicks.upgrade(zone: "America/New_York")
      try await clicks.store(40, &random)
      try await clicks.rollUpAll()
      for zone in ["Asia/Kathmandu", "", "Pacific/Auckland"] {
        try await clicks.set(zone: zone)
        try await clicks.fill()
        let (counted, expected) = try await clicks.days(early: early)
        #expect(counted == expected, "\(zone)")
      }
    }
  }
}
