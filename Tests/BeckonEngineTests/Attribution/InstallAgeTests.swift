import BeckonEngine
import BeckonModel
import Testing

/// How old an install is by what its clients tell.
@Suite struct InstallAgeTests {
  private static let start = Instant(milliseconds: 1_780_272_000_000)
  private static let hour = Span.hourMilliseconds

  @Test(
    "An install is old from before the app's attribution begins",
    arguments: [
      (-1, true), (0, false), (1, false), (-24 * 365, true), (-24 * 365 * 30, false),
    ] as [(Int64, Bool)])
  func time(_ hours: Int64, _ expected: Bool) {
    let age = InstallAge(installedAt: Self.start.adding(milliseconds: hours * Self.hour))
    #expect(age.isOld(since: Self.start) == expected)
    #expect(!age.isOld(since: nil))
    // What the app has listed is old whatever the phone says.
    #expect(age.isOld(since: Self.start, isListed: true))
    #expect(age.isOld(since: nil, isListed: true))
  }

  @Test(
    "Seconds since the install tell when it was, where they make sense",
    arguments: [
      (3_599, false), (3_601, true), (0, false), (-5_000, false), (1.78e9, false), (1e300, false),
      (.nan, false), (.infinity, false),
    ] as [(Double, Bool)])
  func seconds(_ seconds: Double, _ expected: Bool) {
    let now = Self.start.adding(milliseconds: Self.hour)
    #expect(InstallAge(seconds: seconds, at: now).isOld(since: Self.start) == expected)
    #expect(InstallAge(seconds: nil, at: now).installedAt == nil)
  }
}
