import BeckonHTTP

extension FuzzTarget {
  /// HTTP requests, also in pieces and with chunked bodies.
  static let request = FuzzTarget(
    "request",
    seeds: [
      "GET /a%2Fb?c=d&e HTTP/1.1\r\nHost: t\r\nX: y\r\n\r\nGET / HTTP/1.1\r\n",
      "POST / HTTP/1.1\r\nHost: [::1]:80\r\nContent-Length: 5\r\n\r\nhelloPOST",
      "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3;e=f\r\nabc\r\n1\r\nd\r\n0\r\nT: u\r\n\r\nX",
      "HEAD http://t/ HTTP/1.0\r\nConnection: keep-alive, close\r\nExpect: 100-continue\r\n\r\n",
      "\r\nOPTIONS * HTTP/1.1\r\nHost:\r\n\r\n",
      // Found: fields of just as many bytes as there may be, whose end came in two pieces.
      "GET / HTTP/1.1\r\nHost: t\r\nX: " + String(repeating: "y", count: 256 - 14)
        + "\r\n\r\n",
      // Found: a line of a long method was taken when it came whole, and refused in pieces.
      String(repeating: "P", count: 380) + " / HTTP/1.1\r\nHost: t\r\n\r\n",
    ]
  ) { bytes, complaints in
    var configuration = HTTPServerConfiguration()
    configuration.bodyBytesMax = 64
    configuration.headerBytesMax = 256
    configuration.urlBytesMax = 128
    let whole = Reading(bytes, configuration)
    complaints.expect(whole.used <= bytes.count, "more was taken than there is")
    complaints.expect(whole.end.body.count <= 64, "the body is longer than the limit")
    let headerBytes = whole.end.headers.all.reduce(0) { $0 + $1.name.utf8.count }
    complaints.expect(headerBytes <= 3 * 256, "the headers are longer than the limit")
    for cut in cuts(of: bytes) {
      let cutOnce = Reading(bytes, cuts: [cut], configuration)
      complaints.expect(isSame(cutOnce, whole), "cut at \(cut) it means something else")
    }
    let inBytes = Reading(bytes, cuts: Array(bytes.indices), configuration)
    complaints.expect(isSame(inBytes, whole), "byte by byte it means something else")
    guard let request = whole.request else { return }
    complaints.expect(request.path.utf8.first == UInt8(ascii: "/"), "a path without a slash")
    complaints.expect(
      request.segments.count == request.path.utf8.count { $0 == 0x2F }, "not a segment a slash")
    let hosts = request.headers.values("host")
    complaints.expect(
      hosts.count <= 1 && hosts.allSatisfy { $0.utf8.count <= 255 }, "a host that is none")
  }

  /// Of a request that is refused it does not matter which of its faults is seen first: a line that
  /// is too long and broken may not have come as far as where it is broken.
  private static func isSame(_ left: Reading, _ right: Reading) -> Bool {
    left.end.stage == right.end.stage && (left.end.stage == .refused || left == right)
  }

  private static func cuts(of bytes: [UInt8]) -> [Int] {
    let step = max(1, bytes.count / 16)
    return Array(stride(from: 0, through: bytes.count, by: step))
  }
}
