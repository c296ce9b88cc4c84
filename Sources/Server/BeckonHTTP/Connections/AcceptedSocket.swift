import Foundation

/// A client's socket, fresh from the listening one. Whoever takes it closes it.
struct AcceptedSocket: @unchecked Sendable {
  let descriptor: Int32
  /// The client's textual IP address, without port.
  let address: String
  private var storage: sockaddr_storage
  private var length: socklen_t

  /// The next client that waits; `nil`, and `errno` says why, when there is none.
  init?(from socket: ListeningSocket) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let (descriptor, address) = withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let client = accept(socket.descriptor, address, &length)
        return (client, client >= 0 ? PeerAddress.text(address) : "")
      }
    }
    guard descriptor >= 0 else { return nil }
    (self.descriptor, self.address, self.storage, self.length) =
      (descriptor, address, storage, length)
  }

  /// Shows the address as the system writes it.
  func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
