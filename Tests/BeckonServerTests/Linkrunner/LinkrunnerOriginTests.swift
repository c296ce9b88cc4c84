import BeckonModel
import Testing

@testable import BeckonServer

/// Which pages may send: the web SDK sends once more, to its vendor, what it cannot read the answer
/// of.
@Suite struct LinkrunnerOriginTests {
  private static func send(
    _ app: TestApp, _ path: String = "/web/ingest", from origin: String?, id: String = "w-1"
  ) async throws -> HTTPAnswer {
    let headers = origin.map { [("Origin", $0)] } ?? []
    return try await app.post(
      path, LinkrunnerPage.event(app.publishable, id: id), as: .none, headers: headers)
  }

  private static func stored(_ server: TestServer) async throws -> Int64 {
    try await server.number("SELECT COUNT(*) FROM facts")
  }

  @Test("Any page may send until an origin is listed, and nothing else may")
  func anyOrigin() async throws {
    try await TestServer.run { server in
      for (number, path) in ["/web/ingest", "/web/collect"].enumerated() {
        let answer = try await Self.send(
          server.app, path, from: "https://shop.example", id: "\(number)")
        #expect(answer.status == 200)
        #expect(answer["Access-Control-Allow-Origin"] == "*")
      }
      #expect(try await Self.stored(server) == 2)
      let other = try await server.app.get(
        "/v1/app", headers: [("Origin", "https://shop.example")])
      #expect(other.status == 200 && other["Access-Control-Allow-Origin"] == nil)
      let phone = try await LinkrunnerPhone(app: server.app).send(
        "init", headers: [("Origin", "https://shop.example")])
      #expect(phone["Access-Control-Allow-Origin"] == nil)
    }
  }

  @Test("From then on others are told so, in an answer that the page can read, and nothing is kept")
  func listedOrigin() async throws {
    try await TestServer.run { server in
      try await server.app.set(["origins": ["https://shop.example"]])
      let listed = try await Self.send(server.app, from: "https://shop.example", id: "1")
      #expect(listed.status == 200)
      #expect(listed["Access-Control-Allow-Origin"] == "https://shop.example")
      let other = try await Self.send(server.app, from: "https://else.example", id: "2")
      #expect(other.status == 400 && other["Access-Control-Allow-Origin"] == "*")
      #expect(other.string("msg")?.contains("https://else.example") == true, "\(other.text)")
      // What comes from no page at all, such as a server, has no origin.
      #expect(try await Self.send(server.app, from: nil, id: "3").status == 200)
      #expect(try await Self.stored(server) == 2)
    }
  }

  @Test("Where calls are signed, pages wait for the first listed origin, and are told so")
  func signed() async throws {
    try await TestServer.run { server in
      let signing: JSON = ["request_signing": ["required": true, "keys": ["k": "secret"]]]
      try await server.app.set(signing)
      let early = try await Self.send(server.app, from: "https://shop.example")
      #expect(early.status == 400 && early["Access-Control-Allow-Origin"] == "*")
      #expect(early.string("msg")?.contains("origins") == true, "\(early.text)")
      #expect(try await Self.stored(server) == 0)
      try await server.app.set(["origins": ["https://shop.example"]])
      #expect(try await Self.send(server.app, from: "https://shop.example").status == 200)
    }
  }

  @Test("An origin is understood as browsers write it, and what can never match is refused")
  func listed() async throws {
    try await TestServer.run { server in
      for (written, meant) in [
        ("https://Shop.Example/", "https://shop.example"),
        ("https://shop.example:443", "https://shop.example"),
        ("http://localhost:8080", "http://localhost:8080"),
        ("HTTP://shop.example:80/", "http://shop.example"),
      ] {
        try await server.app.set(["origins": [.string(written)]])
        let kept = try await server.app.get("/v1/app").value("origins.0")
        #expect(kept == .string(meant))
      }
      for written in [
        "*", "shop", "https://", "https://shop.example/page", "https://*.shop.example",
        "ftp://shop.example", "https://a b", "null", "https://shop.example:x",
      ] {
        let answer = try await server.app.patch("/v1/app", ["origins": [.string(written)]])
        #expect(answer.status == 422 && answer.text.contains("origins"), "\(written)")
      }
    }
  }
}
