import BeckonBasics
import Dispatch

/// Holds a thread of the database, inside a body, until the test lets it go on.
final class Gate: Sendable {
  private struct State {
    var arrived = 0
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())
  private let opened = DispatchSemaphore(value: 0)

  /// In the body: waits for `open`.
  func wait() {
    let watcher = state.withLock { state in
      let watcher = state.watchers.popLast()
      if watcher == nil { state.arrived += 1 }
      return watcher
    }
    watcher?.resume()
    opened.wait()
    opened.signal()
  }

  /// In the test: returns when a body waits; once for each.
  func arrival() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        guard state.arrived > 0 else {
          state.watchers.append(continuation)
          return false
        }
        state.arrived -= 1
        return true
      }
      if isThere { continuation.resume() }
    }
  }

  /// In the test: lets all go on, also a body that is run again with its batch.
  func open() { opened.signal() }
}
