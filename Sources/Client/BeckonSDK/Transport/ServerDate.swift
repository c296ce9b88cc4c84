import BeckonModel

/// Dates in HTTP header fields.
enum ServerDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, IMF-fixdate); `nil` for anything else.
  static func instant(_ text: String) -> Instant? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int64(words[1]),
      let month = months.firstIndex(of: String(words[2])), let year = Int64(words[3]),
      let date = CivilDate(year: year, month: Int64(month) + 1, day: day)
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { Int64($0) }
    guard clock.count == 3, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]),
      (0...60).contains(clock[2])
    else { return nil }
    let seconds = clock[0] * 3_600 + clock[1] * 60 + min(clock[2], 59)
    return Instant(
      milliseconds: date.daysSince1970 * Span.dayMilliseconds + seconds * Span.secondMilliseconds)
  }

  /// Milliseconds to wait by a `Retry-After` field: seconds or a date; `nil` when it is neither.
  static func retryAfterMilliseconds(_ text: String?, now: Instant) -> Int64? {
    guard let text else { return nil }
    if let seconds = Int64(text) {
      return min(max(0, seconds), 31_536_000) * Span.secondMilliseconds
    }
    return instant(text).map { max(0, $0.milliseconds(since: now)) }
  }
}
