/// An answer. The server adds `Date`, `Content-Length` and, when it closes, `Connection`; it leaves
/// out the body where HTTP forbids one (`HEAD`, 204, 304).
public struct HTTPResponse: Sendable {
  /// 200...599.
  public var status: Int
  /// In order. Names are tokens, values hold no line break or NUL. `Content-Length`, `Date` and
  /// `Transfer-Encoding` are the server's own and are ignored here.
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
      && headers.allSatisfy { Self.isToken($0.name) && Self.isFieldValue($0.value) }
  }

  /// RFC 9110, section 5.6.2, without the rarer signs.
  private static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
      }
  }

  /// RFC 9110, section 5.5: no control character but tab.
  private static func isFieldValue(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}
