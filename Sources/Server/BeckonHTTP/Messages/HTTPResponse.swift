/// An answer. The server adds `Date`, `Content-Length` and, when it closes, `Connection`; it leaves
/// out the body where HTTP forbids one (`HEAD`, 204, 304).
public struct HTTPResponse: Sendable {
  /// 200...599.
  public var status: Int
  /// In order. Names are tokens, values hold no line break or NUL. `Connection`,
  /// `Content-Length`, `Date` and `Transfer-Encoding` are the server's own and are ignored here.
  public var headers: [(name: String, value: String)]
  /// The body; empty for none.
  public var body: [UInt8]

  /// Makes an answer. One that breaks a rule above is replaced by `HTTPFailure.invalidResponse`'s.
  public init(
    status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []
  ) {
    self.status = status
    self.headers = headers
    self.body = body
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
