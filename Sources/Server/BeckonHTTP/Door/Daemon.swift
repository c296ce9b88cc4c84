import BeckonBasics
import CBeckonHTTP
import Foundation

/// A running libmicrohttpd daemon. Its threads call back into `DaemonEvents`.
final class Daemon: @unchecked Sendable {
  private let daemon: OpaquePointer
  private let service: Service

  /// Starts event threads, which wait for connections to be added.
  /// - Throws: `.cannotStart`.
  init(service: Service) throws(HTTPServerError) {
    let configuration = service.configuration
    var options = beckon_http_options()
    let threads = min(max(configuration.eventThreads, 2), 1_024)
    options.event_threads = UInt32(threads)
    // libmicrohttpd gives each thread its share; the acceptor keeps the sum.
    options.connections_max = UInt32(min(max(configuration.connectionsMax, 1), 1 << 20) * threads)
    options.connections_per_address_max = UInt32(
      max(configuration.connectionsPerAddressMax ?? 0, 0))
    options.connection_memory_bytes = Self.memoryBytes(configuration)
    options.context = Unmanaged.passUnretained(service).toOpaque()
    DaemonEvents.install(in: &options)
    guard let daemon = beckon_http_start(&options) else {
      throw .cannotStart(reason: service.complaint.withLock { $0 })
    }
    self.daemon = daemon
    self.service = service
  }

  /// Hands over an accepted connection, which is closed if the daemon does not want it.
  func add(
    _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ addressLength: socklen_t
  ) -> Bool {
    MHD_add_connection(daemon, descriptor, address, addressLength) == .YES
  }

  /// Closes every connection and waits for the event threads. Once only; no connection may be
  /// suspended.
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
