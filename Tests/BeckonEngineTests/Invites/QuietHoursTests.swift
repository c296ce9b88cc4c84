import BeckonEngine
import BeckonModel
import Testing

/// When somebody may be written to.
@Suite struct QuietHoursTests {
  private static let night = QuietHours.standard

  /// When it may be, for zones that are so many hours ahead of UTC.
  private static func next(_ now: String, ahead hours: [Double]) throws -> String {
    let instant = try #require(Instant(now))
    return night.nextAwake(from: instant) { _ in hours.map { Int($0 * 3_600) } }.text
  }

  @Test("Minutes are quiet from the evening until the morning, also over midnight")
  func minutes() {
    #expect(Self.night.holds(minute: 21 * 60) && Self.night.holds(minute: 0))
    #expect(Self.night.holds(minute: 8 * 60 - 1))
    #expect(!Self.night.holds(minute: 8 * 60) && !Self.night.holds(minute: 21 * 60 - 1))
    let noon = QuietHours(beginMinute: 12 * 60, endMinute: 13 * 60)
    #expect(noon.holds(minute: 750) && !noon.holds(minute: 780) && !noon.holds(minute: 0))
    let none = QuietHours(beginMinute: 60, endMinute: 1_500)
    #expect((0..<1_440).allSatisfy { !none.holds(minute: $0) })
  }

  @Test(
    "It waits until it is day in all zones of the country",
    arguments: [
      ("2026-11-23T12:00:07.5Z", [0], "2026-11-23T12:00:07.500Z"),
      ("2026-11-23T22:10:00Z", [0], "2026-11-24T08:00:00.000Z"),
      // Germany: nine in the evening is eight in UTC.
      ("2026-11-23T19:59:00Z", [1], "2026-11-23T19:59:00.000Z"),
      ("2026-11-23T20:00:00Z", [1], "2026-11-24T07:00:00.000Z"),
      // New York to Hawaii: eight there is six in the evening in UTC.
      ("2026-11-23T13:00:00Z", [-5, -6, -7, -8, -9, -10], "2026-11-23T18:00:00.000Z"),
      ("2026-11-24T02:00:00Z", [-5, -6, -7, -8, -9, -10], "2026-11-24T18:00:00.000Z"),
      // Nepal is ahead by a quarter of an hour more.
      ("2026-11-23T00:00:00Z", [5.75], "2026-11-23T02:15:00.000Z"),
      ("2026-11-23T22:10:00Z", [], "2026-11-23T22:10:00.000Z"),
      // No hour suits both ends of the world: that which suits the most.
      ("2026-11-23T00:00:00Z", [-12, -11, 1], "2026-11-23T07:00:00.000Z"),
    ])
  func waits(_ row: (String, [Double], String)) throws {
    #expect(try Self.next(row.0, ahead: row.1) == row.2)
  }

  @Test("A country without a common day is written to within a day, when most are awake")
  func wide() throws {
    let hours = [-12.0, -11, -10, 0, 12, 13]
    let now = try #require(Instant("2026-11-23T00:00:00Z"))
    let offsets = hours.map { Int($0 * 3_600) }
    let next = Self.night.nextAwake(from: now) { _ in offsets }
    #expect((0...QuietHours.holdMilliseconds).contains(next.milliseconds(since: now)))
    func quiet(_ instant: Instant) -> Int {
      offsets.filter {
        let seconds = instant.milliseconds / 1_000 + Int64($0)
        return Self.night.holds(minute: Int(seconds / 60 % 1_440))
      }.count
    }
    for step: Int64 in 0...96 {
      #expect(quiet(now.adding(milliseconds: step * 900_000)) >= quiet(next))
    }
  }

  @Test("Zones are read by country; what is no line of the table is left out")
  func table() {
    let table = ZoneTable(
      Array(
        [
          "# a comment", "DE\t+5230+01322\tEurope/Berlin\tmost of Germany",
          "DE\t+4742+00841\tEurope/Busingen", "", "XX", "NO,SJ\t+5955+01045\tEurope/Oslo", "",
        ].joined(separator: "\n").utf8))
    #expect(table.zones(of: "DE") == ["Europe/Berlin", "Europe/Busingen"])
    #expect(table.zones(of: "SJ") == ["Europe/Oslo"] && table.zones(of: "XX").isEmpty)
    #expect(table.countries == ["DE", "NO", "SJ"])
  }
}
