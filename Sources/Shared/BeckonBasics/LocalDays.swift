import BeckonModel
import Foundation

/// Days as people in one time zone count them.
public struct LocalDays: Sendable {
  private let zone: TimeZone

  /// The days of a zone by its id, such as `Europe/Istanbul`; `nil` when there is no such zone.
  public init?(zone id: String) {
    guard let zone = TimeZone(identifier: id) else { return nil }
    self.zone = zone
  }

  /// The days of UTC.
  public static let utc = LocalDays(TimeZone(secondsFromGMT: 0) ?? .current)

  private init(_ zone: TimeZone) {
    self.zone = zone
  }

  /// By how many seconds the zone's clocks are ahead of UTC at an instant.
  public func secondsAheadOfUTC(at instant: Instant) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000))
  }

  /// The day on which an instant falls, as `YYYY-MM-DD`.
  public func day(of instant: Instant) -> String {
    let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
    let local = instant.adding(milliseconds: Int64(zone.secondsFromGMT(for: date)) * 1_000)
    let days = local.milliseconds / Span.dayMilliseconds
    let isBefore1970 = local.milliseconds % Span.dayMilliseconds < 0
    return CivilDate(daysSince1970: isBefore1970 ? days - 1 : days).text
  }

  /// When a day begins, given as `YYYY-MM-DD`; `nil` when it is no day. Where clocks jump at
  /// midnight, the first instant after the jump.
  public func start(of day: some StringProtocol) -> Instant? {
    guard day.utf8.count == 10, let midnight = Instant(day + "T00:00:00Z") else { return nil }
    func shifted(by instant: Instant) -> Instant {
      let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
      return midnight.adding(milliseconds: -Int64(zone.secondsFromGMT(for: date)) * 1_000)
    }
    // The zone's offset at the beginning is known once the beginning is: twice is enough.
    let start = shifted(by: shifted(by: midnight))
    return self.day(of: start) == String(day) ? start : shifted(by: midnight)
  }

  /// When the day after the one that begins at `start` begins.
  public func nextDay(after start: Instant) -> Instant {
    // Days have 23 to 25 hours.
    let later = start.adding(milliseconds: 36 * Span.hourMilliseconds)
    return self.start(of: day(of: later)) ?? later
  }
}
