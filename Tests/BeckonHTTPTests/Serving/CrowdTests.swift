import BeckonHTTP
import Testing

@Suite(.serialized) struct CrowdTests {
  /// One reader asks for all, so on a busy machine a connection may wait for long.
  private static let patient = HTTPServerConfiguration(
    eventThreads: 1, requestMilliseconds: 3_600_000, idleMilliseconds: 3_600_000,
    receiveMilliseconds: 3_600_000, sendMilliseconds: 3_600_000)

  /// A server that takes 128 events at a time, and then waits for more with answers in hand, was
  /// what we had once.
  @Test(arguments: [128, 200]) func allWhoAskAtOnceAreAnswered(count: Int) async throws {
    let server = try serve(Self.patient)
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
    let server = try serve(Self.patient) { request in
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
