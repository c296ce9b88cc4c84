import BeckonModel
import Testing

/// Reading postbacks back.
@Suite struct PostbackReportTests {
  private static let path = "/.well-known/skadnetwork/report-attribution/"

  private static func receive(_ app: TestApp, _ texts: String...) async throws {
    try await app.set(["ios": ["bundle_id": "com.example", "app_store_id": "id525463029"]])
    for text in texts {
      let answer = try await app.call("POST", path, body: Array(text.utf8), as: .none)
      #expect(answer.status == 200, "\(answer.text)")
    }
  }

  @Test("Postbacks are listed by network, verification and outcome, page by page")
  func filters() async throws {
    try await TestServer.run { server in
      let app = server.app
      let forged = ApplePostbacks.version2point1.replacing("e28", with: "e29")
      try await Self.receive(
        app, ApplePostbacks.version4, ApplePostbacks.version3Lost, ApplePostbacks.version2point2,
        forged)
      func count(_ query: String) async throws -> Int {
        try await app.get("/v1/postbacks?\(query)").list("postbacks").count
      }
      #expect(try await count("") == 4)
      #expect(try await count("ad_network=com.example") == 3)
      #expect(try await count("ad_network=com.example&verification=verified") == 2)
      #expect(try await count("verification=invalid") == 1)
      #expect(try await count("won=false") == 1)
      #expect(try await count("won=true&system=skadnetwork") == 3)
      #expect(try await count("system=adattributionkit") == 0)
      let first = try await app.get("/v1/postbacks?limit=3")
      let next = try #require(first.string("next"))
      let second = try await app.get("/v1/postbacks?limit=3&cursor=\(next)")
      #expect(second.list("postbacks").count == 1)
      #expect(second.value("next") == .null)
      let all = (first.list("postbacks") + second.list("postbacks")).compactMap { $0["id"]?.string }
      #expect(all == all.sorted().reversed())
      for query in ["won=perhaps", "verification=maybe", "system=x", "cursor=x", "limit=0"] {
        #expect(try await app.get("/v1/postbacks?\(query)").code == "invalid_field", "\(query)")
      }
      #expect(try await app.get("/v1/postbacks", as: .publishable).code == "secret_key_required")
      let other = try await server.otherApp()
      #expect(try await other.get("/v1/postbacks").list("postbacks") == [])
    }
  }

  @Test("The summary counts what Apple signed, by day, network and campaign")
  func summary() async throws {
    try await TestServer.run { server in
      let app = server.app
      let forged = ApplePostbacks.version2point1.replacing("e28", with: "e29")
      try await Self.receive(
        app, ApplePostbacks.version4, ApplePostbacks.version4Coarse, ApplePostbacks.version3Lost,
        forged)
      try await server.wait(days: 1)
      try await Self.receive(app, ApplePostbacks.version2point2)
      let summary = try await app.get("/v1/postbacks/summary")
      #expect(summary.string("to") == "2026-06-02")
      #expect(summary.value("complete") == true)
      let lines = summary.list("days").map { line in
        [
          line["day"], line["ad_network"], line["source"], line["postbacks"], line["conversions"],
          line["lost"], line["fine"]?["sum"], line["coarse"]?["high"],
        ].map { $0?.text ?? "-" }
          .joined(separator: " ")
      }
      #expect(
        lines == [
          #""2026-06-02" "com.example" "42" 1 1 0 20 0"#,
          #""2026-06-01" "com.example" "39" 1 1 0 0 1"#,
          #""2026-06-01" "com.example" "5239" 1 1 0 63 0"#,
          #""2026-06-01" "example123.skadnetwork" "42" 1 0 1 0 0"#,
        ])
      let second = try await app.get("/v1/postbacks/summary?from=2026-06-02&to=2026-06-02")
      #expect(second.list("days").count == 1)
      let forgeries = try await app.get("/v1/postbacks/summary?verification=invalid")
      #expect(forgeries.list("days").count == 1)
      #expect(try await app.get("/v1/postbacks/summary?from=June").code == "invalid_field")
      #expect(try await app.get("/v1/postbacks/summary?from=2026-02-30").code == "invalid_field")
    }
  }

  @Test("A value is told with its meaning, by the schema of its time")
  func meaning() async throws {
    try await TestServer.run { server in
      let app = server.app
      #expect(try await app.get("/v1/postback-schema").status == 404)
      let schema: JSON = [
        "rules": [["name": "a big spender", "when": ["payment": true], "fine": 63]]
      ]
      let set = try await app.send("PUT", "/v1/postback-schema", schema)
      #expect(set.integer("version") == 1, "\(set.text)")
      let again = try await app.send("PUT", "/v1/postback-schema", schema)
      #expect(again.integer("version") == 1)
      try await server.wait(days: 10)
      let other: JSON = ["rules": [["name": "a reader", "when": ["event": "read"], "fine": 63]]]
      #expect(try await app.send("PUT", "/v1/postback-schema", other).integer("version") == 2)
      try await server.wait(days: 2)
      try await Self.receive(app, ApplePostbacks.version4, ApplePostbacks.version2point2)
      let stored = try await app.get("/v1/postbacks").list("postbacks")
      let meaning = stored.first { $0["fine"] == 63 }?["meaning"]
      #expect(meaning?["rules"]?[0]?["name"] == "a big spender")
      #expect(meaning?["schema"] == 1)
      #expect(meaning?["other_schemas"] == [2])
      let none = stored.first { $0["fine"] == 20 }?["meaning"]
      #expect(none?["rules"] == [], "20 stands for nothing")
      let current = try await app.get("/v1/postback-schema")
      #expect(current.value("rules") == other["rules"])
      #expect(current.list("versions").count == 2)
      let first = try await app.get("/v1/postback-schema?version=1")
      #expect(first.value("rules") == schema["rules"])
      #expect(try await app.get("/v1/postback-schema?version=3").status == 404)
    }
  }

  @Test("A schema that makes no sense is refused")
  func refused() async throws {
    try await TestServer.run { server in
      let app = server.app
      let rule: JSON = ["when": ["install": true], "fine": 64]
      let answer = try await app.send("PUT", "/v1/postback-schema", ["rules": [rule]])
      #expect(answer.code == "invalid_field")
      #expect(answer.string("field") == "rules[0].fine")
      let many = JSON.array(.init(repeating: ["when": ["install": true], "fine": 1], count: 201))
      #expect(try await app.send("PUT", "/v1/postback-schema", ["rules": many]).status == 422)
      let asApp = try await app.send(
        "PUT", "/v1/postback-schema", ["rules": []], as: .publishable)
      #expect(asApp.code == "secret_key_required")
    }
  }
}
