import BeckonBasics
import BeckonSDK
import BeckonTesting
import Foundation
import Testing

/// What `track` promises when it returns.
@Suite(.timeLimit(.minutes(2))) struct TrackTests {
  let app = TestApp()
  let synchronized = Locked(0)
  /// What was put off.
  let later = Locked<[@Sendable () -> Void]>([])

  private func launch(
    synchronize: (@Sendable (Int32) -> Int32)? = nil
  ) throws -> BeckonClient {
    var options = BeckonOptions.testing(app.server, clock: app.clock, directory: app.directory)
    options.flushEvents = 1_000_000
    options.later = { [later] work in later.withLock { $0.append(work) } }
    options.files.synchronize = { [synchronized] file in
      synchronized.withLock { $0 += 1 }
      return synchronize?(file) ?? 0
    }
    let url = try #require(URL(string: "https://go.example.com"))
    return try Beckon.configure(url: url, key: "pk_test", options: options)
  }

  @Test func onAThreadTheFirstCallIsTheFirstOnTheServer() async throws {
    let client = try launch()
    let names = (0..<2_000).map { "event \($0)" }
    for name in names { client.track(name) }
    #expect(try client.queueStatistics().events == 2_000)
    await client.flush()
    #expect(app.arrived == names)
  }

  @Test func theDiskIsAskedOnceForManyEvents() async throws {
    let client = try launch()
    client.track("first")
    let before = synchronized.withLock { $0 }
    for number in 0..<500 { client.track("event \(number)") }
    #expect(synchronized.withLock { $0 } == before)
    #expect(later.withLock { $0.count } == 1)

    for work in later.withLock({ works in (works, works = []).0 }) { work() }
    #expect(synchronized.withLock { $0 } > before)
    // From now on it is due again.
    client.track("later")
    #expect(later.withLock { $0.count } == 1)
  }

  @Test func nobodyWaitsForASlowDisk() async throws {
    let (entered, isReleased) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isSlow = Switch(false)
    let client = try launch(synchronize: { _ in
      guard isSlow.isOn else { return 0 }
      entered.signal()
      isReleased.wait()
      return 0
    })
    client.track("before")
    isSlow.isOn = true
    let works = later.withLock { $0 }
    Thread.detachNewThread { for work in works { work() } }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        entered.wait()
        continuation.resume()
      }
    }
    // The disk is at it now, and stays so until this has returned.
    client.track("while the disk is slow")
    #expect(try client.queueStatistics().events == 2)
    isSlow.isOn = false
    isReleased.signal()
  }

  @Test func whoListensLaterHearsOfItToo() async throws {
    let client = try launch()
    let id = client.track("beckon.mine")
    client.track(String(repeating: "n", count: 101))
    var problems: [BeckonProblem] = []
    for await problem in client.problems {
      problems.append(problem)
      if problems.count == 2 { break }
    }
    guard case .eventNotStored(id, "beckon.mine", .invalidInput("name", _)) = problems[0] else {
      Issue.record("\(problems)")
      return
    }
    #expect(problems[0].localizedDescription.contains("beckon.mine"))
  }
}
