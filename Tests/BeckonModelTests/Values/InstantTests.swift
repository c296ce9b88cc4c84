import BeckonModel
import BeckonTesting
import Foundation
import Testing

@Suite struct InstantTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0),
    ("1970-01-01T00:00:00.001Z", 1),
    ("1969-12-31T23:59:59.999Z", -1),
    ("2000-02-29T12:00:00Z", 951_825_600_000),
    ("2024-02-29T23:59:59.5Z", 1_709_251_199_500),
    ("2026-11-21T09:30:00+02:00", 1_795_246_200_000),
    ("2026-11-21T09:30:00-05:30", 1_795_273_200_000),
    ("2026-11-21T09:30:00-00:00", 1_795_253_400_000),
    ("2026-11-21t09:30:00z", 1_795_253_400_000),
    ("2026-11-21 09:30:00.123456789Z", 1_795_253_400_123),
    ("2026-11-21T09:30:00.9999Z", 1_795_253_400_999),
    ("1990-12-31T23:59:60Z", 662_687_999_000),
    ("0000-01-01T00:00:00Z", -62_167_219_200_000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
  ])
  func isRead(_ text: String, _ milliseconds: Int64) {
    #expect(Instant(text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "2026", "2026-11-21", "2026-11-21T09:30:00", "2026-11-21T09:30Z", "20261121T093000Z",
    "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
    "2026-00-10T00:00:00Z", "2026-13-10T00:00:00Z", "2026-01-00T00:00:00Z",
    "2026-01-32T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:61Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00,5Z",
    "2026-01-01T00:00:00ZZ", "2026-01-01T00:00:00Z ", " 2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+00:60", "2026-01-01T00:00:00+0000",
    "2026-01-01T00:00:00+00", "2026-01-01T00:00:00+00:00:00", "2026-01-01X00:00:00Z",
    "2026/01/01T00:00:00Z", "-026-01-01T00:00:00Z", "+026-01-01T00:00:00Z",
    "2026-01-01T00:00:00.1234567890123456789012Z", "２０２６-01-01T00:00:00Z",
    "2026-01-01T00:00:0\0Z",
  ])
  func otherTextIsRefused(_ text: String) {
    #expect(Instant(text) == nil)
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"),
    (-1, "1969-12-31T23:59:59.999Z"),
    (1_709_251_199_500, "2024-02-29T23:59:59.500Z"),
    (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
    (-62_167_219_200_001, "0000-01-01T00:00:00.000Z"),
    (253_402_300_800_000, "9999-12-31T23:59:59.999Z"),
    (Int64.min, "0000-01-01T00:00:00.000Z"),
    (Int64.max, "9999-12-31T23:59:59.999Z"),
  ])
  func isWritten(_ milliseconds: Int64, _ text: String) {
    #expect(Instant(milliseconds: milliseconds).text == text)
  }

  @Test func goesThereAndBack() {
    var random = SeededGenerator(announcedFor: #function)
    for _ in 0..<2_000 {
      let milliseconds = Int64.random(
        in: -62_167_219_200_000...253_402_300_799_999, using: &random)
      let instant = Instant(milliseconds: milliseconds)
      #expect(Instant(instant.text) == instant)
    }
  }

  /// Whole seconds from 1600 on: before the switch to the Gregorian calendar Foundation counts days
  /// differently, and it keeps fractions as binary floating point.
  @Test func agreesWithFoundation() throws {
    let foundation = ISO8601DateFormatter()
    var random = SeededGenerator(announcedFor: #function)
    for _ in 0..<500 {
      let seconds = Int64.random(in: -11_676_096_000...253_402_300_799, using: &random)
      let instant = Instant(milliseconds: seconds * 1_000)
      let text = foundation.string(from: Date(timeIntervalSince1970: Double(seconds)))
      #expect(instant.text == text.replacingOccurrences(of: "Z", with: ".000Z"))
      #expect(Instant(text) == instant)
    }
  }

  @Test func arithmeticStaysInside64Bits() {
    let last = Instant(milliseconds: .max)
    let first = Instant(milliseconds: .min)
    #expect(last.adding(milliseconds: 1) == last)
    #expect(first.adding(milliseconds: -1) == first)
    #expect(first.adding(milliseconds: .max).milliseconds == -1)
    #expect(last.milliseconds(since: first) == .max)
    #expect(first.milliseconds(since: last) == .min)
    #expect(Instant(milliseconds: 5).milliseconds(since: Instant(milliseconds: 7)) == -2)
    #expect(first < last)
  }
}
