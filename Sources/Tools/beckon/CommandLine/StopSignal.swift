import Foundation

/// Where the signal handler writes; a handler can capture nothing. Set once, before the handler is.
nonisolated(unsafe) private var signalPipe: Int32 = -1

/// SIGTERM and SIGINT, caught from the moment it is made. (A dispatch source is armed some time
/// after `resume`, and a signal that comes in between is lost.)
struct StopSignal {
  private let reading: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    reading = ends[0]
    signalPipe = ends[1]
    for number in [SIGTERM, SIGINT] {
      signal(number) { number in
        // The thread that is interrupted may be about to read it.
        let interrupted = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(signalPipe, &byte, 1)
        errno = interrupted
      }
    }
  }

  /// Calls `body` with the number of the first of them, on a thread that waits for it.
  func handle(_ body: @escaping @Sendable (Int32) -> Void) {
    Thread.detachNewThread { [reading] in
      var byte: UInt8 = 0
      while read(reading, &byte, 1) < 0, errno == EINTR {}
      body(Int32(byte))
    }
  }

  /// Returns when one of them has come: its number.
  @discardableResult
  func wait() async -> Int32 {
    await withCheckedContinuation { continuation in
      handle { continuation.resume(returning: $0) }
    }
  }

  /// Lets one that comes now end the program, as if this had never been made.
  static func ignoreNoMore() {
    for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
  }

  /// A reader of the log that went away, and a file at the size that its user may reach, are errors
  /// of a write. As signals they would end the server.
  static func ignoreWhatIsAnErrorToo() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}
