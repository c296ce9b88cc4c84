import BeckonBasics
import BeckonContract
import Testing

@testable import BeckonServer

/// Who may look into an index, and when.
@Suite struct SearchTurnsTests {
  @Test("A look for which nobody waits any more is not made, and those behind it have their turn")
  func cancelled() async throws {
    let turns = SearchTurns()
    let looks = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          withUnsafeCurrentTask { $0?.cancel() }
          _ = await #expect(throws: Problem.self) {
            try await turns.take { looks.withLock { $0 += 1 } }
          }
        }
      }
    }
    #expect(looks.withLock { $0 } == 0)
    #expect(try await turns.take { 7 } == 7)
  }
}
