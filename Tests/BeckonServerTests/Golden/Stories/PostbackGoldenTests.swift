import BeckonContract
import BeckonModel
import Testing

/// Apple's postbacks.
@Suite struct PostbackGoldenTests {
  @Test func postbacks() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      try await Self.schema(golden)
      try await Self.receiving(golden)
      try await Self.reports(golden)
      try await golden.askWithoutKeys(PostbackRoute.allCases)
    }
    try book.expect(PostbackRoute.routes)
  }

  private static func schema(_ golden: GoldenServer) async throws {
    try await golden.ask(PostbackRoute.readSchema, "none yet")
    let schema: JSON = [
      "rules": [
        ["name": "signed up", "when": ["sign_up": true], "fine": 10, "coarse": "low"],
        ["when": ["revenue": ["at_least": "50"]], "fine": 63, "coarse": "high", "lock": true],
        ["window": 1, "when": ["payment": true], "coarse": "medium"],
      ]
    ]
    for (title, body) in [
      ("three rules", schema),
      (
        "a value that is none",
        [
          "rules": [["when": ["install": true], "fine": 64]]
        ]
      ),
      ("a rule that is none", ["rules": [["when": ["moon": true], "fine": 1]]]), ("nothing", [:]),
    ] as [(String, JSON)] {
      try await golden.ask(PostbackRoute.setSchema, title, .init(body: body))
    }
    let path = PostbackRoute.readSchema.route.path
    try await golden.ask(PostbackRoute.readSchema, "the one in effect")
    try await golden.ask(PostbackRoute.readSchema, "an unknown version", at: path + "?version=9")
    try await golden.ask(PostbackRoute.readSchema, "no version", at: path + "?version=x")
  }

  private static func receiving(_ golden: GoldenServer) async throws {
    try await golden.app.set(["ios": ["bundle_id": "com.example", "app_store_id": "525463029"]])
    let genuine = try JSONReader.read(ApplePostbacks.version4)
    let coarse = try JSONReader.read(ApplePostbacks.version4Coarse)
    let forged = JSON.object(
      (try JSONReader.read(ApplePostbacks.version3).members ?? []).map {
        $0.name == "campaign-id" ? JSON.Member($0.name, 7) : $0
      })
    for (title, body) in [
      ("signed by Apple", genuine), ("the same once more", genuine), ("a coarse value", coarse),
      ("forged", forged), ("what is none", [:]),
    ] as [(String, JSON)] {
      try await golden.ask(PostbackRoute.reportSKAdNetwork, title, .init(body: body, key: .none))
    }
    for (title, body) in [
      ("of a development build", ApplePostbacks.body(ApplePostbacks.developmentJWS)),
      ("that no key verifies", ApplePostbacks.body(ApplePostbacks.unverifiedJWS)),
      ("what is none", ["jws-string": "a.b.c"]),
    ] as [(String, JSON)] {
      try await golden.ask(
        PostbackRoute.reportAdAttributionKit, title, .init(body: body, key: .none))
    }
    try await golden.ask(
      PostbackRoute.reportSKAdNetwork, "not JSON", .init(text: "x", key: .none))
  }

  private static func reports(_ golden: GoldenServer) async throws {
    let (list, summary) = (PostbackRoute.list.route.path, PostbackRoute.summarize.route.path)
    for (title, query) in [
      ("all", ""), ("lost ones", "?won=false"), ("a word that is none", "?system=moon"),
      ("a limit that is none", "?limit=0"),
    ] {
      try await golden.ask(PostbackRoute.list, title, at: list + query)
    }
    for (title, query) in [
      ("of thirty days", ""), ("forged ones", "?verification=invalid"),
      ("a day that is none", "?from=May"),
    ] {
      try await golden.ask(PostbackRoute.summarize, title, at: summary + query)
    }
  }
}
