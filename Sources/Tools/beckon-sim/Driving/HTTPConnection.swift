import BeckonModel
import ChildProcess
import Foundation

/// A request of the simulation. The same value sent again is the same request, byte by byte.
struct SimulatedRequest: Sendable {
  var method = "POST"
  var path: String
  /// What `Host` says.
  var host = "127.0.0.1"
  /// API key, for `Authorization`.
  var key: String?
  /// More headers.
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  /// Makes it ask for a whole URL.
  mutating func visit(_ url: String) {
    let parts = url.split(separator: "/", maxSplits: 2)
    guard parts.count > 1 else { return }
    (host, path) = (String(parts[1]), "/" + (parts.count > 2 ? parts[2] : ""))
  }

  /// The request as HTTP/1.1 writes it.
  var bytes: [UInt8] {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nContent-Length: \(body.count)\r\n"
    if let key { head += "Authorization: Bearer \(key)\r\n" }
    for header in headers { head += "\(header.name): \(header.value)\r\n" }
    return Array((head + "\r\n").utf8) + body
  }
}

/// A whole answer.
struct SimulatedAnswer: Sendable {
  var status: Int
  /// Values by name in lower case.
  var headers: [String: String]
  var body: [UInt8]

  /// The body as JSON, if it is.
  var json: JSON? { try? JSONReader.read(body) }
  /// Whether the server says that it did what was asked.
  var isSuccess: Bool { (200..<400).contains(status) }
}

/// One connection to the server that stays open; blocking, for one thread. It knows no half
/// answers: what does not arrive whole has not been acknowledged.
final class HTTPConnection {
  private let descriptor: Int32
  private var unread: [UInt8] = []
  private(set) var isClosed = false

  /// Connects to a port of this machine; `nil` when nobody listens.
  init?(port: Int) {
    guard let descriptor = LocalSocket.connected(to: port) else { return nil }
    self.descriptor = descriptor
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
  }

  deinit { close(descriptor) }

  /// Sends a request; the answer is read apart, so that several can be in flight at once.
  func send(_ request: SimulatedRequest) {
    let bytes = request.bytes
    var sent = 0
    while sent < bytes.count, !isClosed {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count > 0 { sent += count } else { isClosed = true }
    }
  }

  /// The next answer; `nil` when the connection breaks before its end.
  /// - Parameter hasBody: `false` behind a HEAD, whose answer tells a length but has no body.
  func answer(hasBody: Bool = true) -> SimulatedAnswer? {
    guard let head = head(), var answer = Self.parse(head) else {
      isClosed = true
      return nil
    }
    let length = hasBody ? Int(answer.headers["content-length"] ?? "") ?? 0 : 0
    while unread.count < length { guard readMore() else { return nil } }
    answer.body = Array(unread.prefix(length))
    unread.removeFirst(length)
    if answer.headers["connection"]?.lowercased() == "close" { isClosed = true }
    return answer
  }

  private func head() -> [UInt8]? {
    let end: [UInt8] = [13, 10, 13, 10]
    var searched = 0
    while true {
      var index = searched
      while index + 4 <= unread.count {
        if unread[index..<index + 4].elementsEqual(end) {
          let head = Array(unread[..<index])
          unread.removeFirst(index + 4)
          return head
        }
        index += 1
      }
      searched = max(0, unread.count - 3)
      guard readMore() else { return nil }
    }
  }

  private func readMore() -> Bool {
    guard !isClosed else { return false }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else {
      isClosed = true
      return false
    }
    unread += buffer[..<count]
    return true
  }

  private static func parse(_ head: [UInt8]) -> SimulatedAnswer? {
    // By bytes: "\r\n" is one character to a `String`.
    let lines = head.split(separator: 13).map { String(decoding: $0, as: UTF8.self) }
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let name = parts[0].trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
      headers[name] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    return SimulatedAnswer(status: status, headers: headers, body: [])
  }
}
