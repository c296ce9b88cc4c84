import BeckonBasics
import CBeckonHTTP
import Foundation

/// A libmicrohttpd daemon that has no thread of its own: one event loop runs it, and every call to
/// it comes from that loop's thread. It calls back into `DaemonEvents` while it runs.
///
/// libmicrohttpd's own event threads are not used: 0.9.75 asks epoll for 128 events at a time and,
/// when it gets as many, waits for further ones before it serves those. With 128 busy connections
/// on a thread it then stood still, which was measured as 130 requests/s in place of 30,000.
final class Daemon {
  private let daemon: OpaquePointer

  /// - Throws: `.cannotStart`.
  init(loop: EventLoop) throws(HTTPServerError) {
    let service = loop.service
    var options = beckon_http_options()
    // The acceptor keeps the sum over all loops.
    options.connections_max = UInt32(min(max(service.configuration.connectionsMax, 1), 1 << 20))
    options.connection_memory_bytes = Self.memoryBytes(service.configuration)
    options.context = Unmanaged.passUnretained(loop).toOpaque()
    DaemonEvents.install(in: &options)
    guard let daemon = beckon_http_start(&options) else {
      throw .cannotStart(reason: service.complaint.withLock { $0 })
    }
    self.daemon = daemon
  }

  /// Hands over an accepted connection, which is closed if the daemon does not want it.
  func add(_ peer: AcceptedSocket) -> Bool {
    peer.withAddress { MHD_add_connection(daemon, peer.descriptor, $0, $1) } == .YES
  }

  /// Serves what is ready, without waiting.
  func run() { MHD_run(daemon) }

  /// Waits until it has something to do, `wakeUp` can be read, or the time is over.
  func wait(milliseconds: Int, orReadable wakeUp: Int32) {
    let descriptor = beckon_http_events(daemon)
    guard beckon_http_is_busy(daemon) == 0 else { return }
    var waiting = [
      pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    // Where there is no epoll, it looks at its sockets every few milliseconds.
    _ = poll(&waiting, 2, Int32(descriptor < 0 ? min(milliseconds, 5) : milliseconds))
  }

  /// Closes every connection. Once only; no connection may be suspended.
  func stop() { MHD_stop_daemon(daemon) }

  /// libmicrohttpd keeps a request's line and headers, its lists of them and the answer's headers
  /// in one piece of memory, which it clears after every request: the smaller, the faster (at 100
  /// KiB clearing took a third of the time). What does not fit it refuses with an answer of its
  /// own, 431 or 414.
  private static func memoryBytes(_ configuration: HTTPServerConfiguration) -> Int {
    let longest = max(configuration.headerBytesMax, configuration.urlBytesMax)
    return min(max(longest, 4_096), 1 << 20) + 8_192
  }
}
