import BeckonHTTP
import Testing

@Suite(.serialized) struct BadRequestTests {
  @Test(arguments: ["/%00", "/%FF", "/a?b=%00", "/a?b=%zz", "/%", "*"])
  func aTargetThatMakesNoSense(target: String) async throws {
    let server = try serve()
    let client = try RawClient(port: server.port)
    await client.get(target)
    let answer = try await client.answer()
    #expect(answer.status == 400)
    #expect(answer.body == "badRequest")
  }

  @Test func rawBytesThatAreNotUTF8() async throws {
    let server = try serve()
    let client = try RawClient(port: server.port)
    await client.send(
      Array("GET /".utf8) + [0xFF, 0xC0] + Array(" HTTP/1.1\r\nHost: t\r\n\r\n".utf8))
    #expect(try await client.answer().status == 400)
  }

  @Test func aMethodThatIsUnknown() async throws {
    let server = try serve()
    let client = try RawClient(port: server.port)
    await client.send("BREW /pot HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n\r\nabc")
    let answer = try await client.answer()
    #expect(answer.status == 405)
    #expect(answer.body == "methodNotAllowed")
  }

  @Test(arguments: [
    "Host: t\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n",
    "Host: t\r\nContent-Length: 3\r\nContent-Length: 3\r\n", "Host: t\r\nContent-Length: +3\r\n",
    "Host: t\r\nContent-Length: 3, 3\r\n", "Host: t\r\nTransfer-Encoding: gzip, chunked\r\n",
    "Host: t\r\nContent-Length : 3\r\n", "Host: t\nContent-Length: 3\r\n",
    "Host: t\r\nTransfer-Encoding:\r\n chunked\r\n", "Host: t\r\nTransfer-Encoding: chunked\r\r\n",
  ])
  func framingInDoubtIsRefusedAndTheConnectionClosed(headers: String) async throws {
    let server = try serve()
    let client = try RawClient(port: server.port)
    // Whichever length is believed, a second request must not come out of this.
    await client.send(
      "POST /a HTTP/1.1\r\n\(headers)\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: t\r\n\r\n")
    let answers = await client.everything()
    #expect(answers.hasPrefix("HTTP/1.1 400"))
    #expect(answers.hasSuffix("badRequest"))
    #expect(!answers.contains("smuggled"))
  }

  @Test(arguments: [
    "", "Host: t\r\nHost: t\r\n", "Host: a b\r\n", "Host: user@t\r\n", "Host: t/\r\n",
    "Host: caf\u{E9}.example\r\n", "Host: t\u{301}\r\n", "Host: %74\r\n", "Host: t:80a\r\n",
    "Host: t:800000\r\n", "Host: [::1\r\n", "Host: []\r\n", "Host: [::1]x\r\n",
    "Host: \(String(repeating: "t", count: 256))\r\n",
  ])
  func aHostThatIsNone(headers: String) async throws {
    let server = try serve()
    let client = try RawClient(port: server.port)
    await client.send("GET / HTTP/1.1\r\n\(headers)\r\n")
    let answer = try await client.answer()
    #expect(answer.status == 400)
    #expect(answer.body == "badHost")
  }

  @Test(arguments: [
    "t", "T.Example:8080", "shop.example.", "a_b-c.example:", "127.0.0.1:65535", "[::1]",
    "[2001:db8::1]:443", "[::ffff:192.0.2.1]", "xn--caf-dma.example", "",
    String(repeating: "t", count: 255),
  ])
  func aHostThatIsOne(host: String) async throws {
    let server = try serve()
    let client = try RawClient(port: server.port)
    await client.send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    #expect(try await client.answer().status == 200)
  }

  @Test(arguments: [
    "\r\n\r\n\r\n", "GET\r\n\r\n", "nonsense\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}",
    "GET / HTTP/9\r\n\r\n", "GET /a\u{0}b HTTP/1.1\r\nHost: t\r\n\r\n",
  ])
  func whatIsNotHTTPHarmsNobody(bytes: String) async throws {
    let server = try serve()
    let client = try RawClient(port: server.port)
    await client.send(bytes)
    let neighbour = try RawClient(port: server.port)
    await neighbour.get("/fine")
    #expect(try await neighbour.answer().body == "GET|fine||127.0.0.1|0")
  }
}
