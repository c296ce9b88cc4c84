import Foundation

/// A TCP client that sends exactly the bytes it is told to, and reads answers as they come.
final class RawClient: @unchecked Sendable {
  struct Answer: Sendable {
    var status = 0
    var version = ""
    var headers: [String: String] = [:]
    var body = ""
  }

  enum Failure: Error { case cannotConnect(Int32), timedOut, closed, malformed(String) }

  private let descriptor: Int32
  /// Blocking calls must not take the threads that handlers run on.
  private let queue = DispatchQueue(label: "client")
  private var unread: [UInt8] = []

  init(port: Int, host: String = "127.0.0.1", receiveBufferBytes: Int32? = nil) throws {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0, let address = list?.pointee else {
      throw Failure.cannotConnect(0)
    }
    defer { freeaddrinfo(list) }
    descriptor = socket(address.ai_family, Int32(SOCK_STREAM.rawValue), 0)
    if var bytes = receiveBufferBytes {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, 4)
    }
    var wait = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
      // `deinit` runs now, and closes.
      throw Failure.cannotConnect(errno)
    }
  }

  deinit { close(descriptor) }

  /// Sends all of it; `false` when the server has cut the connection.
  @discardableResult
  func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

  @discardableResult
  func send(_ bytes: [UInt8]) async -> Bool {
    await onQueue {
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          Glibc.send(
            self.descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent,
            Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }

  /// Says that nothing more will be sent; answers are still read.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Breaks the connection off, as a client does whose program is killed.
  func breakOff() {
    // On Linux, a connection that is taken back is reset, and its number stays ours.
    var nowhere = sockaddr()
    nowhere.sa_family = sa_family_t(AF_UNSPEC)
    connect(descriptor, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
  }

  /// Sends a `GET` on a connection that stays open.
  func get(_ target: String, headers: String = "") async {
    await send("GET \(target) HTTP/1.1\r\nHost: test\r\n\(headers)\r\n")
  }

  /// The next answer, complete with its body.
  func answer(hasBody: Bool = true) async throws -> Answer {
    try await onQueue { try self.readAnswer(hasBody: hasBody) }.get()
  }

  /// Whether the server closes without a further byte.
  func isClosed() async -> Bool {
    await onQueue {
      if !self.unread.isEmpty { return false }
      do {
        try self.readMore()
        return false
      } catch Failure.closed {
        return true
      } catch {
        return false
      }
    }
  }

  /// Whether there is something to read.
  var hasBytes: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }

  /// All that comes until the server closes.
  func everything() async -> String {
    await onQueue {
      while (try? self.readMore()) != nil {}
      return String(decoding: self.unread, as: UTF8.self)
    }
  }

  private func onQueue<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async -> Result<Value, any Error> {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result { try body() }) }
    }
  }

  private func onQueue<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }

  private func readMore() throws {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count < 0, errno == EAGAIN { throw Failure.timedOut }
    guard count > 0 else { throw Failure.closed }
    unread += buffer[..<count]
  }

  private func readAnswer(hasBody: Bool) throws -> Answer {
    let end = Array("\r\n\r\n".utf8)
    var headEnd = unread.firstRange(of: end)
    while headEnd == nil {
      try readMore()
      headEnd = unread.firstRange(of: end)
    }
    guard let headEnd else { throw Failure.closed }
    let lines = String(decoding: unread[..<headEnd.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    unread.removeFirst(headEnd.upperBound)
    var answer = try Self.statusLine(lines[0])
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { throw Failure.malformed(line) }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      answer.headers[line[..<colon].lowercased()] = value
    }
    let length = hasBody && answer.status >= 200 ? Int(answer.headers["content-length"] ?? "0") : 0
    while unread.count < length ?? 0 { try readMore() }
    answer.body = String(decoding: unread.prefix(length ?? 0), as: UTF8.self)
    unread.removeFirst(length ?? 0)
    return answer
  }

  private static func statusLine(_ line: String) throws -> Answer {
    let words = line.split(separator: " ")
    guard words.count >= 2, let status = Int(words[1]) else { throw Failure.malformed(line) }
    return Answer(status: status, version: String(words[0]))
  }
}
