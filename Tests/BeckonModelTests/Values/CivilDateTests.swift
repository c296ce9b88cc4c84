import BeckonModel
import Testing

@Suite struct CivilDateTests {
  @Test(arguments: [
    (0, "1970-01-01"), (-1, "1969-12-31"), (59, "1970-03-01"), (11_016, "2000-02-29"),
    (11_017, "2000-03-01"), (-719_528, "0000-01-01"), (2_932_896, "9999-12-31"),
  ])
  func isTheDayOfTheCalendar(_ day: Int64, _ text: String) {
    #expect(CivilDate(daysSince1970: day).text == text)
  }

  /// 400 years, after which the calendar repeats: each day follows the one before.
  @Test func everyDayFollowsTheOneBefore() throws {
    var before = CivilDate(daysSince1970: -719_528)
    var wrong: [String] = []
    for day in (before.daysSince1970 + 1)...(before.daysSince1970 + 146_097) {
      let date = CivilDate(daysSince1970: day)
      let isNext = Self.follows(date, before)
      let same = CivilDate(year: date.year, month: date.month, day: date.day)
      if !isNext || same != date { wrong.append(date.text) }
      before = date
    }
    #expect(wrong == [])
  }

  @Test(
    arguments: [
      (2026, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0),
      (2026, 1, 32), (-1, 1, 1), (10_000, 1, 1), (Int64.max, 1, 1), (2026, Int64.min, 1),
    ] as [(Int64, Int64, Int64)])
  func aDayThatIsNotThereIsRefused(_ year: Int64, _ month: Int64, _ day: Int64) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  private static func follows(_ date: CivilDate, _ before: CivilDate) -> Bool {
    if date.day > 1 {
      return date.day == before.day + 1 && date.month == before.month && date.year == before.year
    }
    let isLeap = before.year % 4 == 0 && (before.year % 100 != 0 || before.year % 400 == 0)
    let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard before.day == lengths[Int(before.month) - 1] else { return false }
    return before.month == 12
      ? date.month == 1 && date.year == before.year + 1
      : date.month == before.month + 1 && date.year == before.year
  }
}
