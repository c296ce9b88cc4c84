import BeckonBasics
import Dispatch
import Testing

@Suite struct LockedTests {
  @Test func noThreadLosesAnothersWork() {
    let counts = Locked([0, 0])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<5_000 {
        counts.withLock { counts in
          counts[0] += 1
          counts[1] = counts[0]
        }
      }
    }
    #expect(counts.withLock { $0 } == [40_000, 40_000])
  }

  @Test func isFreeAgainAfterAnError() {
    struct Failure: Error {}
    let value = Locked(1)
    #expect(throws: Failure.self) { try value.withLock { _ in throw Failure() } }
    #expect(value.withLock { $0 } == 1)
  }
}
