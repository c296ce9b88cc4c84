import BeckonBasics
import BeckonModel

/// A period in parts: the days that lie in it whole, and what is left of it before and behind them.
struct WholeDays {
  /// From an instant up to, and not with, another.
  typealias Part = Range<Instant>

  /// The first and the last whole day, `YYYY-MM-DD`; `nil` when there is none.
  let days: CountedDays?
  /// What is left before and behind them, in which something may lie.
  let rest: [Part]

  /// Splits a period.
  init(of period: Part, _ zone: LocalDays) {
    guard !period.isEmpty else {
      (days, rest) = (nil, [])
      return
    }
    let firstDay = zone.day(of: period.lowerBound)
    let start = zone.start(of: firstDay) ?? period.lowerBound
    let first = start == period.lowerBound ? start : zone.nextDay(after: start)
    let end = zone.start(of: zone.day(of: period.upperBound)) ?? first
    guard first < end else {
      (days, rest) = (nil, [period])
      return
    }
    days = CountedDays(
      lowerBound: zone.day(of: first), upperBound: zone.day(of: end.adding(milliseconds: -1)))
    rest = [period.lowerBound..<first, end..<period.upperBound].filter { !$0.isEmpty }
  }
}

/// Days from one to another, `YYYY-MM-DD`. No range, because those compare texts as they look.
struct CountedDays {
  /// The first.
  let lowerBound: String
  /// The last.
  let upperBound: String
}
