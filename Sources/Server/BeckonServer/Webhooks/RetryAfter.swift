import BeckonModel
import Foundation

/// The header `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date.
enum RetryAfter {
  /// Seconds from `now`; `nil` when there is none that can be read.
  static func seconds(_ headers: [TextKey: String], now: Instant) -> Int64? {
    guard let text = headers["retry-after"]?.trimmingCharacters(in: .whitespaces) else {
      return nil
    }
    if let seconds = Int64(text) { return max(0, seconds) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "GMT")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    guard let date = format.date(from: text) else { return nil }
    let milliseconds = Int64(date.timeIntervalSince1970 * 1_000)
    return max(0, (milliseconds - now.milliseconds) / Span.secondMilliseconds)
  }
}
