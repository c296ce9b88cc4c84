import BeckonBasics
import BeckonHTTP
import Testing

/// Answers that are made while they are sent.
@Suite(.serialized) struct PiecesTests {
  /// Gives so many pieces of a text, then the end, and counts how often it was asked.
  private final class Source: Sendable {
    let asked = Locked(0)
    private let text: String
    private let count: Int
    private let failure: Bool

    init(_ text: String, times count: Int, thenFails failure: Bool = false) {
      self.text = text
      self.count = count
      self.failure = failure
    }

    struct Broken: Error {}

    func next() throws -> [UInt8]? {
      let number = asked.withLock {
        $0 += 1
        return $0
      }
      if number > count {
        guard !failure else { throw Broken() }
        return nil
      }
      return Array(text.utf8)
    }

    var answer: HTTPResponse { HTTPResponse(status: 200, pieces: { try self.next() }) }
  }

  private func serving(_ source: Source, sendMilliseconds: Int = 30_000) throws -> HTTPServer {
    try serve(HTTPServerConfiguration(sendMilliseconds: sendMilliseconds)) { request in
      request.path == "/pieces" ? source.answer : await echo(request)
    }
  }

  @Test func piecesComeAsChunksAndTheConnectionStays() async throws {
    let server = try serving(Source("snow", times: 2))
    let client = try RawClient(port: server.port)
    await client.get("/pieces")
    await client.get("/next", headers: "Connection: close\r\n")
    let text = await client.everything()
    #expect(text.contains("\r\nTransfer-Encoding: chunked\r\n"))
    #expect(text.contains("\r\n\r\n4\r\nsnow\r\n4\r\nsnow\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n"))
    #expect(text.hasSuffix("GET|next||127.0.0.1|0"))
  }

  @Test func anEmptyPieceIsNotTheEnd() async throws {
    let number = Locked(0)
    let server = try serve { _ in
      HTTPResponse(
        status: 200,
        pieces: {
          let turn = number.withLock {
            $0 += 1
            return $0
          }
          return turn == 3 ? nil : turn == 1 ? [] : Array("snow".utf8)
        })
    }
    let client = try RawClient(port: server.port)
    await client.get("/", headers: "Connection: close\r\n")
    #expect(await client.everything().hasSuffix("\r\n\r\n4\r\nsnow\r\n0\r\n\r\n"))
  }

  @Test func anOldClientReadsToTheEndOfTheConnection() async throws {
    let server = try serving(Source("snow", times: 2))
    let client = try RawClient(port: server.port)
    await client.send("GET /pieces HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    let text = await client.everything()
    #expect(!text.contains("chunked"))
    #expect(text.hasSuffix("\r\n\r\nsnowsnow"))
  }

  @Test func aHeadOfItIsAnsweredWithoutAskingForAPiece() async throws {
    let source = Source("snow", times: 2)
    let server = try serving(source)
    let client = try RawClient(port: server.port)
    await client.send("HEAD /pieces HTTP/1.1\r\nHost: t\r\n\r\n")
    #expect(try await client.answer(hasBody: false).status == 200)
    await client.get("/next")
    #expect(try await client.answer().body == "GET|next||127.0.0.1|0")
    #expect(source.asked.withLock { $0 } == 0)
  }

  @Test func aSourceThatFailsCutsTheConnectionWithoutAnEnd() async throws {
    let server = try serving(Source("snow", times: 2, thenFails: true))
    let client = try RawClient(port: server.port)
    await client.get("/pieces")
    #expect(!(await client.everything().contains("\r\n0\r\n\r\n")))
  }

  @Test func aClientThatDoesNotReadIsNotWrittenAheadForAndIsCut() async throws {
    let source = Source(String(repeating: "snow", count: 1 << 18), times: 1_000)
    let server = try serving(source, sendMilliseconds: 200)
    let client = try RawClient(port: server.port, receiveBufferBytes: 4_096)
    await client.get("/pieces")
    while source.asked.withLock({ $0 }) == 0 { await Task.yield() }
    while server.statistics.connections > 0 { await Task.yield() }
    // What the system's buffers hold, and no more.
    #expect(source.asked.withLock { $0 } < 20)
    withExtendedLifetime(client) {}
  }
}
