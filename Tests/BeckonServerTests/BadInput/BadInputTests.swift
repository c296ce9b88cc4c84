import BeckonContract
import BeckonModel
import Testing

/// What is not acceptable gets a clear answer, and never stops a neighbour.
@Suite struct BadInputTests {
  @Test(
    "A body that is no JSON is told where it breaks",
    arguments: [
      "", "{", "{\"user_id\":}", "{\"user_id\":\"a\"} x", "{'a':1}", "{\"a\":01}", "nul",
      "{\"user_id\":\"a\",\"user_id\":\"b\"}", "{\"user_id\":\"a\\u0000b\"}",
      "{\"user_id\":\"\\ud800\"}", "{\"user_id\":\"a\u{0}b\"}", "{\"user_id\":\"a\nb\"}",
    ])
  func brokenJSON(body: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.call("POST", "/v1/people", body: Array(body.utf8))
      #expect(answer.status == 400)
      #expect(answer.code == "malformed_json")
      #expect(answer.string("detail")?.contains("byte") == true)
    }
  }

  @Test(
    "Bytes that are no UTF-8 are no JSON",
    arguments: [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82],
    ]
      as [[UInt8]])
  func badUTF8(bytes: [UInt8]) async throws {
    try await TestServer.run { server in
      let body = Array("{\"user_id\":\"".utf8) + bytes + Array("\"}".utf8)
      let answer = try await server.app.call("POST", "/v1/people", body: body)
      #expect(answer.code == "malformed_json")
    }
  }

  @Test(
    "A wrong type or a missing field is named",
    arguments: [
      ("/v1/people", "{\"user_id\":5}", "user_id"), ("/v1/people", "[]", ""),
      ("/v1/people", "{}", ""), ("/v1/people", "{\"user_id\":\"\"}", "user_id"),
      ("/v1/people", "{\"user_id\":\"a\",\"attributes\":[]}", "attributes"),
      ("/v1/people", "{\"email\":\"nonsense\"}", "email"),
      ("/v1/people", "{\"phone\":\"05321234567\"}", "phone"),
      ("/v1/people", "{\"user_id\":\"a\",\"campaign\":\"x\"}", "campaign"),
      ("/v1/links", "{\"url\":[\"x\"]}", "url"),
      ("/v1/links", "{\"url\":\"https://a.example/\",\"expires_at\":\"soon\"}", "expires_at"),
      ("/v1/links", "{\"url\":\"https://a.example/\",\"ios\":{}}", "ios.url"),
      ("/v1/links", "{\"url\":\"https://a.example/\",\"referrer\":\"ana\"}", "referrer"),
      ("/v1/installs", "{\"install_id\":\"i\"}", "platform"),
      ("/v1/installs", "{\"install_id\":\"i\",\"platform\":\"vax\"}", "platform"),
      (
        "/v1/installs", "{\"install_id\":\"i\",\"platform\":\"ios\",\"screen\":{\"width\":0}}",
        "screen.width"
      ),
      ("/v1/events", "{\"events\":{}}", "events"),
      ("/v1/events", "{\"sent_at\":1,\"events\":[]}", "sent_at"),
      ("/v1/campaigns", "{\"name\":\"a\",\"goal\":4,\"url\":\"https://a.example/\"}", "goal"),
      (
        "/v1/campaigns",
        "{\"name\":\"a\",\"goal\":1,\"url\":\"https://a.example/\",\"rules\":[{\"name\":\"r\"}]}",
        "rules[0].when"
      ),
    ])
  func wrongField(path: String, body: String, field: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.call("POST", path, body: Array(body.utf8))
      #expect(answer.status == 422, "\(answer.text)")
      #expect(answer.code == "invalid_field")
      #expect(answer.string("field") == field)
    }
  }

  @Test("What a fact says beyond what is known is ignored")
  func unknownFields() async throws {
    try await TestServer.run { server in
      let event: JSON = ["id": "1", "name": "seen", "user_id": "ana", "x": [["deep": .null]]]
      let answer = try await server.app.post("/v1/events", ["events": [event], "y": 5])
      #expect(answer.string("receipts.0.status") == "accepted")
    }
  }

  @Test("A body of more than 2 MiB is refused, whoever declares it")
  func hugeBody() async throws {
    try await TestServer.run { server in
      let body = [UInt8](repeating: UInt8(ascii: " "), count: Limits.bodyBytes + 1)
      let answer = try await server.app.call("POST", "/v1/events", body: body)
      #expect(answer.code == "body_too_large")
      let open = try await server.app.call("POST", "/a-code", body: body, as: .none)
      #expect(open.code == "body_too_large")
    }
  }

  @Test("Deep nesting is refused, not followed", arguments: ["[", "{\"a\":"])
  func deepNesting(opening: String) async throws {
    try await TestServer.run { server in
      let body = "{\"attributes\":" + String(repeating: opening, count: 300_000)
      let answer = try await server.app.call("POST", "/v1/people", body: Array(body.utf8))
      #expect(answer.code == "malformed_json")
    }
  }

  @Test("Long URLs and headers are refused")
  func longURL() async throws {
    try await TestServer.run { server in
      let url = try await server.app.get(
        "/v1/links?cursor=" + String(repeating: "x", count: 17_000))
      #expect(url.status == 414)
      #expect(url.code == "url_too_long")
      let long = String(repeating: "x", count: 33_000)
      let header = try await server.app.get("/health", headers: [("X-Long", long)])
      #expect(header.status == 431)
      #expect(header.code == "headers_too_large")
    }
  }

  @Test(
    "A path that is not percent-encoded UTF-8 is refused",
    arguments: [
      "/%00", "/%ff", "/%zz", "/v1/people/%c0%80", "/v1/links?cursor=%ff", "/%e2%82",
    ])
  func badPath(path: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.get(path)
      #expect(answer.status == 400)
      #expect(answer.code == "malformed_request")
    }
  }

  @Test(
    "An unknown link is told in the form that was asked for", arguments: ["/nothing", "/a%2Fb"])
  func unknownLink(path: String) async throws {
    try await TestServer.run { server in
      #expect(try await server.app.get(path, as: .none).code == "not_found")
      let page = try await server.app.phone(at: "203.0.113.7").open(path)
      #expect(page.visit?.status == 404)
      #expect(page.visit?.text.contains("Böyle bir bağlantı yok.") == true)
    }
  }

  @Test("A secret key is needed wherever the table says so")
  func secretKey() async throws {
    try await TestServer.run { server in
      for route in Route.native where route.access == .secretKey {
        let path = route.path.replacing(/\{[a-z]+\}/, with: "x")
        let answer = try await server.app.send(route.method, path, [:], as: .publishable)
        #expect(answer.status == 403)
        #expect(answer.code == "secret_key_required", "\(route.method) \(path)")
      }
      for route in Route.native where route.access != .open {
        let path = route.path.replacing(/\{[a-z]+\}/, with: "x")
        let answer = try await server.app.send(route.method, path, [:], as: .none)
        #expect(answer.code == "unauthorized", "\(route.method) \(path)")
      }
    }
  }
}
