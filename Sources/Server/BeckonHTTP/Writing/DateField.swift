import Foundation

/// The `Date` field's value (RFC 9110, section 5.6.7), made once a second.
struct DateField {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private var second: time_t?
  private var bytes: [UInt8] = []

  /// The text of a moment, in seconds since 1970.
  mutating func text(at now: time_t) -> [UInt8] {
    guard now != second else { return bytes }
    second = now
    var seconds = now
    var time = tm()
    gmtime_r(&seconds, &time)
    let date = [
      Self.days[Int(time.tm_wday)] + ",", Self.twoDigits(time.tm_mday),
      Self.months[Int(time.tm_mon)], String(time.tm_year + 1_900),
    ]
    let clock = [time.tm_hour, time.tm_min, time.tm_sec].map(Self.twoDigits)
    bytes = Array((date + [clock.joined(separator: ":"), "GMT"]).joined(separator: " ").utf8)
    return bytes
  }

  private static func twoDigits(_ number: Int32) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}
