import ChildProcess
import Foundation

/// Redis in memory alone, with one client that waits for each answer. The peer of our ranks: a
/// sorted set in the memory of one process.
final class Redis {
  private let process: ChildProcess
  private let socket: Int32
  private var received: [UInt8] = []

  init(in workshop: Workshop) throws {
    guard let free = LocalSocket.onFreePort() else { throw BenchError("there is no free port") }
    close(free.descriptor)
    process = try ChildProcess(
      "/usr/bin/env",
      [
        "redis-server", "--bind", "127.0.0.1", "--port", "\(free.port)", "--save", "",
        "--appendonly", "no",
      ], folder: workshop.folder.path, errors: .file(workshop.file("redis.log")))
    var open: Int32?
    for _ in 0..<500 where open == nil && process.isRunning {
      open = LocalSocket.connected(to: free.port)
      if open == nil { usleep(20_000) }
    }
    guard let open else {
      throw BenchError("redis-server did not start. Run: script/bootstrap --bench")
    }
    socket = open
  }

  /// Sends a command, and gives the number that it answers; `nil` for anything else.
  func number(_ words: [String]) throws -> Int64? {
    var bytes = Array("*\(words.count)\r\n".utf8)
    for word in words { bytes += Array("$\(word.utf8.count)\r\n\(word)\r\n".utf8) }
    guard write(socket, bytes, bytes.count) == bytes.count else {
      throw BenchError("redis-server takes no command")
    }
    let line = try line()
    return line.first == UInt8(ascii: ":")
      ? Int64(String(decoding: line.dropFirst(), as: UTF8.self)) : nil
  }

  /// The next line that it answers, without its end.
  private func line() throws -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\r")), end + 1 < received.count {
        let line = Array(received[..<end])
        received.removeFirst(end + 2)
        return line
      }
      let count = read(socket, &chunk, chunk.count)
      guard count > 0 else { throw BenchError("redis-server does not answer") }
      received += chunk[..<count]
    }
  }

  func stop() {
    close(socket)
    process.signal(SIGTERM)
    process.waitUntilExit()
  }
}
