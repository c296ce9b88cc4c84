import BeckonHTTP
import Testing

@Suite(.serialized) struct ServingTests {
  @Test func answersAndKeepsTheConnection() async throws {
    let server = try serve()
    let client = try RawClient(port: server.port)
    for number in 1...3 {
      await client.get("/n/\(number)?a=b+c")
      let answer = try await client.answer()
      #expect(answer.status == 200)
      #expect(answer.body == "GET|n,\(number)|a=b c|127.0.0.1|0")
      #expect(answer.headers["content-length"] == "\(answer.body.utf8.count)")
      #expect(answer.headers["date"]?.hasSuffix("GMT") == true)
      #expect(answer.headers["connection"] == nil)
    }
    #expect(server.statistics.connections == 1)
  }

  @Test func anEncodedSlashStaysInItsSegment() async throws {
    let server = try serve()
    let client = try RawClient(port: server.port)
    await client.get("/a%2Fb/%2e%2e/c?x=%2F")
    #expect(try await client.answer().body == "GET|a/b,..,c|x=/|127.0.0.1|0")
  }

  @Test func answersAPipelineInOrder() async throws {
    let server = try serve { request in
      // Sleeps because: the first must be the slowest.
      if request.path == "/1" { try? await Task.sleep(nanoseconds: 50_000_000) }
      return HTTPResponse(status: 200, body: Array(request.path.utf8) + request.body)
    }
    let client = try RawClient(port: server.port)
    await client.send(
      "GET /1 HTTP/1.1\r\nHost: t\r\n\r\nPOST /2 HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n\r\nabc"
        + "GET /3 HTTP/1.1\r\nHost: t\r\n\r\n")
    #expect(try await client.answer().body == "/1")
    #expect(try await client.answer().body == "/2abc")
    #expect(try await client.answer().body == "/3")
  }

  @Test func aPipelineLongerThanWhatIsReadAtOnceWaitsForItsTurn() async throws {
    let gate = Gate()
    let server = try serve { request in
      if request.path == "/0" { await gate.pass() }
      return HTTPResponse(status: 200, body: Array(request.path.utf8))
    }
    let client = try RawClient(port: server.port)
    let filler = "X: " + String(repeating: "x", count: 1_000) + "\r\n"
    let all = (0..<2_000).map { "GET /\($0) HTTP/1.1\r\nHost: t\r\n\(filler)\r\n" }.joined()
    let sending = Task { await client.send(all) }
    await gate.arrived(1)
    #expect(server.statistics.requestsInFlight == 1)
    await gate.open()
    for number in 0..<2_000 { #expect(try await client.answer().body == "/\(number)") }
    #expect(await sending.value)
  }

  @Test(arguments: ["", "\r\n"]) func aRequestMayComeByteByByte(before: String) async throws {
    let server = try serve()
    let client = try RawClient(port: server.port)
    let text =
      "\(before)POST /a HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"
    for byte in text.utf8 { await client.send([byte]) }
    #expect(try await client.answer().body == "POST|a||127.0.0.1|2")
  }

  @Test func aClientThatEndsSendingGetsItsAnswers() async throws {
    let gate = Gate()
    let server = try serve { request in
      await gate.pass()
      return await echo(request)
    }
    let client = try RawClient(port: server.port)
    await client.get("/1")
    await client.get("/2")
    client.endSending()
    await gate.arrived(1)
    await gate.open()
    #expect(try await client.answer().body == "GET|1||127.0.0.1|0")
    #expect(try await client.answer().body == "GET|2||127.0.0.1|0")
    #expect(await client.isClosed())
  }

  @Test func headHasTheLengthButNoBody() async throws {
    let server = try serve()
    let client = try RawClient(port: server.port)
    await client.send("HEAD /a HTTP/1.1\r\nHost: t\r\n\r\n")
    let head = try await client.answer(hasBody: false)
    #expect(head.headers["content-length"] == "19")
    // A body would be read as the start of this answer.
    await client.get("/b")
    #expect(try await client.answer().body == "GET|b||127.0.0.1|0")
  }

  @Test(arguments: [204, 304]) func someAnswersHaveNoBody(status: Int) async throws {
    let server = try serve { request in
      request.path == "/b"
        ? await echo(request) : HTTPResponse(status: status, body: Array("not sent".utf8))
    }
    let client = try RawClient(port: server.port)
    await client.get("/a")
    let answer = try await client.answer(hasBody: false)
    #expect(answer.status == status)
    #expect(answer.headers["content-length"] == nil)
    await client.get("/b")
    #expect(try await client.answer().body == "GET|b||127.0.0.1|0")
  }

  @Test func speaksHTTP10() async throws {
    let server = try serve()
    let client = try RawClient(port: server.port)
    await client.send("GET /old HTTP/1.0\r\n\r\n")
    #expect(try await client.answer().body == "GET|old||127.0.0.1|0")
    #expect(await client.isClosed())
  }

  @Test func keepsAnHTTP10ConnectionThatAsksForIt() async throws {
    let server = try serve()
    let client = try RawClient(port: server.port)
    for _ in 1...2 {
      await client.send("GET /old HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      let answer = try await client.answer()
      #expect(answer.status == 200)
      #expect(answer.headers["connection"] == "keep-alive")
    }
  }

  @Test func closesWhenTheClientAsks() async throws {
    let server = try serve()
    let client = try RawClient(port: server.port)
    await client.get("/", headers: "Connection: x, Close\r\n")
    await client.get("/behind")
    #expect(try await client.answer().headers["connection"] == "close")
    #expect(await client.isClosed())
  }

  @Test func readsBodiesOfKnownAndUnknownLength() async throws {
    let server = try serve { HTTPResponse(status: 200, body: $0.body) }
    let client = try RawClient(port: server.port)
    await client.send("PUT / HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\n\r\nhe")
    await client.send("llo")
    #expect(try await client.answer().body == "hello")
    await client.send(
      "PATCH / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
    await client.send("4\r\ndefg\r\n0\r\n\r\n")
    #expect(try await client.answer().body == "abcdefg")
  }

  @Test func tellsTheClientToContinue() async throws {
    let server = try serve { HTTPResponse(status: 200, body: $0.body) }
    let client = try RawClient(port: server.port)
    await client.send(
      "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
    #expect(try await client.answer().status == 100)
    await client.send("ok")
    #expect(try await client.answer().body == "ok")
  }

  @Test func givesHeadersInAnyCaseAndAllOfThem() async throws {
    let server = try serve { request in
      let all = request.headers.values("x-tag").joined(separator: ",")
      return HTTPResponse(
        status: 200, headers: [(name: "X-One", value: request.headers["X-ONE"] ?? "none")],
        body: Array(all.utf8))
    }
    let client = try RawClient(port: server.port)
    await client.get("/", headers: "x-one: 1\r\nX-Tag: a\r\nX-TAG: b\r\n")
    let answer = try await client.answer()
    #expect(answer.headers["x-one"] == "1")
    #expect(answer.body == "a,b")
  }

  @Test func sendsALargeAnswerWhole() async throws {
    let server = try serve { _ in
      HTTPResponse(status: 200, body: Array(repeating: UInt8(ascii: "x"), count: 3_000_000))
    }
    let client = try RawClient(port: server.port)
    await client.get("/")
    #expect(try await client.answer().body.utf8.count == 3_000_000)
  }

  @Test(arguments: [
    HTTPResponse(status: 99), HTTPResponse(status: 600),
    HTTPResponse(status: 200, headers: [(name: "Location", value: "/\r\nSet-Cookie: a")]),
    HTTPResponse(status: 200, headers: [(name: "X\u{0}", value: "a")]),
    HTTPResponse(status: 200, headers: [(name: "", value: "a")]),
  ]) func replacesAnAnswerThatBreaksTheRules(response: HTTPResponse) async throws {
    let server = try serve { _ in response }
    let client = try RawClient(port: server.port)
    await client.get("/")
    let answer = try await client.answer()
    #expect(answer.status == 500)
    #expect(answer.body == "invalidResponse")
    #expect(answer.headers["set-cookie"] == nil)
  }

  @Test func ignoresHeadersThatAreTheServersOwn() async throws {
    let server = try serve { _ in
      HTTPResponse(
        status: 200,
        headers: [
          (name: "content-length", value: "999"), (name: "Transfer-Encoding", value: "chunked"),
        ],
        body: Array("four".utf8))
    }
    let client = try RawClient(port: server.port)
    await client.get("/")
    let answer = try await client.answer()
    #expect(answer.body == "four")
    #expect(answer.headers["transfer-encoding"] == nil)
  }

  @Test func hundredsOfConnectionsAtOnce() async throws {
    let gate = Gate()
    let server = try serve { request in
      await gate.pass()
      return await echo(request)
    }
    let clients = try (0..<400).map { _ in try RawClient(port: server.port) }
    for (number, client) in clients.enumerated() { await client.get("/\(number)") }
    await gate.arrived(400)
    #expect(server.statistics == .init(connections: 400, requestsInFlight: 400))
    await gate.open()
    for (number, client) in clients.enumerated() {
      #expect(try await client.answer().body == "GET|\(number)||127.0.0.1|0")
    }
  }

  @Test func aClientThatBreaksOffWhileAHandlerWorksIsForgotten() async throws {
    let gate = Gate()
    let server = try serve { request in
      await gate.pass()
      return await echo(request)
    }
    let client = try RawClient(port: server.port)
    await client.get("/")
    await gate.arrived(1)
    client.breakOff()
    while server.statistics != .init(connections: 0, requestsInFlight: 0) { await Task.yield() }
    await gate.open()
    let next = try RawClient(port: server.port)
    await next.get("/next")
    #expect(try await next.answer().body == "GET|next||127.0.0.1|0")
  }

  @Test func aClientThatLeavesStopsNobody() async throws {
    let gate = Gate()
    let server = try serve { request in
      await gate.pass()
      return HTTPResponse(status: 200, body: Array(repeating: 0x61, count: 1_000_000))
    }
    for _ in 1...20 { try await RawClient(port: server.port).get("/") }
    await gate.arrived(20)
    await gate.open()
    let client = try RawClient(port: server.port)
    await client.get("/")
    #expect(try await client.answer().body.utf8.count == 1_000_000)
  }
}
