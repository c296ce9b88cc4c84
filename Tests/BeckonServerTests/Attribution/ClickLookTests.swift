import BeckonBasics
import Testing

@testable import BeckonServer

/// Launches that come together look at the newest clicks together.
@Suite struct ClickLookTests {
  /// Looks that are numbered; the first ends only when it is told to.
  private final class Looks: Sendable {
    private let begun = Locked(0)
    private let (first, end) = AsyncStream.makeStream(of: Void.self)

    var count: Int { begun.withLock { $0 } }

    func next() async -> Int {
      let number = begun.withLock { begun -> Int in
        begun += 1
        return begun
      }
      if number == 1 { for await _ in first { break } }
      return number
    }

    func arrived(_ number: Int) async {
      while count < number { await Task.yield() }
    }

    func endFirst() { end.yield() }
  }

  @Test("One look serves all who came before it began, and nobody who came later")
  func shared() async {
    let looks = Looks()
    let look = ClickLook(patienceMilliseconds: 3_600_000) { await looks.next() }
    async let early = look.caughtUp()
    await looks.arrived(1)
    let later = (0..<5).map { _ in Task { await look.caughtUp() } }
    while look.waitingCount < later.count { await Task.yield() }
    looks.endFirst()
    #expect(await early == 1)
    for one in later { #expect(await one.value == 2) }
    #expect(await look.caughtUp() == 3)
    #expect(looks.count == 3)
  }

  @Test("Nobody waits long for a look that hangs, and who comes later has one of their own")
  func hanging() async {
    let looks = Looks()
    let look = ClickLook(patienceMilliseconds: 20) { await looks.next() }
    #expect(await look.caughtUp() == nil)
    while await look.caughtUp() == nil {}
    #expect(looks.count > 1)
    looks.endFirst()
    #expect(await look.caughtUp() != nil)
  }
}
