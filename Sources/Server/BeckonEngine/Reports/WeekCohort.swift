import BeckonModel

/// The installs of a week, and on how many of them somebody has signed up since.
public struct WeekCohort: Hashable, Sendable {
  /// The Monday with which it begins, `YYYY-MM-DD`, in the app's time zone.
  public let monday: String
  /// First launches.
  public var installs: Int64 = 0
  /// Those on which somebody has signed up, whenever that was.
  public var signedUp: Int64 = 0

  /// A week without installs.
  public init(monday: String) { self.monday = monday }

  /// The weeks of counts by day, oldest first. Days that are none are left out.
  public static func weeks(
    _ days: [(day: String, installs: Int64, signedUp: Int64)]
  ) -> [WeekCohort] {
    var weeks: [WeekCohort] = []
    for day in days.sorted(by: { $0.day < $1.day }) {
      guard let monday = monday(of: day.day) else { continue }
      if weeks.last?.monday != monday { weeks.append(WeekCohort(monday: monday)) }
      weeks[weeks.count - 1].installs += day.installs
      weeks[weeks.count - 1].signedUp += day.signedUp
    }
    return weeks
  }

  /// The day with which its week begins. 1970-01-01 was a Thursday.
  private static func monday(of day: String) -> String? {
    guard let start = Instant(day + "T00:00:00Z") else { return nil }
    let number = start.milliseconds / Span.dayMilliseconds
    let monday = number - ((number + 3) % 7 + 7) % 7
    return Instant(milliseconds: monday * Span.dayMilliseconds).text.prefix(bytes: 10)
  }
}
