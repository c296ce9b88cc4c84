import BeckonContract
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonServer

/// Making links.
@Suite struct LinkTests {
  private static let target: JSON = ["url": "https://shop.example/"]

  private static func with(_ more: JSON) -> JSON {
    .object((target.members ?? []) + (more.members ?? []))
  }

  @Test("A link has a code that cannot be guessed, a short one, or one's own")
  func codes() async throws {
    try await TestServer.run { server in
      let app = server.app
      #expect(try await app.link(Self.target).code.count == 11)
      #expect(try await app.link(Self.with(["short": true])).code.count == 7)
      let own = try await app.link(Self.with(["code": "Spring-26_a.b~c"]))
      #expect(own.shortURL == server.growth.url + "/Spring-26_a.b~c")
      // Upper and lower case differ.
      #expect(try await app.link(Self.with(["code": "spring-26_a.b~c"])).code == "spring-26_a.b~c")
      let read = try await app.get("/v1/links/\(own.id)")
      #expect(read.string("code") == own.code)
    }
  }

  @Test(
    "A reserved, taken or unwritable code is refused",
    arguments: [
      "v1", "HEALTH", "robots.txt", ".well-known", "getProfile", "a/b", "a b", "ä", ".a", "a.", "",
      String(repeating: "c", count: 101), "taken",
    ])
  func badCodes(code: String) async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(Self.with(["code": "taken"]))
      let answer = try await server.app.post("/v1/links", Self.with(["code": .string(code)]))
      #expect(answer.code == (code == "taken" ? "code_taken" : "invalid_field"))
      #expect(answer.string("field") == "code")
    }
  }

  @Test(
    "A path of the server's own is no code, or its link could not be followed",
    arguments: Route.native)
  func ownPaths(route: Route) {
    let first = route.path.split(separator: "/").first.map(String.init) ?? ""
    #expect(first.hasPrefix("{") || Code.reservedNames.contains(first.lowercased()))
  }

  @Test("A first segment of a vendor's path is no code either", arguments: VendorInterface.all)
  func vendorPaths(vendor: VendorInterface) {
    let segments = vendor.paths.compactMap { $0.split(separator: "/").first.map(String.init) }
    let open = segments.filter { segment in
      !segment.hasPrefix("{") && !Code.reservedNames.contains(segment.lowercased())
    }
    #expect(open == [], "an import could give them as codes, which then could not be followed")
  }

  @Test(
    "A target that is none is refused",
    arguments: [
      "", "shop.example", "http://shop.example", "javascript:alert(1)", "https://", "https:///x",
      "https://user@shop.example/", "https://shop.example/\"><script>", "https://a b.example/",
      "https://shop.example\\@evil.example/", "https://shop.example:99999/",
      "https://shop.example/" + String(repeating: "x", count: 2_048),
    ])
  func badTargets(url: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.post("/v1/links", ["url": .string(url)])
      #expect(answer.code == "invalid_field")
      let store = try await server.app.post(
        "/v1/links", Self.with(["ios": ["url": "javascript:alert(1)"]]))
      #expect(store.string("field") == "ios")
    }
  }

  @Test("A publishable key links only to allowed targets")
  func allowedTargets() async throws {
    try await TestServer.run { server in
      let app = server.app
      func make(_ more: JSON) async throws -> HTTPAnswer {
        try await app.post("/v1/links", more, as: .publishable)
      }
      #expect(try await make(Self.target).code == "target_not_allowed")
      try await app.set(["allowed_targets": ["https://shop.example/*", "https://*.cdn.example/*"]])
      #expect(try await make(Self.target).status == 201)
      #expect(try await make(["url": "https://a.cdn.example/x"]).status == 201)
      for url: JSON in [
        "https://evil.example/", "https://shop.example.evil.example/", "https://cdn.example/",
        "https://evil.example/https://shop.example/",
      ] {
        #expect(try await make(["url": url]).code == "target_not_allowed")
      }
      let store = try await make(Self.with(["android": "https://evil.example/"]))
      #expect(store.string("field") == "android")
      let bad = try await app.patch("/v1/app", ["allowed_targets": ["*"]])
      #expect(bad.string("field") == "allowed_targets")
    }
  }

  @Test("A link of a person's needs that person's token, with a publishable key")
  func owner() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["allowed_targets": ["https://shop.example/*"]])
      let ana = try await app.signUpInApp(["user_id": "ana"])
      let body = Self.with(["referrer": .string(ana.id)])
      #expect(try await app.post("/v1/links", body, as: .publishable).code == "token_required")
      let link = try await app.link(body, as: .publishable, token: ana.token)
      let stats = "/v1/links/\(link.id)/stats"
      #expect(try await app.get(stats, as: .publishable).code == "token_required")
      #expect(try await app.get(stats, as: .publishable, token: ana.token).status == 200)
      let nobodys = try await app.link(Self.target)
      let others = "/v1/links/\(nobodys.id)/stats"
      let seen = try await app.get(others, as: .publishable, token: ana.token)
      #expect(seen.code == "token_required")
    }
  }

  @Test("An expired link answers 410")
  func expired() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(
        Self.with(["expires_at": server.time(days: 1)]))
      let phone = server.app.phone(at: "203.0.113.7")
      #expect(try await phone.open(link.path).visit?.status == 302)
      try await server.wait(days: 1)
      let late = try await phone.open(link.path)
      #expect(late.visit?.status == 410)
      #expect(try await phone.install().openInApp(link.shortURL).code == "gone")
      let asProgram = try await server.app.get(link.path, as: .none)
      #expect(asProgram.code == "gone")
    }
  }
}
