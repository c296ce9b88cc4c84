import ChildProcess
import Foundation

/// Sends one request over a connection of its own, byte by byte as told, and reads the answer. It
/// follows nothing, repairs nothing and adds nothing, so a test may send any host and any body.
struct SocketClient: Sendable {
  let port: Int

  enum Failure: Error { case cannotConnect(Int32), cut, malformed(String) }

  /// Sends `request` and reads to the end of the connection. On a thread of its own, because
  /// blocking calls must not take the threads that the server's handlers run on.
  func exchange(_ request: [UInt8]) async throws -> HTTPAnswer {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try blockingExchange(request) })
      }
    }
  }

  private func blockingExchange(_ request: [UInt8]) throws -> HTTPAnswer {
    guard let descriptor = LocalSocket.connected(to: port, waitSeconds: 60) else {
      throw Failure.cannotConnect(errno)
    }
    defer { close(descriptor) }
    // The server may answer and close before it has read all: the answer is what counts.
    _ = send(request, descriptor)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    return try Self.read(bytes)
  }

  private func send(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  private static func read(_ bytes: [UInt8]) throws -> HTTPAnswer {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Failure.cut }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count >= 2, let status = Int(words[1]) else { throw Failure.malformed(lines[0]) }
    var answer = HTTPAnswer(status: status)
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { throw Failure.malformed(line) }
      answer.headers.append((String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces)))
    }
    answer.body = Array(bytes[end.upperBound...])
    if answer["Transfer-Encoding"] == "chunked" { answer.body = try unchunked(answer.body) }
    return answer
  }

  /// The body behind chunks; one without an end is no whole answer.
  private static func unchunked(_ bytes: [UInt8]) throws -> [UInt8] {
    var (body, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
    while true {
      guard let line = rest.firstRange(of: Array("\r\n".utf8)),
        let count = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16),
        rest.endIndex - line.upperBound >= count + 2
      else { throw Failure.cut }
      if count == 0 { return body }
      body += rest[line.upperBound..<line.upperBound + count]
      rest = rest[(line.upperBound + count + 2)...]
    }
  }
}
