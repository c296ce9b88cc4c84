import BeckonModel
import Testing

@testable import BeckonEngine

/// To which session an event belongs.
@Suite struct SessionRuleTests {
  private static func minute(_ minute: Int64) -> Instant {
    Instant(milliseconds: 1_780_000_000_000 + minute * Span.minuteMilliseconds)
  }

  /// Two sessions: from 100 to 120, and from 200 to 210.
  private static let sessions = [
    SessionSpan(number: 1, first: minute(100), last: minute(120)),
    SessionSpan(number: 2, first: minute(200), last: minute(210)),
  ]

  @Test(
    "An event belongs to the session of its time, however it comes",
    arguments: [
      // In a session, and before its end: nothing changes.
      (at: 110, session: 1, first: 100, last: 120),
      // After thirty silent minutes, and after one more.
      (at: 150, session: 1, first: 100, last: 150), (at: 151, session: 0, first: 0, last: 0),
      // A clock that jumped back: earlier than the first, near and far.
      (at: 70, session: 1, first: 70, last: 120), (at: 69, session: 0, first: 0, last: 0),
      // Late, between two: the nearer one becomes longer.
      (at: 149, session: 1, first: 100, last: 149), (at: 171, session: 2, first: 171, last: 210),
      // A clock that jumped ahead.
      (at: 1_000, session: 0, first: 0, last: 0),
    ])
  func belongs(at: Int64, session: Int64, first: Int64, last: Int64) {
    let rule = SessionRule.decide(
      at: Self.minute(at), among: Self.sessions, silenceMinutes: 30)
    let expected =
      session == 0
      ? SessionRule.begins
      : .belongs(
        SessionSpan(number: session, first: Self.minute(first), last: Self.minute(last)))
    #expect(rule == expected)
  }

  @Test("Of two sessions that are as near, it belongs to the earlier, and they stay two")
  func between() {
    let rule = SessionRule.decide(
      at: Self.minute(160), among: Self.sessions.reversed(), silenceMinutes: 60)
    #expect(
      rule
        == .belongs(SessionSpan(number: 1, first: Self.minute(100), last: Self.minute(160))))
  }

  @Test("Without any session one begins")
  func first() {
    let rule = SessionRule.decide(at: Self.minute(0), among: [], silenceMinutes: 30)
    #expect(rule == .begins)
  }
}
