import BeckonModel
import Testing

@testable import BeckonEngine

/// Times as lists for people have them.
@Suite struct ListedTimeTests {
  @Test(
    "Times are read with the day first, and as UTC",
    arguments: [
      ("2024-02-03T10:00:00Z", "2024-02-03T10:00:00.000Z"),
      ("2024-02-03 10:00:00 UTC", "2024-02-03T10:00:00.000Z"),
      ("2024-02-03 10:00", "2024-02-03T10:00:00.000Z"),
      ("2024-02-03", "2024-02-03T00:00:00.000Z"),
      ("3/2/2024", "2024-02-03T00:00:00.000Z"),
      ("03/02/2024 10:00", "2024-02-03T10:00:00.000Z"),
      ("1706954400", "2024-02-03T10:00:00.000Z"),
      ("02/31/2024", nil), ("31/02/2024", nil), ("yesterday", nil), ("", nil), ("1/2/3/4", nil),
      ("2024-02-03 10:00 Berlin", nil), ("2024-02-03 25:00", nil), ("é/02/2024", nil),
    ] as [(String, String?)])
  func read(text: String, expected: String?) {
    #expect(ListedTime.read(text) == expected.flatMap { Instant($0) })
  }
}
