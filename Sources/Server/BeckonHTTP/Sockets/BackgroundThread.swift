import Foundation

/// A thread of its own, so that it runs even while every other thread is busy, until it is stopped.
final class BackgroundThread: Sendable {
  /// Tells the thread to end.
  struct StopSignal: Sendable {
    fileprivate let descriptor: Int32

    /// Waits until the time is over, `other` can be read, or the thread is stopped.
    /// - Parameter milliseconds: -1 for any time.
    /// - Returns: whether to go on.
    func wait(milliseconds: Int, orReadable other: Int32 = -1) -> Bool {
      var waiting = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: other, events: Int16(POLLIN), revents: 0),
      ]
      return poll(&waiting, 2, Int32(milliseconds)) <= 0 || waiting[0].revents == 0
    }
  }

  private let wakeUp: Int32
  private let ended = DispatchSemaphore(value: 0)

  /// Starts it; `nil` when the system gives no pipe.
  init?(_ body: @escaping @Sendable (StopSignal) -> Void) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    wakeUp = ends[1]
    let (signal, ended) = (StopSignal(descriptor: ends[0]), ended)
    Thread.detachNewThread {
      body(signal)
      close(signal.descriptor)
      ended.signal()
    }
  }

  /// Stops it and waits for its end. Once only.
  func stop() {
    close(wakeUp)
    ended.wait()
  }
}
