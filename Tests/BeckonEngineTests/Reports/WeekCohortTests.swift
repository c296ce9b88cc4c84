import BeckonEngine
import Testing

@Suite struct WeekCohortTests {
  @Test("Days of one week from Monday to Sunday stand together, over the end of a year too")
  func weeks() {
    let weeks = WeekCohort.weeks([
      ("2027-01-03", 1, 1), ("2026-12-28", 2, 0), ("2027-01-04", 4, 2), ("1969-12-31", 1, 0),
      ("never", 9, 9),
    ])
    #expect(weeks.map(\.monday) == ["1969-12-29", "2026-12-28", "2027-01-04"])
    #expect(weeks.map(\.installs) == [1, 3, 4])
    #expect(weeks.map(\.signedUp) == [0, 1, 2])
  }

  @Test("The K-factor is openings for each person times sign-ups for each opening")
  func growth() throws {
    let growth = try #require(GrowthFactor(people: 100, opens: 250, brought: 50))
    #expect(growth.opensPerPerson == 2.5 && growth.signUpsPerOpen == 0.2 && growth.factor == 0.5)
    #expect(GrowthFactor(people: 0, opens: 1, brought: 0) == nil)
    #expect(GrowthFactor(people: 1, opens: 0, brought: 0) == nil)
  }
}
