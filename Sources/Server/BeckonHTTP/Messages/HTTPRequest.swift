/// A request, complete with its body. A plain value: it stays valid when the client has gone.
public struct HTTPRequest: Sendable {
  /// What to do.
  public let method: HTTPMethod
  /// Raw, undecoded, begins with `/`.
  public let path: String
  /// The path's percent-decoded segments. An encoded slash stays inside its segment; a double slash
  /// gives an empty segment, a trailing slash a trailing one; `/` is one empty segment.
  public let segments: [String]
  /// Decoded (`+` is a space), in order. A name without `=` has an empty value.
  public let query: [(name: String, value: String)]
  /// The header fields.
  public let headers: HTTPHeaders
  /// The body; empty when there is none.
  public let body: [UInt8]
  /// The textual IP address of the socket's peer, without port. IPv4 stays IPv4, also on a socket
  /// that serves both. Behind a proxy it is the proxy's.
  public let peerAddress: String

  /// A request of a method and a target such as `/a%2Fb?c=d`, for tests without a socket.
  /// - Throws: `.badRequest`, as a client would get it.
  public init(
    method: HTTPMethod = .get, target: String = "/", headers: HTTPHeaders = HTTPHeaders(),
    body: [UInt8] = [], peerAddress: String = "127.0.0.1"
  ) throws(HTTPFailure) {
    let bytes = Array(target.utf8)
    let read: Result<HTTPTarget, HTTPFailure> = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(HTTPFailure) in try HTTPTarget(buffer) }
    }
    self.init(
      method: method, target: try read.get(), headers: headers, body: body,
      peerAddress: peerAddress)
  }

  /// A request of its parts, none of which is checked against another.
  public init(
    method: HTTPMethod = .get, path: String, segments: [String],
    query: [(name: String, value: String)] = [], headers: HTTPHeaders = HTTPHeaders(),
    body: [UInt8] = [], peerAddress: String = "127.0.0.1"
  ) {
    self.method = method
    self.path = path
    self.segments = segments
    self.query = query
    self.headers = headers
    self.body = body
    self.peerAddress = peerAddress
  }

  init(
    method: HTTPMethod, target: HTTPTarget, headers: HTTPHeaders, body: [UInt8],
    peerAddress: String
  ) {
    self.init(
      method: method, path: target.path, segments: target.segments, query: target.query,
      headers: headers, body: body, peerAddress: peerAddress)
  }
}
