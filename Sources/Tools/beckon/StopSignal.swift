import Dispatch
import Foundation

/// SIGTERM and SIGINT, caught from the moment it is made.
struct StopSignal {
  private let stream: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    self.stream = stream
    sources = [SIGTERM, SIGINT].map { number in
      // The default action would end the program before the dispatch source sees the signal.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.resume()
      return source
    }
  }

  /// Returns when one of them has come.
  func wait() async {
    for await _ in stream { break }
    for source in sources { source.cancel() }
  }

  /// A reader of the log that went away, and a file at the size that its user may reach, are errors
  /// of a write. As signals they would end the server.
  static func ignoreWhatIsAnErrorToo() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}
