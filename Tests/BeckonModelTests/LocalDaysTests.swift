import BeckonBasics
import BeckonModel
import Testing

@Suite struct LocalDaysTests {
  @Test(
    "A day begins where its zone says, also when clocks jump",
    arguments: [
      ("UTC", "2026-06-01", "2026-06-01T00:00:00Z", 24),
      ("Europe/Istanbul", "2026-06-01", "2026-05-31T21:00:00Z", 24),
      // Clocks go forward and back within the day.
      ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z", 23),
      ("Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00Z", 25),
      ("Pacific/Kiritimati", "2026-01-01", "2025-12-31T10:00:00Z", 24),
      // Here they went forward at midnight, so the day began at one.
      ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z", 23),
    ])
  func start(zone: String, day: String, start: String, hours: Int64) throws {
    let days = try #require(LocalDays(zone: zone))
    let begin = try #require(days.start(of: day))
    #expect(begin == Instant(start))
    #expect(days.day(of: begin) == day)
    #expect(days.nextDay(after: begin).milliseconds(since: begin) == hours * 3_600_000)
  }

  @Test("What is no day has no beginning", arguments: ["", "2026-13-01", "today", "2026-6-1"])
  func none(text: String) {
    #expect(LocalDays.utc.start(of: text) == nil)
  }
}
