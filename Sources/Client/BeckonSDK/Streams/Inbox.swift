import BeckonBasics

/// Keeps elements until somebody takes them, in order, each once.
final class Inbox<Element: Sendable>: Sendable {
  private struct Taker {
    let id: UInt64
    let continuation: CheckedContinuation<Element?, Never>
  }

  private struct State {
    var elements: [Element] = []
    var takers: [Taker] = []
    var lastID: UInt64 = 0
    var isClosed = false
  }

  private let state = Locked(State())
  private let capacity: Int

  /// - Parameter capacity: how many wait at most; then the oldest goes.
  init(capacity: Int) { self.capacity = capacity }

  /// What is put in, from now on and what waits. Ends when the inbox is closed. A loop that is
  /// cancelled takes nothing with it; the next one goes on.
  var stream: AsyncStream<Element> {
    AsyncStream { await self.take() }
  }

  /// Gives an element to whoever waits for one, or keeps it.
  func put(_ element: Element) {
    let taker = state.withLock { state -> Taker? in
      guard !state.isClosed else { return nil }
      guard state.takers.isEmpty else { return state.takers.removeFirst() }
      if state.elements.count >= capacity { state.elements.removeFirst() }
      state.elements.append(element)
      return nil
    }
    taker?.continuation.resume(returning: element)
  }

  /// Ends the streams, after what waits was taken.
  func close() {
    let takers = state.withLock { state in
      state.isClosed = true
      return (state.takers, state.takers = []).0
    }
    for taker in takers { taker.continuation.resume(returning: nil) }
  }

  /// The next element, once there is one; `nil` when the inbox is closed or the task cancelled.
  func take() async -> Element? {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { wait(Taker(id: id, continuation: $0)) }
    } onCancel: {
      cancel(id)
    }
  }

  private func wait(_ taker: Taker) {
    let (isOver, element) = state.withLock { state -> (Bool, Element?) in
      if Task.isCancelled { return (true, nil) }
      if !state.elements.isEmpty { return (true, state.elements.removeFirst()) }
      if !state.isClosed { state.takers.append(taker) }
      return (state.isClosed, nil)
    }
    if isOver { taker.continuation.resume(returning: element) }
  }

  private func cancel(_ id: UInt64) {
    let taker = state.withLock { state in
      state.takers.firstIndex { $0.id == id }.map { state.takers.remove(at: $0) }
    }
    taker?.continuation.resume(returning: nil)
  }
}
