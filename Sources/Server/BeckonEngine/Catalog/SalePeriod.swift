import BeckonModel

/// When a sale of Google's feed holds: two times with `/` between them (ISO 8601), of which either
/// may be a date alone, and then the whole day in UTC.
struct SalePeriod {
  private let (start, end): (Instant, Instant)

  /// Reads `2026-02-24T13:00-0800/2026-02-29T15:30-0800`; `nil` for what is no period.
  init?(_ text: String) {
    let times = text.prefix(bytes: Limits.wordBytes).split(on: "/").map(CategoryPath.trimmed)
    guard times.count == 2, let start = Self.time(times[0]), let end = Self.time(times[1]) else {
      return nil
    }
    let isDay = times[1].utf8.count == Self.dateBytes
    self.start = start
    self.end = isDay ? end.adding(milliseconds: Span.dayMilliseconds) : end
    guard self.start <= self.end else { return nil }
  }

  /// Whether the sale holds then.
  func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }

  private static let (dateBytes, minuteBytes) = (10, 5)

  /// Google writes times without seconds, and zones without a colon.
  private static func time(_ text: String) -> Instant? {
    let bytes = Array(text.utf8)
    guard bytes.count > dateBytes else { return Instant(text + "T00:00:00Z") }
    let clock = bytes[(dateBytes + 1)...].prefix { $0.isDigit || ":.".utf8.contains($0) }
    var zone = Array(bytes[clock.endIndex...])
    if zone.isEmpty { zone = Array("Z".utf8) }
    if zone.count == 5 { zone.insert(UInt8(ascii: ":"), at: 3) }
    let seconds = clock.count == minuteBytes ? Array(":00".utf8) : []
    return Instant(
      String(decoding: bytes[...dateBytes] + clock + seconds + zone, as: UTF8.self))
  }
}
