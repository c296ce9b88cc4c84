import BeckonModel
import Testing

/// A fact is taken as it comes, and its receipt says what of it was not understood.
@Suite struct EventWarningTests {
  private static func receipt(_ app: TestApp, _ event: JSON) async throws -> JSON {
    let answer = try await app.post("/v1/events", ["events": [event]])
    return try #require(answer.value("receipts.0"), "\(answer.text)")
  }

  @Test("A member that nobody knows is left out, and the nearest known name is told")
  func unknownMembers() async throws {
    try await TestServer.run { server in
      let receipt = try await Self.receipt(
        server.app,
        ["id": "1", "name": "buy", "user_id": "ana", "timestamp": "2026-06-01", "Properties": [:]])
      #expect(receipt["status"] == "accepted")
      let warnings = receipt["warnings"]?.elements ?? []
      #expect(warnings.map { $0["code"] } == ["unknown_member", "unknown_member"])
      #expect(
        warnings.last?["detail"] == "'Properties' is not known. Did you mean 'properties'?")
    }
  }

  @Test("An event that names nobody says so, also when a name was misspelt")
  func nobody() async throws {
    try await TestServer.run { server in
      let misspelt = try await Self.receipt(
        server.app, ["id": "1", "name": "buy", "userId": "ana"])
      #expect(
        misspelt["warnings"]?.elements?.map { $0["code"] } == ["unknown_member", "no_subject"])
      let plain = try await Self.receipt(server.app, ["id": "2", "name": "buy"])
      #expect(plain["warnings"]?.elements?.map { $0["code"] } == ["no_subject"])
    }
  }

  @Test("What is understood is not warned of, also with null and with nothing inside")
  func understood() async throws {
    try await TestServer.run { server in
      for event: JSON in [
        ["id": "1", "name": "buy", "user_id": "ana"],
        ["id": "2", "name": "buy", "user_id": "ana", "person": .null, "properties": [:]],
        [
          "id": "3", "name": "buy", "install_id": "i", "user_id": "ana", "consent": "v",
          "at": "2026-06-01T08:00:00Z", "properties": ["a": 1],
        ],
      ] {
        let receipt = try await Self.receipt(server.app, event)
        #expect(receipt["status"] == "accepted")
        #expect(receipt["warnings"] == nil, "\(receipt.text)")
      }
    }
  }

  @Test(
    "An app's key is told of no rule that cannot pay it, and of twenty names in a batch at most")
  func secretRules() async throws {
    try await TestServer.run { server in
      let rule: JSON = [
        "name": "kyc", "when": ["event": "kyc_passed"], "to": "both", "amount": 1, "unit": "p",
        "trust": "server",
      ]
      _ = try await server.app.campaign(rules: [rule])
      let ended = try await server.app.campaign(
        name: "old",
        rules: [
          [
            "name": "old", "when": ["event": "Purchase"], "to": "both", "amount": 1, "unit": "p",
          ]
        ])
      let archived = try await server.app.patch(
        "/v1/campaigns/\(ended.id)", ["state": "archived"])
      #expect(archived.status == 200, "\(archived.text)")
      for (name, key, isTold) in [
        ("kyc_pased", TestApp.Key.publishable, false), ("kyc_pased", .secret, true),
        ("Purchas", .secret, false),
      ] {
        let answer = try await server.app.post(
          "/v1/events",
          ["events": [["id": .string("\(name)\(isTold)"), "name": .string(name), "user_id": "u"]]],
          as: key)
        #expect(answer.text.contains("unknown_event") == isTold, "\(answer.text)")
      }
      let many = (1...40).map { number -> JSON in
        let word = String(repeating: "z", count: number) + "_x"
        let name = number == 40 ? "kyc_pased" : word
        return ["id": .string("\(number)"), "name": .string(name), "user_id": "u"]
      }
      let answer = try await server.app.post("/v1/events", ["events": .array(many)])
      #expect(answer.status == 200 && !answer.text.contains("unknown_event"), "\(answer.text)")
    }
  }

  @Test("Of many unknown members five are told, and a long name in part")
  func many() async throws {
    try await TestServer.run { server in
      let long = String(repeating: "x", count: 50_000)
      let unknown = (0..<100).map { JSON.Member("\($0)\(long.prefix($0 * 100))", 1) }
      let event = JSON.object(
        [JSON.Member("id", "1"), JSON.Member("name", "a"), JSON.Member("user_id", "u")] + unknown)
      let receipt = try await Self.receipt(server.app, event)
      #expect(receipt["warnings"]?.elements?.count == 5)
      #expect(receipt.bytes.count < 2_000)
    }
  }

  @Test(
    "An amount that is written as text meets a filter that asks for a number",
    arguments: [
      ("19.90", 0), ("20", 50), ("20.00", 50), ("1e2", 50), ("-30", 0), ("20,00", 0), ("20 EUR", 0),
      ("0x20", 0), ("", 0),
    ] as [(String, Int64)])
  func textAsNumber(total: String, paid: Int64) async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["event": "buy", "filter": ["total": ["gte": 20]]])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      try await app.event("buy", id: "1", of: ben, ["total": .string(total)])
      #expect(try await ben.balance == paid)
    }
  }

  @Test("Text that a rule compares with a number is warned of, in the words of the property")
  func textForNumber() async throws {
    try await TestServer.run { server in
      let filter: JSON = ["total": ["gte": 20], "shop": "kadikoy"]
      _ = try await server.app.campaign(rules: [rule(["event": "buy", "filter": filter])])
      for (total, codes) in [("20,00", ["not_a_number"]), ("20.00", [])] {
        let receipt = try await Self.receipt(
          server.app,
          [
            "id": .string(total), "name": "buy", "user_id": "ana",
            "properties": ["total": .string(total), "shop": "moda"],
          ])
        let warnings = receipt["warnings"]?.elements ?? []
        #expect(warnings.map { $0["code"] } == codes.map(JSON.string))
        #expect(
          warnings.allSatisfy { $0["detail"]?.string?.contains("'properties.total'") == true })
      }
    }
  }

  @Test(
    "A name that is nearly one for which a rule waits is warned of, and no other",
    arguments: [
      ("purchase", nil), ("purchse", "purchase"), ("Purchase", "purchase"), ("level-2", "level_2"),
      ("level_1", nil), ("purchase_started", nil), ("x", nil),
    ] as [(String, String?)])
  func misspeltName(name: String, meant: String?) async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(
        rules: [rule(["event": "purchase"]), rule(["event": "level_2"])])
      let event: JSON = ["id": "1", "name": .string(name), "user_id": "ana"]
      let receipt = try await Self.receipt(server.app, event)
      #expect(receipt["status"] == "accepted")
      let warning = meant.map {
        [
          "code": "unknown_event",
          "detail": .string("No reward rule waits for '\(name)'. Did you mean '\($0)'?"),
        ] as JSON
      }
      #expect(receipt["warnings"]?.elements == warning.map { [$0] }, "\(receipt.text)")
    }
  }

  @Test("A first launch and an opened link are taken with members that nobody knows, and say so")
  func launchAndOpen() async throws {
    try await TestServer.run { server in
      let app = server.app
      let launch: JSON = ["install_id": "i", "platform": "ios", "osVersion": "18.5"]
      let opened: JSON = ["install_id": "i", "url": "https://shop.example/", "ios": 18]
      for (path, body, detail) in [
        ("/v1/installs", launch, "'osVersion' is not known. Did you mean 'os_version'?"),
        ("/v1/opens", opened, "'ios' is not known. Known are: install_id, url"),
      ] {
        let warnings = try await app.post(path, body).value("warnings")?.elements ?? []
        #expect(warnings == [["code": "unknown_member", "detail": .string(detail)]])
      }
      let plain = try await app.post("/v1/installs", ["install_id": "j", "platform": "ios"])
      #expect(plain.value("warnings") == nil, "\(plain.text)")
    }
  }
}
