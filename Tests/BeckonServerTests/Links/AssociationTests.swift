import BeckonModel
import Testing

/// The two files by which phones let an app open links.
@Suite struct AssociationTests {
  private static let apple = "/.well-known/apple-app-site-association"
  private static let google = "/.well-known/assetlinks.json"
  private static let fingerprint = (0..<32).map { ["AB", "CD"][$0 % 2] }.joined(separator: ":")

  private static func settings(_ name: String, domain: String? = nil) -> JSON {
    .object([
      "link_domains": domain.map { [.string($0)] },
      "ios": ["bundle_id": .string("com.example.\(name)"), "team_id": "ABCDE12345"],
      "android": [
        "package": .string("com.example.\(name)"),
        "sha256": [.string(fingerprint.lowercased().replacing(":", with: ""))],
      ],
    ])
  }

  private static func get(_ app: TestApp, _ path: String, _ host: String) async throws -> HTTPAnswer
  {
    try await app.get(path, as: .none, headers: [("Host", host)])
  }

  @Test("A host of an app's own tells of that app alone, any other of all")
  func hosts() async throws {
    try await TestServer.run { server in
      let (shop, game) = (server.app, try await server.otherApp())
      try await shop.set(Self.settings("shop", domain: "go.shop.example"))
      try await game.set(Self.settings("game"))
      let own = try await Self.get(shop, Self.apple, "GO.shop.example:443")
      #expect(own.status == 200)
      #expect(own["Content-Type"] == "application/json")
      #expect(
        own.value("applinks.details.0.appIDs") == ["ABCDE12345.com.example.shop"], "\(own.text)")
      let components = own.list("applinks.details.0.components")
      #expect(components.first == ["/": "/v1/*", "exclude": true, "comment": "the API"])
      #expect(components.last == ["/": "/*"])
      let all = try await Self.get(shop, "/apple-app-site-association", "links.example")
      #expect(
        all.value("applinks.details.0.appIDs")
          == ["ABCDE12345.com.example.shop", "ABCDE12345.com.example.game"])
      let links = try await Self.get(shop, Self.google, "go.shop.example")
      #expect(links["Content-Type"] == "application/json")
      #expect(
        links.json == [
          [
            "relation": ["delegate_permission/common.handle_all_urls"],
            "target": [
              "namespace": "android_app", "package_name": "com.example.shop",
              "sha256_cert_fingerprints": [.string(Self.fingerprint)],
            ],
          ]
        ])
      #expect(try await Self.get(shop, Self.google, "links.example").json.elements?.count == 2)
      let head = try await shop.call(
        "HEAD", Self.apple, as: .none, headers: [("Host", "links.example")])
      #expect(head.status == 200)
    }
  }

  @Test("A change of the settings is served at once")
  func change() async throws {
    try await TestServer.run { server in
      let app = server.app
      for path in [Self.apple, Self.google] {
        #expect(try await Self.get(app, path, "links.example").status == 404)
      }
      try await app.set(Self.settings("shop"))
      for path in [Self.apple, Self.google] {
        #expect(try await Self.get(app, path, "links.example").status == 200)
      }
      try await app.set(["ios": ["bundle_id": "com.example.shop"], "android": .null])
      for path in [Self.apple, Self.google] {
        #expect(try await Self.get(app, path, "links.example").code == "not_found")
      }
    }
  }

  @Test("A fingerprint that is none is refused when it is set, and no link takes the files' names")
  func refused() async throws {
    try await TestServer.run { server in
      let app = server.app
      let answer = try await app.patch(
        "/v1/app", ["android": ["package": "com.example", "sha256": ["AB:CD"]]])
      #expect(answer.string("field") == "android.sha256")
      let link = try await app.post(
        "/v1/links", ["url": "https://shop.example", "code": "apple-app-site-association"])
      #expect(link.string("field") == "code")
    }
  }
}
