import Testing

@testable import BeckonHTTP

/// The limit is 100 ms; each look is (step, milliseconds).
struct PhaseWatchTests {
  @Test(arguments: [
    ([(1, 5_000), (1, 5_099), (1, 5_100)], [false, false, true]),
    ([(1, 0), (2, 100), (2, 199), (2, 200)], [false, false, false, true]),
    ([(0, 1_000), (0, 1_100)], [false, true]),
    ([(7, 0), (7, 150), (8, 151)], [false, true, false]),
  ])
  func countsFromTheFirstLookAtEachStep(looks: [(UInt64, UInt64)], overdue: [Bool]) {
    var watch = PhaseWatch()
    let seen = looks.map { step, milliseconds in
      watch.isOverdue(
        step: step, limitMilliseconds: 100, nowNanoseconds: milliseconds * 1_000_000)
    }
    #expect(seen == overdue)
  }
}
