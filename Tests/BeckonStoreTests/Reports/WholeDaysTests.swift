import BeckonBasics
import BeckonModel
import Testing

@testable import BeckonStore

/// A period is its whole days and what is left of it.
@Suite struct WholeDaysTests {
  @Test(
    "Days of a period",
    arguments: [
      ("UTC", "2026-06-01T00:00:00Z", "2026-06-03T00:00:00Z", "2026-06-01…2026-06-02", 0),
      ("UTC", "2026-06-01T00:00:01Z", "2026-06-03T00:00:00Z", "2026-06-02…2026-06-02", 1),
      ("UTC", "2026-06-01T00:00:00Z", "2026-06-03T23:59:59Z", "2026-06-01…2026-06-02", 1),
      ("UTC", "2026-06-01T10:00:00Z", "2026-06-02T10:00:00Z", "none", 1),
      ("UTC", "2026-06-01T10:00:00Z", "2026-06-04T10:00:00Z", "2026-06-02…2026-06-03", 2),
      (
        "Europe/Istanbul", "2026-06-01T00:00:00Z", "2026-06-02T21:00:00Z", "2026-06-02…2026-06-02",
        1
      ),
      // Days of 23 and of 25 hours.
      ("Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", "2026-03-29…2026-03-29", 0),
      ("Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25T22:59:00Z", "none", 1),
      (
        "Asia/Kathmandu", "2026-01-01T00:00:00Z", "2026-01-02T18:15:00Z", "2026-01-02…2026-01-02", 1
      ),
    ])
  func days(_ zone: String, _ start: String, _ end: String, _ days: String, _ rest: Int) throws {
    let period = try #require(Instant(start))..<(try #require(Instant(end)))
    let whole = WholeDays(of: period, try #require(LocalDays(zone: zone)))
    #expect((whole.days.map { "\($0.lowerBound)…\($0.upperBound)" } ?? "none") == days)
    #expect(whole.rest.count == rest)
    // Nothing is left out and nothing counts twice: the parts follow one another.
    let zone = try #require(LocalDays(zone: zone))
    var parts = whole.rest
    if let days = whole.days, let first = zone.start(of: days.lowerBound),
      let last = zone.start(of: days.upperBound)
    {
      parts.append(first..<zone.nextDay(after: last))
    }
    parts.sort { $0.lowerBound < $1.lowerBound }
    #expect(parts.first?.lowerBound == period.lowerBound)
    #expect(parts.last?.upperBound == period.upperBound)
    for (one, next) in zip(parts, parts.dropFirst()) { #expect(one.upperBound == next.lowerBound) }
  }
}
