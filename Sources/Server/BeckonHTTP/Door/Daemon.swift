import BeckonBasics
import CBeckonHTTP
import Foundation

/// A running libmicrohttpd daemon. Its threads call back into `DaemonEvents`.
final class Daemon: @unchecked Sendable {
  private let daemon: OpaquePointer
  private let service: Service

  /// Starts event threads on a listening socket, which is closed if that fails.
  /// - Throws: `.cannotStart`.
  init(listeningOn descriptor: Int32, service: Service) throws(HTTPServerError) {
    let configuration = service.configuration
    var options = beckon_http_options()
    options.listening_socket = descriptor
    options.event_threads = UInt32(max(configuration.eventThreads, 2))
    options.connections_max = UInt32(max(configuration.connectionsMax, 2))
    options.connections_per_address_max = UInt32(
      max(configuration.connectionsPerAddressMax ?? 0, 0))
    options.connection_memory_bytes = Self.memoryBytes(configuration)
    options.context = Unmanaged.passUnretained(service).toOpaque()
    DaemonEvents.install(in: &options)
    guard let daemon = beckon_http_start(&options) else {
      close(descriptor)
      throw .cannotStart(reason: service.complaint.withLock { $0 })
    }
    self.daemon = daemon
    self.service = service
  }

  /// Accepts no further connection and frees the port.
  func stopAccepting() {
    let descriptor = MHD_quiesce_daemon(daemon)
    if descriptor >= 0 { close(descriptor) }
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
