import Foundation

/// Calls a function at a steady pace on a thread of its own, so that deadlines hold even while
/// every other thread is busy.
final class TimerThread: Sendable {
  private let wakeUp: Int32
  private let ended = DispatchSemaphore(value: 0)

  /// Starts calling `tick`; `nil` when the system gives no pipe.
  init?(everyMilliseconds interval: Int, _ tick: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    wakeUp = ends[1]
    let (sleep, ended) = (ends[0], ended)
    Thread.detachNewThread {
      var waiting = pollfd(fd: sleep, events: Int16(POLLIN), revents: 0)
      while poll(&waiting, 1, Int32(interval)) <= 0 { tick() }
      close(sleep)
      ended.signal()
    }
  }

  /// Ends it and waits for a last call to return. Once only.
  func stop() {
    close(wakeUp)
    ended.wait()
  }
}
