import BeckonBasics
import BeckonModel
import BeckonSDK
import Foundation

/// Time that passes only when a test says so, and chance that is the same in each run.
public final class ManualClock: Sendable {
  private struct Sleeper {
    let id: UInt64
    let due: Int64
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now: Instant
    /// Milliseconds since the start by a clock that nobody sets; sleep goes by it.
    var elapsed: Int64 = 0
    var random: SeededGenerator
    var lastID: UInt64 = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<UInt64> = []
    var watchers: [Watcher] = []
  }

  /// Somebody who waits until so many sleep.
  private struct Watcher {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private let state: Locked<State>

  /// A clock that stands at a date.
  public convenience init(date: Date = Date(timeIntervalSince1970: 1_790_000_000)) {
    self.init(now: date.instant)
  }

  package convenience init(now: Instant) { self.init(now: now, seed: 1) }

  /// - Parameter seed: where chance begins.
  package init(now: Instant = Instant(milliseconds: 1_790_000_000_000), seed: UInt64) {
    state = Locked(State(now: now, random: SeededGenerator(seed: seed)))
  }

  /// Time and chance for `BeckonOptions.ambient`.
  package var ambient: Ambient {
    Ambient(now: { self.now }, random: { self.random() })
  }

  /// The present.
  public var date: Date { Date(now) }

  /// The present.
  package var now: Instant { state.withLock { $0.now } }

  /// Lets seconds pass and wakes who has slept long enough.
  public func advance(seconds: Double) { advance(milliseconds: Int64(seconds * 1_000)) }

  /// Sets the wall clock, as a person or a network does; nobody wakes of it.
  public func jump(to date: Date) { jump(to: date.instant) }

  /// Lets time pass and wakes who has slept long enough.
  package func advance(milliseconds: Int64) {
    advance { _ in milliseconds }
  }

  /// Waits until somebody sleeps, then lets as much time pass as the first sleeper needs to wake,
  /// and none beyond `end`. Each call wakes somebody or reaches the end: a loop of it goes round no
  /// more often than somebody falls asleep, however slow the machine is.
  package func advanceToNextWake(notAfter end: Instant? = nil) async {
    await untilSomeoneSleeps()
    advance { state in
      guard let due = state.sleepers.map(\.due).min() else { return 0 }
      let left = end.map { max(0, $0.milliseconds(since: state.now)) } ?? .max
      return min(max(0, due - state.elapsed), left)
    }
  }

  private func advance(by milliseconds: (State) -> Int64) {
    let due = state.withLock { state in
      let milliseconds = milliseconds(state)
      state.now = state.now.adding(milliseconds: milliseconds)
      state.elapsed += milliseconds
      let due = state.sleepers.filter { $0.due <= state.elapsed }
      state.sleepers.removeAll { $0.due <= state.elapsed }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Sets the wall clock.
  package func jump(to now: Instant) {
    state.withLock { $0.now = now }
  }

  // Sleeps because: this is where a test lets time pass; nothing real is waited for.
  /// Waits until time has passed, for `BeckonOptions.sleep`.
  /// - Throws: `CancellationError`.
  package func sleep(milliseconds: Int64) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { fallAsleep(id, milliseconds, $0) }
    } onCancel: {
      cancel(id)
    }
  }

  /// Returns when somebody sleeps, or the test is over its time.
  /// - Parameter count: how many must sleep at the same time.
  public func untilSomeoneSleeps(count: Int = 1) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          let isOver = state.sleepers.count >= count || Task.isCancelled
          if !isOver { state.watchers.append(Watcher(count: count, continuation: continuation)) }
          return isOver
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let watchers = state.withLock { state in (state.watchers, state.watchers = []).0 }
      for watcher in watchers { watcher.continuation.resume() }
    }
  }

  private func fallAsleep(
    _ id: UInt64, _ milliseconds: Int64, _ continuation: CheckedContinuation<Void, any Error>
  ) {
    let (isCancelled, watchers) = state.withLock { state -> (Bool, [Watcher]) in
      if state.cancelled.remove(id) != nil { return (true, []) }
      let due = state.elapsed + max(0, milliseconds)
      state.sleepers.append(Sleeper(id: id, due: due, continuation: continuation))
      let watchers = state.watchers.filter { $0.count <= state.sleepers.count }
      state.watchers.removeAll { $0.count <= state.sleepers.count }
      return (false, watchers)
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) }
    for watcher in watchers { watcher.continuation.resume() }
  }

  private func cancel(_ id: UInt64) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  private func random() -> UInt64 { state.withLock { $0.random.next() } }
}
