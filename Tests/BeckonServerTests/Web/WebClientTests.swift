import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonSDK
import BeckonTesting
import Testing

@testable import BeckonServer

/// The HTTP client against servers that answer in every way.
@Suite struct WebClientTests {
  private static let headLine = "HTTP/1.1 200 OK\r\n"

  private static func request(
    _ url: String, _ headers: [(name: String, value: String)] = [], body: [UInt8]? = nil,
    milliseconds: Int64 = 30_000, answerBytesMax: Int = 1_024
  ) -> WebRequest {
    WebRequest(
      url: url, headers: headers, body: body, milliseconds: milliseconds,
      answerBytesMax: answerBytesMax)
  }

  /// The outcome with a server that sends these pieces.
  private static func outcome(
    _ pieces: [String], pauseMilliseconds: Int64 = 0, milliseconds: Int64 = 30_000
  ) async throws -> WebOutcome {
    let server = try LoopbackServer { _ in
      .pieces(pieces.map { Array($0.utf8) }, pauseMilliseconds: pauseMilliseconds)
    }
    defer { server.stop() }
    return await WebClient().send(request(server.url, milliseconds: milliseconds))
  }

  @Test("Method, headers and body arrive as they are, and nothing leaks from one to the next")
  func request() async throws {
    let receiver = try Receiver { _ in Receiver.status(404, ["X-Kind": "a", "Retry-After": "7"]) }
    let client = WebClient()
    let bytes = [UInt8](0...255) + [UInt8](repeating: 0, count: 2_000_000)
    let posted = await client.send(
      Self.request(
        receiver.url + "/a b?q=ü|", [("X-One", "1\r\nX-Two: 2"), ("Authorization", "Bearer t")],
        body: bytes))
    #expect(posted.status == 404 && posted.headers["retry-after"] == "7")
    #expect(await client.send(Self.request(receiver.url + "/c")).status == 404)
    let (post, get) = (receiver.received[0], receiver.received[1])
    #expect(post.method == "POST" && post.url == "/a%20b?q=%C3%BC%7C" && post.body == bytes)
    #expect(post.headers["x-one"] == "1X-Two: 2" && post.headers["x-two"] == nil)
    #expect(post.headers["expect"] == nil)
    #expect(get.method == "GET" && get.url == "/c" && get.body.isEmpty)
    #expect(get.headers["authorization"] == nil && get.headers["x-one"] == nil)
  }

  @Test("A body in chunks is put together; what stands in front of the answer does not count")
  func chunks() async throws {
    let outcome = try await Self.outcome([
      "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n", Self.headLine,
      "Transfer-Encoding: chunked\r\nX-A: 1\r\nx-a:  2 \r\n\r\n", "3\r\nab", "c\r\n2\r\nde\r\n",
      "0\r\n\r\n",
    ])
    #expect(outcome.status == 200 && outcome.body == Array("abcde".utf8))
    #expect(outcome.headers["x-a"] == "2" && outcome.headers["x-early"] == nil)
  }

  @Test("A body that drips without end is cut at its limit, or ended by the time")
  func drip() async throws {
    let server = try LoopbackServer { _ in
      let drops = [[UInt8]](repeating: Array("drop".utf8), count: 20_000)
      return .pieces([Array("\(Self.headLine)\r\n".utf8)] + drops, pauseMilliseconds: 5)
    }
    defer { server.stop() }
    let client = WebClient()
    let cut = await client.send(Self.request(server.url, answerBytesMax: 20))
    #expect(cut.status == 200 && cut.body.count == 20)
    let late = await client.send(
      Self.request(server.url, milliseconds: 200, answerBytesMax: 1_000_000))
    #expect(late.failure == "timeout")
  }

  @Test("What is no whole answer is a failure with its word")
  func broken() async throws {
    let early = [Self.headLine, "Content-Length: 100\r\n\r\nabc"]
    #expect(try await Self.outcome(early).failure == "connection_failed")
    #expect(try await Self.outcome([]).failure == "connection_failed")
    #expect(try await Self.outcome(["SSH-2.0-OpenSSH_9.2\r\n\r\n"]).failure == "no_http")
    let headers = [String](repeating: "X: \(String(repeating: "x", count: 1_000))\r\n", count: 100)
    #expect(try await Self.outcome([Self.headLine] + headers).failure == "no_http")
    #expect(await WebClient().send(Self.request("file:///etc/hosts")).failure == "no_http")
  }

  @Test("A server that speaks no TLS is told as such")
  func tls() async throws {
    try await TestServer.run { server in
      let url = "https://127.0.0.1:\(server.growth.port)/"
      #expect(await WebClient().send(Self.request(url)).failure == "tls_failed")
    }
  }

  @Test("A store's answer is taken whole, or not at all when it is too long")
  func store() async throws {
    let receiver = try Receiver { request in
      let length = Int(request.url.dropFirst()) ?? 0
      return Receiver.status(200, [:], String(repeating: "x", count: length))
    }
    let whole = await StoreWeb.system.send(
      receiver.url + "/1048576", "token", .form(["b": "2 &", "a": "1"]))
    #expect(whole.status == 200 && whole.body.count == 1_048_576)
    #expect(receiver.received[0].body == Array("a=1&b=2%20%26".utf8))
    #expect(receiver.received[0].headers["authorization"] == "Bearer token")
    let long = await StoreWeb.system.send(receiver.url + "/1048577", nil, nil)
    #expect(long.status == nil && long.body.isEmpty && receiver.received[1].method == "GET")
  }

  @Test("A host whose place is given is not looked up, and all its addresses are tried")
  func place() async throws {
    let server = try LoopbackServer { _ in .answer(TransportResponse(status: 200)) }
    defer { server.stop() }
    var request = Self.request("http://shop.example:\(server.port)/")
    request.place = .init(
      host: "shop.example", port: server.port,
      addresses: ["::1", "127.0.0.1"].compactMap { NetworkAddress($0) })
    #expect(await WebClient().send(request).status == 200)
  }

  @Test("Cancelled at any moment it ends, and the client serves the next")
  func cancellation() async throws {
    let server = try LoopbackServer { _ in
      .answer(TransportResponse(status: 200), delayMilliseconds: 20_000)
    }
    let quick = try Receiver()
    let client = WebClient()
    for yields in 0..<200 {
      let task = Task { await client.send(Self.request(server.url)) }
      for _ in 0..<yields % 20 { await Task.yield() }
      task.cancel()
      #expect(await task.value.failure == "cancelled")
    }
    #expect(await client.send(Self.request(quick.url)).status == 200)
  }

  @Test("A thread that was idle has gone, and the next request gets another")
  func idle() async throws {
    let receiver = try Receiver()
    let client = WebClient(idleMilliseconds: 0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50 {
            #expect(await client.send(Self.request(receiver.url)).status == 200)
          }
        }
      }
    }
    #expect(receiver.received.count == 200)
  }
}

extension WebOutcome {
  fileprivate var status: Int? { if case .answer(let status, _, _) = self { status } else { nil } }
  fileprivate var failure: String? { if case .failure(let word, _) = self { word } else { nil } }

  fileprivate var headers: [TextKey: String] {
    if case .answer(_, let headers, _) = self { headers } else { [:] }
  }

  fileprivate var body: [UInt8] {
    if case .answer(_, _, let body) = self { body } else { [] }
  }
}
