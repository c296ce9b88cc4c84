import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// Postbacks as Apple's devices send them.
@Suite struct ReceivePostbackTests {
  private static let skAdNetwork = "/.well-known/skadnetwork/report-attribution/"
  private static let adAttributionKit = "/.well-known/appattribution/report-attribution/"

  /// The app of Apple's examples.
  private static let advertised: JSON = [
    "ios": ["bundle_id": "com.example", "app_store_id": "525463029"]
  ]

  private static func verifications(_ app: TestApp) async throws -> [String] {
    try await app.get("/v1/postbacks").list("postbacks").map {
      ($0["verification"]?.string ?? "") + " " + ($0["reason"]?.string ?? "")
    }.sorted()
  }

  @Test("Each of Apple's examples is stored once, however often it comes")
  func once() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(Self.advertised)
      for (name, text) in ApplePostbacks.skAdNetwork {
        let body = Array(text.utf8)
        for path in [Self.skAdNetwork, String(Self.skAdNetwork.dropLast()), Self.skAdNetwork] {
          let answer = try await app.call("POST", path, body: body, as: .none)
          #expect(answer.status == 200, "\(name) \(answer.text)")
        }
      }
      let stored = try await app.get("/v1/postbacks").list("postbacks")
      // Three of the examples tell of one transaction.
      #expect(stored.count == 4)
      #expect(stored.allSatisfy { $0["verification"] == "verified" })
      let lost = stored.first { $0["transaction"] == "f9ac267a-a889-44ce-b5f7-0166d11461f0" }
      #expect(lost?["won"] == false)
      #expect(lost?["conversion"] == "redownload")
      #expect(lost?["ad_network"] == "example123.skadnetwork")
      #expect(lost?["source"] == "42")
    }
  }

  @Test("What the signature does not cover makes no second postback of one")
  func replayed() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(Self.advertised)
      // Only version 4.0 signs the sequence.
      for text in [ApplePostbacks.version3, ApplePostbacks.version2point2] {
        let members = try JSONReader.read(text).members ?? []
        for sequence in 0...2 {
          let replayed = members + [JSON.Member("postback-sequence-index", .integer(sequence))]
          let answer = try await app.post(Self.skAdNetwork, .object(replayed), as: .none)
          #expect(answer.status == 200)
        }
      }
      let stored = try await app.get("/v1/postbacks").list("postbacks")
      // Both examples tell of one transaction.
      #expect(stored.count == 1)
      #expect(stored.first?["sequence_index"] == 0)
    }
  }

  @Test("A forged postback is kept as such, and keeps no genuine one out")
  func forged() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(Self.advertised)
      let genuine = Array(ApplePostbacks.version4.utf8)
      let json = try JSONReader.read(ApplePostbacks.version4)
      let forged = JSON.object(
        (json.members ?? []).map {
          $0.name == "source-identifier" ? JSON.Member($0.name, "1111") : $0
        })
      #expect(try await app.post(Self.skAdNetwork, forged, as: .none).status == 200)
      #expect(try await Self.verifications(app) == ["invalid signature_does_not_hold"])
      #expect(try await app.call("POST", Self.skAdNetwork, body: genuine, as: .none).status == 200)
      #expect(try await Self.verifications(app) == ["verified signature_holds"])
      #expect(try await app.post(Self.skAdNetwork, forged, as: .none).status == 200)
      #expect(try await Self.verifications(app) == ["verified signature_holds"])
      #expect(try await app.get("/v1/postbacks").string("postbacks.0.source") == "5239")
    }
  }

  @Test("A postback of a development build counts only where it is wanted, and found by its host")
  func development() async throws {
    try await TestServer.run { server in
      let app = server.app
      let body = ApplePostbacks.body(ApplePostbacks.developmentJWS)
      try await app.set(["link_domains": ["go.example.com"]])
      #expect(try await app.post(Self.adAttributionKit, body, as: .none).status == 200)
      #expect(try await Self.verifications(app) == ["invalid development_key"])
      try await app.set(["ios": ["bundle_id": "com.example", "development_postbacks": true]])
      #expect(try await app.post(Self.adAttributionKit, body, as: .none).status == 200)
      #expect(try await Self.verifications(app) == ["development signature_holds"])
      let stored = try await app.get("/v1/postbacks")
      #expect(stored.string("postbacks.0.conversion") == "re-engagement")
      #expect(stored.integer("postbacks.0.fine") == 24)
      #expect(stored.string("postbacks.0.country") == "US")
      // Nor does Apple's example that no key verifies.
      let other = ApplePostbacks.body(ApplePostbacks.unverifiedJWS)
      #expect(try await app.post(Self.adAttributionKit, other, as: .none).status == 200)
      #expect(
        try await Self.verifications(app) == [
          "development signature_holds", "invalid signature_does_not_hold",
        ])
    }
  }

  @Test("An app that nobody has is answered 200 and counted, not stored")
  func unknownApp() async throws {
    try await TestServer.run { server in
      let app = server.app
      let body = Array(ApplePostbacks.version3.utf8)
      #expect(try await app.call("POST", Self.skAdNetwork, body: body, as: .none).status == 200)
      #expect(try await server.number("SELECT COUNT(*) FROM postbacks") == 0)
      let metrics = try await app.get("/metrics", as: .none).text
      #expect(
        metrics.contains(
          #"beckon_postbacks_total{system="skadnetwork",verification="unknown_app"} 1"#))
    }
  }

  @Test("Of two apps that claim a number, the one with the host gets the postback")
  func claims() async throws {
    try await TestServer.run { server in
      let (first, second) = (server.app, try await server.otherApp())
      try await first.set(Self.advertised)
      try await second.set(Self.advertised)
      let host = [("Host", "second.example:443")]
      func send(_ text: String) async throws -> Int {
        try await first.call(
          "POST", Self.skAdNetwork, body: Array(text.utf8), as: .none, headers: host
        ).status
      }
      #expect(try await send(ApplePostbacks.version4) == 200)
      #expect(try await Self.verifications(first).count == 1)
      try await second.set(["link_domains": ["second.example"]])
      #expect(try await send(ApplePostbacks.version4Coarse) == 200)
      #expect(try await Self.verifications(first).count == 1)
      #expect(try await Self.verifications(second).count == 1)
    }
  }

  @Test(
    "What is no postback at all is refused",
    arguments: [
      ("", 400, "malformed_json"), ("[]", 422, "invalid_field"), ("{}", 422, "invalid_field"),
      (#"{"ad-network-id":"a","app-id":"1","transaction-id":"t"}"#, 422, "invalid_field"),
      (String(repeating: " ", count: 20_000), 413, "body_too_large"),
    ])
  func refused(_ body: String, _ status: Int, _ code: String) async throws {
    try await TestServer.run { server in
      for path in [Self.skAdNetwork, Self.adAttributionKit] {
        let answer = try await server.app.call("POST", path, body: Array(body.utf8), as: .none)
        #expect(answer.status == status)
        #expect(answer.code == code)
      }
      #expect(try await server.app.get(Self.skAdNetwork, as: .none).status == 405)
    }
  }

  @Test("An address can send only so many a minute")
  func rate() async throws {
    var rates = RateLimits()
    rates.guardedPerAddress = 2
    try await TestServer.run(rates: rates) { server in
      func send(from address: String) async throws -> Int {
        try await server.app.call(
          "POST", Self.skAdNetwork, body: Array(ApplePostbacks.version4.utf8), as: .none,
          headers: [("X-Forwarded-For", address)]
        ).status
      }
      var statuses: [Int] = []
      for address in ["198.51.100.7", "198.51.100.7", "198.51.100.7", "198.51.100.8"] {
        statuses.append(try await send(from: address))
      }
      #expect(statuses == [200, 200, 429, 200])
    }
  }

  @Test("Made-up postbacks fill no disk")
  func flood() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(Self.advertised)
      try await server.database.write { connection in
        for number in 1...1_000 {
          let id = DatabaseValue.identifier(Identifier(high: 1, low: UInt64(number)))
          try connection.send(
            """
            INSERT INTO postbacks (app, id, digest, system, ad_network, day, verification, reason,
              won, sequence_index, body, received_at)
            SELECT MIN(number), $1, $1, 'skadnetwork', 'made up', '2026-06-01', 'invalid',
              'signature_does_not_hold', 1, 0, '{}', 0 FROM apps
            """, [id])
        }
      }
      func count() async throws -> Int64 {
        try await server.number("SELECT COUNT(*) FROM postbacks")
      }
      let forged = ApplePostbacks.version4.replacing("5239", with: "1111")
      let path = Self.skAdNetwork
      #expect(try await app.call("POST", path, body: Array(forged.utf8), as: .none).status == 200)
      #expect(try await count() == 1_000)
      let genuine = Array(ApplePostbacks.version4.utf8)
      #expect(try await app.call("POST", path, body: genuine, as: .none).status == 200)
      #expect(try await count() == 1_001)
      // Retention takes some of these rows, whose ids are made up too.
      try await server.wait(days: 1)
      let before = try await count()
      let other = Array(ApplePostbacks.version3.replacing("42", with: "43").utf8)
      #expect(try await app.call("POST", path, body: other, as: .none).status == 200)
      #expect(try await count() == before + 1)
    }
  }

  @Test("Postbacks are kept as long as events")
  func retention() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(Self.advertised)
      try await app.set(["retention_days": ["events": 10]])
      let body = Array(ApplePostbacks.version4.utf8)
      #expect(try await app.call("POST", Self.skAdNetwork, body: body, as: .none).status == 200)
      try await server.wait(days: 9)
      #expect(try await Self.verifications(app).count == 1)
      try await server.wait(days: 2)
      #expect(try await Self.verifications(app) == [])
    }
  }
}
