import CBeckonHTTP
import Foundation

/// libmicrohttpd's side of one connection. For its event loop's thread, and until the daemon
/// reports the connection closed.
struct Wire {
  private let connection: OpaquePointer

  init(_ connection: OpaquePointer) { self.connection = connection }

  /// Stops libmicrohttpd from going on with the connection.
  func suspend() { MHD_suspend_connection(connection) }

  /// Lets it go on; after `suspend`, exactly once.
  func resume() { MHD_resume_connection(connection) }

  /// The client's textual IP address; IPv4 stays IPv4 on a socket for both.
  var peerAddress: String {
    beckon_http_client_address(connection).map(PeerAddress.text) ?? ""
  }

  /// Lets nothing more come in: what has arrived is still read, then the connection closes.
  func endReceiving() { shutdown(descriptor, Int32(SHUT_RD)) }

  /// Ends the connection in both directions and drops what is not sent yet. The event thread then
  /// finds it dead and closes it.
  func cut() {
    var atOnce = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  private var descriptor: Int32 { beckon_http_descriptor(connection) }

  /// A copy of the header fields.
  func headers() -> HTTPHeaders {
    var headers = HTTPHeaders(reservingBytes: 512)
    withUnsafeMutablePointer(to: &headers) { headers in
      _ = MHD_get_connection_values_n(
        connection, .HEADER_KIND,
        { context, _, name, nameCount, value, valueCount in
          let name = UnsafeRawBufferPointer(start: name, count: nameCount)
          let value = UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueCount)
          context?.assumingMemoryBound(to: HTTPHeaders.self).pointee.append(
            name: name.bindMemory(to: UInt8.self), value: value.bindMemory(to: UInt8.self))
          return .YES
        }, headers)
    }
    return headers
  }

  /// Hands over the answer; in the callback only.
  /// - Returns: whether it was taken; if not, the connection must be given up.
  func send(_ response: HTTPResponse, closes: Bool) -> Bool {
    let made = response.body.withUnsafeBytes { body in
      // It copies, and does not write through the pointer.
      MHD_create_response_from_buffer(
        body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), .RESPMEM_MUST_COPY)
    }
    guard let made else { return false }
    defer { MHD_destroy_response(made) }
    for header in response.headers where !Self.isOwn(header.name) {
      guard MHD_add_response_header(made, header.name, header.value) == .YES else {
        return false
      }
    }
    if closes { MHD_add_response_header(made, "Connection", "close") }
    return MHD_queue_response(connection, UInt32(response.status), made) == .YES
  }

  /// Whether libmicrohttpd makes this header itself.
  private static func isOwn(_ name: String) -> Bool {
    switch name.utf8.count {
    case 4: name.lowercased() == "date"
    case 14: name.lowercased() == "content-length"
    case 17: name.lowercased() == "transfer-encoding"
    default: false
    }
  }
}
