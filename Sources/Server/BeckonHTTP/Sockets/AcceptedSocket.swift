import Foundation

/// A client's socket, fresh from the listening one. Whoever takes it closes it.
struct AcceptedSocket: Sendable {
  let descriptor: Int32
  /// The client's textual IP address, without port.
  let address: String

  /// The next client that waits; `nil`, and `errno` says why, when there is none.
  init?(from socket: ListeningSocket) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    (descriptor, address) = withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let client = accept(socket.descriptor, address, &length)
        return (client, client >= 0 ? PeerAddress.text(address) : "")
      }
    }
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
}
