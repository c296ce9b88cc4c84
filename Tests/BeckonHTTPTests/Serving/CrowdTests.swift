import BeckonHTTP
import Testing

@Suite(.serialized) struct CrowdTests {
  /// A server that takes 128 events at a time, and then waits for more with answers in hand, was
  /// what we had once.
  @Test(arguments: [128, 200]) func allWhoAskAtOnceAreAnswered(count: Int) async throws {
    let server = try serve(HTTPServerConfiguration(eventThreads: 1, requestMilliseconds: 120_000))
    let clients = try (0..<count).map { _ in try RawClient(port: server.port) }
    for turn in 1...5 {
      for client in clients { await client.get("/\(turn)") }
      for client in clients {
        #expect(try await client.answer().body == "GET|\(turn)||127.0.0.1|0")
      }
    }
  }

  /// The same when the answers become ready in one moment.
  @Test func answersThatAreReadyAtOnceAllGoOut() async throws {
    let gate = Gate()
    let configuration = HTTPServerConfiguration(eventThreads: 1, requestMilliseconds: 120_000)
    let server = try serve(configuration) { request in
      await gate.pass()
      return await echo(request)
    }
    let clients = try (0..<128).map { _ in try RawClient(port: server.port) }
    for client in clients { await client.get("/") }
    await gate.arrived(clients.count)
    await gate.open()
    for client in clients { #expect(try await client.answer().status == 200) }
  }
}
