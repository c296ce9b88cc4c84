import Foundation

/// Writes answers as HTTP/1.1 has them (RFC 9112, section 4; RFC 9110, section 8.6). Each event
/// loop has one, whose memory serves all its answers.
struct ResponseWriter {
  /// A longer body is sent from where it lies.
  private static let copiedBodyBytesMax = 16_384

  /// RFC 9110, section 15.2.1.
  static let continueBytes = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// The last answer, but for a long body.
  private(set) var bytes: [UInt8] = []
  private var date = DateField()

  /// Writes an answer, which must be valid.
  /// - Returns: the body, if it must be sent after `bytes`; else nothing.
  mutating func write(
    _ response: HTTPResponse, to method: HTTPMethod?, closes: Bool, isHTTP10: Bool
  ) -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    append("HTTP/1.1 ")
    append(number: response.status)
    append(" ")
    append(Self.reason(response.status))
    append("\r\nDate: ")
    bytes.append(contentsOf: date.text(at: time(nil)))
    let hasBody = response.status != 204 && response.status != 304
    if hasBody, response.pieces == nil {
      append("\r\nContent-Length: ")
      append(number: response.body.count)
    } else if hasBody, !isHTTP10 {
      append("\r\nTransfer-Encoding: chunked")
    }
    if closes { append("\r\nConnection: close") }
    if isHTTP10, !closes { append("\r\nConnection: keep-alive") }
    append("\r\n")
    for header in response.headers { append(header) }
    append("\r\n")
    guard hasBody, method != .head else { return [] }
    guard response.body.count <= Self.copiedBodyBytesMax else { return response.body }
    bytes.append(contentsOf: response.body)
    return []
  }

  /// A piece of a body whose length is not known before (RFC 9112, section 7.1); `nil` is its end.
  static func chunk(_ piece: [UInt8]?) -> [UInt8] {
    guard let piece else { return Array("0\r\n\r\n".utf8) }
    return Array((String(piece.count, radix: 16) + "\r\n").utf8) + piece + Array("\r\n".utf8)
  }

  private mutating func append(_ header: (name: String, value: String)) {
    var (name, value) = header
    name.withUTF8 { name in
      guard !Self.isOwn(name) else { return }
      bytes.append(contentsOf: name)
      append(": ")
      value.withUTF8 { bytes.append(contentsOf: $0) }
      append("\r\n")
    }
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func append(number: Int) {
    var text = String(number)
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Whether the server makes this header itself.
  private static func isOwn(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let own: StaticString
    switch name.count {
    case 4: own = "date"
    case 10: own = "connection"
    case 14: own = "content-length"
    case 17: own = "transfer-encoding"
    default: return false
    }
    return HTTPHeaders.equal(
      name, UnsafeBufferPointer(start: own.utf8Start, count: own.utf8CodeUnitCount))
  }

  /// The words of RFC 9110, section 15; no client reads them.
  private static func reason(_ status: Int) -> StaticString {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 409: "Conflict"
    case 410: "Gone"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 503: "Service Unavailable"
    case 507: "Insufficient Storage"
    default: "Other"
    }
  }
}
