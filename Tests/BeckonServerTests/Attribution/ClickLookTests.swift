import BeckonBasics
import Testing

@testable import BeckonServer

/// Launches that come together look at the newest clicks together.
@Suite struct ClickLookTests {
  @Test("One look serves all who came before it began, and nobody who came later")
  func shared() async {
    let looks = Locked(0)
    let (first, begin) = AsyncStream.makeStream(of: Void.self)
    let look = ClickLook {
      let number = looks.withLock { count -> Int in
        count += 1
        return count
      }
      // The first ends when the test says so.
      if number == 1 { for await _ in first { break } }
      return number
    }
    async let early = look.caughtUp()
    while looks.withLock({ $0 }) == 0 { await Task.yield() }
    let later = (0..<5).map { _ in Task { await look.caughtUp() } }
    while look.waitingCount < later.count { await Task.yield() }
    begin.yield()
    #expect(await early == 1)
    for one in later { #expect(await one.value == 2) }
    #expect(await look.caughtUp() == 3)
    #expect(looks.withLock { $0 } == 3)
  }
}
