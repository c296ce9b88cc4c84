#if Postgres
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
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      self.listener = listener
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let code = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, length) + listen(listener, 16) + getsockname(listener, $0, &length)
        }
      }
      guard code == 0 else { throw NoPort() }
      port = Int(UInt16(bigEndian: address.sin_port))
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
