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

  /// The day on which an instant falls, as `YYYY-MM-DD`.
  public func day(of instant: Instant) -> String {
    let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
    let local = instant.adding(milliseconds: Int64(zone.secondsFromGMT(for: date)) * 1_000)
    let days = local.milliseconds / Span.dayMilliseconds
    let isBefore1970 = local.milliseconds % Span.dayMilliseconds < 0
    return CivilDate(daysSince1970: isBefore1970 ? days - 1 : days).text
  }
}
