import BeckonModel

/// The three spans after the first launch about each of which a postback tells. The device sends it
/// at a random time after the span's end; a value that locks ends the span early.
/// Apple: "Receiving postbacks in multiple conversion windows".
public enum ConversionWindow: Int, CaseIterable, Sendable {
  /// The first two days; only its postback carries a fine value.
  case first = 0
  /// Up to the end of the seventh day.
  case second = 1
  /// Up to the end of the thirty-fifth day.
  case third = 2

  /// Milliseconds after the first launch at which it begins.
  public var startMilliseconds: Int64 {
    switch self {
    case .first: 0
    case .second: 2 * Span.dayMilliseconds
    case .third: 7 * Span.dayMilliseconds
    }
  }

  /// Milliseconds after the first launch at which it ends.
  public var endMilliseconds: Int64 {
    switch self {
    case .first: 2 * Span.dayMilliseconds
    case .second: 7 * Span.dayMilliseconds
    case .third: 35 * Span.dayMilliseconds
    }
  }

  /// The window in which an instant lies; `nil` after the last, and before the first launch.
  public init?(of instant: Instant, installedAt: Instant) {
    let age = instant.milliseconds(since: installedAt)
    guard age >= 0, let window = Self.allCases.first(where: { age < $0.endMilliseconds }) else {
      return nil
    }
    self = window
  }

  private static let delayMilliseconds = 24 * Span.hourMilliseconds

  private var longestDelayMilliseconds: Int64 {
    (self == .first ? 48 : 144) * Span.hourMilliseconds
  }

  /// When the app was first launched, as far as a postback's arrival tells: the earliest and the
  /// latest time, and the latest of an install that locked no value.
  public func firstLaunch(
    ofPostbackAt received: Instant
  ) -> (earliest: Instant, latest: Instant, latestUnlocked: Instant) {
    func before(_ milliseconds: Int64) -> Instant { received.adding(milliseconds: -milliseconds) }
    return (
      before(endMilliseconds + longestDelayMilliseconds),
      before(startMilliseconds + Self.delayMilliseconds),
      before(endMilliseconds + Self.delayMilliseconds)
    )
  }
}
