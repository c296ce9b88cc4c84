import BeckonBasics
import BeckonHTTP
import Testing

@Suite struct TurnTests {
  /// What requests of one thread leave there until the end of its turn.
  private final class Pile: Sendable {
    let waiting = Locked<[Responder]>([])
  }

  private static func serve(_ handler: @escaping RequestHandler) throws -> HTTPServer {
    var configuration = HTTPServerConfiguration()
    configuration.port = 0
    configuration.eventThreads = 1
    let quiet = Logger(level: .error, now: Ambient.system.now, write: { _ in })
    return try HTTPServer(configuration, logger: quiet, handler: handler)
  }

  @Test("What handlers gather is answered at the end of the turn, on each connection once")
  func gathering() async throws {
    let piles = Locked<[Pile]>([])
    let owner = Pile()
    let server = try Self.serve { _, responder in
      let thread = responder.thread
      let pile = thread.kept(for: owner) {
        let pile = Pile()
        piles.withLock { $0.append(pile) }
        return pile
      }
      pile.waiting.withLock { $0.append(responder) }
      thread.atEndOfTurn {
        let told = pile.waiting.withLock { waiting in
          defer { waiting = [] }
          return waiting
        }
        for responder in told { responder.answer(HTTPResponse(status: 204)) }
      }
      return nil
    }
    let clients = try (0..<8).map { _ in try RawClient(port: server.port) }
    for _ in 0..<20 {
      for client in clients { await client.get("/") }
      for client in clients { #expect(try await client.answer().status == 204) }
    }
    #expect(piles.withLock { $0.count } == 1)
  }

  @Test("Other threads may do something on the event thread, until it ends")
  func performing() async throws {
    let threads = Locked<[EventThread]>([])
    let server = try Self.serve { _, responder in
      threads.withLock { $0.append(responder.thread) }
      return HTTPServer.begin {
        await Task.yield()
        _ = responder.thread.perform { responder.answer(HTTPResponse(status: 204)) }
      }
    }
    let client = try RawClient(port: server.port)
    await client.get("/")
    #expect(try await client.answer().status == 204)
    await server.drain(milliseconds: 1_000)
    let thread = try #require(threads.withLock { $0.first })
    #expect(!thread.perform {})
  }
}
