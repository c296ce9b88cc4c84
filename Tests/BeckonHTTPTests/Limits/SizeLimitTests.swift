import BeckonHTTP
import Testing

@Suite(.serialized) struct SizeLimitTests {
  private let small = HTTPServerConfiguration(
    bodyBytesMax: 1_000, headerBytesMax: 2_000, urlBytesMax: 500)

  @Test func aBodyOfTheLimitPassesAndOneMoreByteDoesNot() async throws {
    let server = try serve(small)
    let client = try RawClient(port: server.port)
    await client.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 1000\r\n\r\n" + text(1_000))
    #expect(try await client.answer().body == "POST|||127.0.0.1|1000")
    await client.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 1001\r\n\r\n" + text(1_001))
    let answer = try await client.answer()
    #expect(answer.status == 413)
    #expect(answer.body == "bodyTooLarge")
  }

  @Test func aChunkedBodyCannotEvadeTheLimit() async throws {
    let server = try serve(small)
    let client = try RawClient(port: server.port)
    await client.send("POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in 1...3 { await client.send("200\r\n\(text(512))\r\n") }
    await client.send("0\r\n\r\n")
    #expect(try await client.answer().body == "bodyTooLarge")
  }

  @Test func anEndlessChunkedBodyIsCut() async throws {
    let server = try serve(small)
    let client = try RawClient(port: server.port)
    await client.send("POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n")
    let chunk = "10000\r\n\(text(65_536))\r\n"
    var sent = 0
    while sent < 1_000, await client.send(chunk) { sent += 1 }
    #expect(sent < 1_000)
    #expect(try await client.answer().body == "bodyTooLarge")
  }

  @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
  func aFarTooLongBodyIsRefusedBeforeItComes(method: String) async throws {
    let server = try serve(small)
    let client = try RawClient(port: server.port)
    await client.send("\(method) / HTTP/1.1\r\nHost: t\r\nContent-Length: 99999999999\r\n\r\n")
    let answer = try await client.answer()
    #expect(answer.body == "bodyTooLarge")
    #expect(answer.headers["connection"] == "close")
    #expect(await client.isClosed())
  }

  @Test(arguments: ["POST", "PATCH"])
  func aClientThatAsksFirstNeedNotSend(method: String) async throws {
    let server = try serve(small)
    let client = try RawClient(port: server.port)
    await client.send(
      "\(method) / HTTP/1.1\r\nHost: t\r\nContent-Length: 1001\r\nExpect: 100-continue\r\n\r\n")
    #expect(try await client.answer().body == "bodyTooLarge")
    #expect(await client.isClosed())
  }

  @Test func bytesBehindADeclaredLengthAreTheNextRequest() async throws {
    let server = try serve(small)
    let client = try RawClient(port: server.port)
    await client.send(
      "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 2\r\n\r\nabGET /x HTTP/1.1\r\nHost: t\r\n\r\n")
    #expect(try await client.answer().body == "POST|||127.0.0.1|2")
    #expect(try await client.answer().body == "GET|x||127.0.0.1|0")
  }

  @Test func headersOfTheLimitPassAndOneMoreByteDoesNot() async throws {
    let server = try serve(small)
    let client = try RawClient(port: server.port)
    // With `Host: test`, the name, the colon and the ends of both lines.
    await client.get("/", headers: "X:\(text(2_000 - 12 - 4))\r\n")
    #expect(try await client.answer().status == 200)
    await client.get("/", headers: "X:\(text(2_000 - 12 - 3))\r\n")
    #expect(try await client.answer().status == 431)
  }

  @Test(arguments: [3_000, 100_000, 2_000_000])
  func headersAreLimited(count: Int) async throws {
    let server = try serve(small)
    let client = try RawClient(port: server.port)
    await client.get("/", headers: "X: \(text(count))\r\n")
    let answer = try await client.answer()
    #expect(answer.status == 431)
    #expect(answer.body == "headersTooLarge", "the layer above answers, whatever the size")
  }

  @Test func manySmallHeadersAreLimited() async throws {
    let server = try serve(small)
    let client = try RawClient(port: server.port)
    await client.get("/", headers: String(repeating: "a:b\r\n", count: 700))
    #expect(try await client.answer().status == 431)
  }

  @Test func aTargetOfTheLimitPasses() async throws {
    let server = try serve(small)
    let client = try RawClient(port: server.port)
    await client.get("/" + text(499))
    #expect(try await client.answer().status == 200)
  }

  @Test(arguments: [500, 5_000, 200_000, 2_000_000])
  func theTargetIsLimited(count: Int) async throws {
    let server = try serve(small)
    let client = try RawClient(port: server.port)
    await client.get("/" + text(count))
    let answer = try await client.answer()
    #expect(answer.status == 414)
    #expect(answer.body == "urlTooLong", "the layer above answers, whatever the size")
  }

  @Test func aClientThatSendsBeforeItReadsSeesItsAnswer() async throws {
    let server = try serve(small)
    let client = try RawClient(port: server.port)
    await client.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 1900000\r\n\r\n")
    await client.send(text(900_000))
    #expect(try await client.answer().body == "bodyTooLarge")
    #expect(await client.isClosed())
  }

  @Test func aLongTargetLeavesRoomForALongAnswer() async throws {
    let location = "https://example.com/" + text(5_000)
    let server = try serve { _ in
      HTTPResponse(status: 302, headers: [(name: "Location", value: location)])
    }
    let client = try RawClient(port: server.port)
    await client.get("/" + text(5_000))
    #expect(try await client.answer().headers["location"] == location)
  }

  private func text(_ count: Int) -> String { String(repeating: "x", count: count) }
}
