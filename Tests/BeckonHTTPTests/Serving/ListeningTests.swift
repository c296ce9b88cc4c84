import BeckonBasics
import BeckonHTTP
import Testing

@Suite(.serialized) struct ListeningTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1", "127.0.0.1"), ("::1", "::1", "::1"), ("::", "::1", "::1"),
    ("::", "127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1", "127.0.0.1"),
  ])
  func listensOnBothFamilies(host: String, to address: String, peer: String) async throws {
    let server = try serve(HTTPServerConfiguration(host: host))
    let client = try RawClient(port: server.port, host: address)
    await client.get("/")
    #expect(try await client.answer().body == "GET|||\(peer)|0")
  }

  @Test func saysThatThePortIsInUse() throws {
    let first = try serve()
    let logger = Logger(level: .error, now: Ambient.system.now, write: { _ in })
    #expect(throws: HTTPServerError.portInUse(host: "127.0.0.1", port: first.port)) {
      _ = try HTTPServer(.init(port: first.port), logger: logger, handler: inTask(echo))
    }
  }

  @Test(arguments: ["192.0.2.1", "no such host", "999.1.1.1"])
  func saysThatTheAddressIsBad(host: String) throws {
    #expect {
      _ = try serve(HTTPServerConfiguration(host: host))
    } throws: { error in
      if case HTTPServerError.badAddress(host, _, _) = error { true } else { false }
    }
  }

  @Test func aPortIsAtMost65535() throws {
    let logger = Logger(level: .error, now: Ambient.system.now, write: { _ in })
    #expect(
      throws: HTTPServerError.badAddress(host: "127.0.0.1", port: 65_536, reason: "no such port")
    ) { _ = try HTTPServer(.init(port: 65_536), logger: logger, handler: inTask(echo)) }
  }

  @Test func thePortIsFreeWhenTheServerIsGone() throws {
    var port = 0
    do { port = try serve().port }
    let logger = Logger(level: .error, now: Ambient.system.now, write: { _ in })
    let second = try HTTPServer(.init(port: port), logger: logger, handler: inTask(echo))
    #expect(second.port == port)
  }
}
