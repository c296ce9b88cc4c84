#if Postgres
  import ChildProcess
  import Foundation

  /// Says what a PostgreSQL of any version says to a client that connects, and no more: the system
  /// has packages of one version only. Its words are those of the protocol, which is the same in
  /// all versions since 7.4.
  /// https://www.postgresql.org/docs/14/protocol-message-formats.html
  final class OldPostgres: Sendable {
    let port: Int
    private let listener: Int32

    struct NoPort: Error {}

    init(version: String) throws {
      guard let (listener, port) = LocalSocket.onFreePort(), listen(listener, 16) == 0 else {
        throw NoPort()
      }
      (self.listener, self.port) = (listener, port)
      let greeting = Self.greeting(version)
      Thread.detachNewThread {
        while case let client = accept(listener, nil, nil), client >= 0 {
          var request = [UInt8](repeating: 0, count: 4_096)
          // Its first message, and then nothing until it goes away.
          _ = recv(client, &request, request.count, 0)
          _ = send(client, greeting, greeting.count, Int32(MSG_NOSIGNAL))
          _ = recv(client, &request, request.count, 0)
          close(client)
        }
        close(listener)
      }
    }

    /// Ends the thread.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func greeting(_ version: String) -> [UInt8] {
      let settings = [
        ("server_version", version), ("server_encoding", "UTF8"), ("client_encoding", "UTF8"),
        ("default_transaction_read_only", "off"), ("in_hot_standby", "off"),
        ("standard_conforming_strings", "on"), ("integer_datetimes", "on"),
      ]
      let accepted = message("R", [0, 0, 0, 0])
      let told = settings.flatMap { message("S", Array("\($0)\0\($1)\0".utf8)) }
      let process = message("K", [0, 0, 0, 1, 0, 0, 0, 1])
      return accepted + told + process + message("Z", Array("I".utf8))
    }

    private static func message(_ kind: String, _ body: [UInt8]) -> [UInt8] {
      let length = UInt32(body.count + 4)
      return Array(kind.utf8) + withUnsafeBytes(of: length.bigEndian) { Array($0) } + body
    }
  }
#endif
