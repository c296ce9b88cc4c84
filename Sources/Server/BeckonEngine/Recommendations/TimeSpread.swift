/// How far the times of sessions lie apart. Sums of whole hours: so it does not depend on the order
/// in which they came, to the last bit.
struct TimeSpread: Sendable, Equatable {
  private(set) var count: Int64 = 0
  private var sum: Int64 = 0
  private var squares: Int64 = 0

  /// Milliseconds since 1970 of 2020-01-01, near which sums of squares stay small.
  private static let origin: Int64 = 1_577_836_800_000
  private static let hourMilliseconds: Int64 = 3_600_000

  /// Whole hours since 2020.
  static func hours(_ milliseconds: Int64) -> Int64 {
    (milliseconds - origin) / hourMilliseconds
  }

  /// Counts a time, or takes it back.
  mutating func count(_ milliseconds: Int64, by amount: Int64) {
    let hours = Self.hours(milliseconds)
    count += amount
    // Times without sense may not end the program; what they do to the sum is taken back with them.
    sum &+= amount &* hours
    squares &+= amount &* hours &* hours
  }

  /// The standard deviation in hours, at least 1.
  var hours: Float {
    guard count > 1 else { return 1 }
    let mean = Double(sum) / Double(count)
    let variance = Double(squares) / Double(count) - mean * mean
    return Float(max(1, variance).squareRoot())
  }
}
