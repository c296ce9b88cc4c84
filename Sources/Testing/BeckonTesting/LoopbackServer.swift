import BeckonBasics
import BeckonModel
import BeckonSDK
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A very small HTTP server on 127.0.0.1 for tests where a real socket matters: one thread a
/// connection, one request a connection unless a reply says otherwise.
package final class LoopbackServer: Sendable {
  /// What becomes of a request.
  package enum Reply: Sendable {
    /// An answer, after so many milliseconds.
    case answer(TransportResponse, delayMilliseconds: Int64 = 0)
    /// These bytes, head and all, a piece at a time with a pause after each. Then the connection is
    /// closed, or stays for the next request.
    case pieces([[UInt8]], pauseMilliseconds: Int64 = 0, closes: Bool = true)
    /// The connection is closed without an answer.
    case hangUp
  }

  /// Largest request, in bytes.
  package static let requestBytesMax = 4 * 1_024 * 1_024

  /// The port.
  package let port: Int
  private let reply: @Sendable (TransportRequest) -> Reply
  private let isStopped = Locked(false)
  /// Signalled when nobody listens any more.
  private let ending = DispatchSemaphore(value: 0)

  /// Where it listens.
  package var url: String { "http://127.0.0.1:\(port)" }

  /// Listens on a free port and serves until `stop()`.
  /// - Parameter reply: called on a thread of its own for each request, whose `url` is the path.
  /// - Throws: `POSIXError`.
  package init(reply: @escaping @Sendable (TransportRequest) -> Reply) throws {
    let listener = socket(AF_INET, Self.stream, 0)
    var address = Self.address(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 128) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard isListening else {
      let code = errno
      close(listener)
      throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    self.reply = reply
    Thread.detachNewThread { [isStopped, reply, ending] in
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        if isStopped.withLock({ $0 }) {
          close(connection)
          break
        }
        Thread.detachNewThread { Self.serve(connection, reply) }
      }
      // Here, where nobody accepts any more: the number may be another socket's at once.
      close(listener)
      ending.signal()
    }
  }

  /// Stops listening; whoever connects after that finds nobody.
  package func stop() {
    guard isStopped.withLock({ isStopped in (!isStopped, isStopped = true).0 }) else { return }
    let wake = socket(AF_INET, Self.stream, 0)
    var address = Self.address(port: port)
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        connect(wake, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    close(wake)
    _ = ending.wait(timeout: .now() + 30)
  }

  private static func address(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  #if os(Linux)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif

  private static func serve(
    _ connection: Int32, _ reply: @Sendable (TransportRequest) -> Reply
  ) {
    defer { close(connection) }
    // Otherwise a piece waits for the other side to have confirmed the one before.
    var isOn: Int32 = 1
    setsockopt(
      connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    while let request = read(connection), answer(reply(request), on: connection) {}
  }

  /// Whether the connection stays.
  private static func answer(_ reply: Reply, on connection: Int32) -> Bool {
    switch reply {
    case .answer(let response, let delay):
      pause(delay)
      _ = write(bytes(of: response), to: connection)
      return false
    case .pieces(let pieces, let delay, let closes):
      for piece in pieces {
        guard write(piece, to: connection) else { return false }
        pause(delay)
      }
      return !closes
    case .hangUp: return false
    }
  }

  private static func pause(_ milliseconds: Int64) {
    // Sleeps because: a test asked for a server that is slow.
    if milliseconds > 0 { usleep(UInt32(milliseconds * 1_000)) }
  }

  private static func bytes(of response: TransportResponse) -> [UInt8] {
    var head = "HTTP/1.1 \(response.status) X\r\nConnection: close\r\n"
    head += "Content-Length: \(response.body.count)\r\n"
    for (name, value) in response.headers { head += "\(name): \(value)\r\n" }
    return Array((head + "\r\n").utf8) + response.body
  }

  private static func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let result = bytes[sent...].withUnsafeBytes { buffer in
        #if os(Linux)
          send(connection, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
        #else
          send(connection, buffer.baseAddress, buffer.count, 0)
        #endif
      }
      guard result > 0 else { return false }
      sent += result
    }
    return true
  }

  private static func read(_ connection: Int32) -> TransportRequest? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= requestBytesMax {
      if let request = parse(bytes) { return request }
      let result = recv(connection, &chunk, chunk.count, 0)
      guard result > 0 else { return nil }
      bytes.append(contentsOf: chunk[..<result])
    }
    return nil
  }

  /// The request, once all of it is there.
  private static func parse(_ bytes: [UInt8]) -> TransportRequest? {
    guard let end = Data(bytes).range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    let body = bytes[end.upperBound...]
    guard body.count >= length else { return nil }
    return TransportRequest(
      method: String(words[0]), url: String(words[1]), headers: headers,
      body: Array(body.prefix(length)))
  }
}
