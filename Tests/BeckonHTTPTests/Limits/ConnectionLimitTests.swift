import BeckonHTTP
import Testing

@Suite(.serialized) struct ConnectionLimitTests {
  @Test func moreConnectionsThanAllowedWaitForTheirTurn() async throws {
    let server = try serve(HTTPServerConfiguration(connectionsMax: 4))
    var clients = try (0..<12).map { _ in try RawClient(port: server.port) }
    for client in clients { await client.get("/") }
    var most = 0
    while !clients.isEmpty {
      // Which of them are served first is the system's choice; each that leaves makes room.
      let served = try await firstAnswered(of: clients)
      most = max(most, server.statistics.connections)
      clients.remove(at: served)
    }
    #expect((1...4).contains(most))
  }

  @Test func oneAddressCannotTakeAllConnections() async throws {
    let server = try serve(HTTPServerConfiguration(connectionsPerAddressMax: 2))
    let first = [try RawClient(port: server.port), try RawClient(port: server.port)]
    for client in first {
      await client.get("/")
      #expect(try await client.answer().status == 200)
    }
    let third = try RawClient(port: server.port)
    #expect(await third.isClosed())
  }

  private func firstAnswered(of clients: [RawClient]) async throws -> Int {
    while true {
      for (index, client) in clients.enumerated() where client.hasBytes { return index }
      // Sleeps because: it asks again until one is answered; the server tells nobody.
      try await Task.sleep(nanoseconds: 1_000_000)
    }
  }
}
