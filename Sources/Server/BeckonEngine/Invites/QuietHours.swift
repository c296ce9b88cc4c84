import BeckonModel

/// Hours of the day in which nobody is to be woken by a text message.
public struct QuietHours: Hashable, Sendable {
  /// From nine in the evening until eight in the morning, as the law of several countries has it.
  public static let standard = QuietHours(beginMinute: 21 * 60, endMinute: 8 * 60)
  /// For so long a message is held back at most.
  public static let holdMilliseconds: Int64 = Span.dayMilliseconds

  /// No zone's clock differs from another's by less.
  private static let stepMilliseconds: Int64 = 15 * 60 * Span.secondMilliseconds
  private static let dayMinutes = 1_440

  /// The first quiet minute of a day, 0 to 1,439.
  public let beginMinute: Int
  /// The first minute that is not quiet any more. When it is the same as the first, none is quiet.
  public let endMinute: Int

  /// Makes them. A minute beyond a day is one of the next.
  public init(beginMinute: Int, endMinute: Int) {
    self.beginMinute = Self.minuteOfDay(beginMinute)
    self.endMinute = Self.minuteOfDay(endMinute)
  }

  /// Whether it is quiet at a minute of the day, 0 to 1,439.
  public func holds(minute: Int) -> Bool {
    if beginMinute <= endMinute { return (beginMinute..<endMinute).contains(minute) }
    return minute >= beginMinute || minute < endMinute
  }

  /// When a message to somebody in a country may be sent, at `now` or later.
  ///
  /// It is the first quarter of an hour in which it is quiet in none of the country's time zones,
  /// since a number does not tell in which of them its owner is. A country may be so wide that
  /// there is none within a day: then it is that in which it is quiet in the fewest zones, the
  /// first of them. Without zones it is now.
  /// - Parameter offsets: by how many seconds the clocks of the country's zones are ahead of UTC at
  ///   an instant.
  public func nextAwake(
    from now: Instant, offsets: (_ at: Instant) -> [Int]
  ) -> Instant {
    let first = now.milliseconds - now.milliseconds % Self.stepMilliseconds
    var best: (instant: Instant, quiet: Int)?
    for step in 0...Self.holdMilliseconds / Self.stepMilliseconds {
      let instant =
        step == 0 ? now : Instant(milliseconds: first + step * Self.stepMilliseconds)
      guard instant.milliseconds(since: now) <= Self.holdMilliseconds else { break }
      let quiet = offsets(instant).filter { holds(minute: Self.minute(of: instant, ahead: $0)) }
      if quiet.isEmpty { return instant }
      if quiet.count < best?.quiet ?? .max { best = (instant, quiet.count) }
    }
    return best?.instant ?? now
  }

  private static func minute(of instant: Instant, ahead seconds: Int) -> Int {
    let local = instant.milliseconds + Int64(seconds) * Span.secondMilliseconds
    let minutes = local / (60 * Span.secondMilliseconds)
    return minuteOfDay(Int(local < 0 ? minutes - 1 : minutes))
  }

  private static func minuteOfDay(_ minute: Int) -> Int {
    ((minute % dayMinutes) + dayMinutes) % dayMinutes
  }
}
