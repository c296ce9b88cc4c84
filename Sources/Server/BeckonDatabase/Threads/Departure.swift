import BeckonBasics

/// Tells those who close the database when its last thread has left.
package final class Departure: Sendable {
  private struct State {
    var threads = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  /// Nobody is there yet.
  package init() {}

  /// A thread is about to start.
  package func arrive() { state.withLock { $0.threads += 1 } }

  /// A thread has let go of its connection.
  /// - Parameter last: what is done by the last one, before those who wait are told.
  package func leave(_ last: () -> Void = {}) {
    let isLast = state.withLock { state in
      guard state.threads > 1 else { return true }
      state.threads -= 1
      return false
    }
    guard isLast else { return }
    // It counts until this is done: nobody is told before.
    last()
    let waiting = state.withLock { state in
      state.threads = 0
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
  }

  /// Returns when every thread has left.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.threads > 0 { state.waiting.append(continuation) }
        return state.threads == 0
      }
      if isOver { continuation.resume() }
    }
  }
}
