import BeckonBasics
import Foundation

/// Accepts connections and hands them to the daemon, as many as are allowed at a time.
///
/// libmicrohttpd could do it, but 0.9.75 cannot be told to stop accepting safely: its
/// `MHD_quiesce_daemon` races with the event threads, which then abort the process or hang.
struct Acceptor: Sendable {
  let socket: ListeningSocket
  let daemon: Daemon
  let service: Service

  /// While connections are at their limit, or file descriptors have run out.
  private static let pauseMilliseconds = 5

  /// Accepts until the thread is stopped, then closes the port.
  func run(_ signal: BackgroundThread.StopSignal) {
    var canAccept = true
    while signal.wait(
      milliseconds: canAccept ? -1 : Self.pauseMilliseconds,
      orReadable: canAccept ? socket.descriptor : -1)
    {
      canAccept = acceptWaiting()
    }
    close(socket.descriptor)
  }

  /// Accepts what waits.
  /// - Returns: whether more may be accepted when it comes.
  private func acceptWaiting() -> Bool {
    while service.connections.expect(upTo: service.configuration.connectionsMax) {
      guard acceptOne() else {
        let code = errno
        service.connections.expectNoMore()
        guard code == EMFILE || code == ENFILE else { return true }
        service.logger.log(.warning, "no file descriptor is left for a connection")
        return false
      }
    }
    return false
  }

  private func acceptOne() -> Bool {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let client = accept(socket.descriptor, address, &length)
        guard client >= 0 else { return false }
        if !daemon.add(client, address, length) { service.connections.expectNoMore() }
        return true
      }
    }
  }
}
