/// An answer. The server adds `Date`, `Content-Length` and, when it closes, `Connection`; it leaves
/// out the body where HTTP forbids one (`HEAD`, 204, 304).
public struct HTTPResponse: Sendable {
  /// Gives the next piece of a long body each time it is asked, and `nil` at its end. It is asked
  /// when the client has taken the piece before; when it throws, the connection is cut, so that
  /// nobody takes a part for the whole.
  public typealias Pieces = @Sendable () async throws -> [UInt8]?

  /// 200...599.
  public var status: Int
  /// In order. Names are tokens, values hold no line break or NUL. `Connection`,
  /// `Content-Length`, `Date` and `Transfer-Encoding` are the server's own and are ignored here.
  public var headers: [(name: String, value: String)]
  /// The body; empty for none.
  public var body: [UInt8]
  /// The body of an answer that is sent while it is made; `body` must be empty then.
  public var pieces: Pieces?

  /// Makes an answer. One that breaks a rule above is replaced by `HTTPFailure.invalidResponse`'s.
  public init(
    status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
    pieces: Pieces? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.pieces = pieces
  }

  /// Whether it can be sent as it is: no header can smuggle in another one.
  var isValid: Bool {
    (200...599).contains(status)
      && headers.allSatisfy { header in
        var (name, value) = header
        return name.withUTF8(FieldSyntax.isToken) && value.withUTF8(FieldSyntax.isValue)
      }
  }
}
