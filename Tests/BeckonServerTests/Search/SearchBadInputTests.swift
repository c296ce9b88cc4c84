import BeckonModel
import Testing

@testable import BeckonServer

/// What nobody would type on purpose, and what is not understood.
@Suite struct SearchBadInputTests {
  /// Texts, and whether the one product of the shop is found by them.
  private static let texts: [(String, Bool)] = [
    ("\u{1}\u{2}\u{7F}red", true), ("((((((a+)+)+)+)+)$", false),
    (".*", false), ("%_'\";--", false), ("👟👟", false), ("👩‍👩‍👧‍👦 red", true),
    ("\u{202E}red", true), ("שלום عربى", false),
    (String(repeating: "e\u{301}\u{302}\u{303}", count: 300), false),
    ("r\u{301}\u{302}\u{303}ed", true),
    ((0..<1_000).map { "w\($0)" }.joined(separator: " "), false),
    (String(repeating: "a", count: 10_000), false), ("\\u0000", false),
    ("red " + String(repeating: "x", count: 2_000), true),
  ]

  @Test("Whatever is typed is searched for, and long texts are cut, which the answer says")
  func typed() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      try await shop.tell("shoe", ["title": "Red Shoe"])
      try await server.wait()
      for (text, isFound) in Self.texts {
        let answer = try await server.app.get("/v1/search?q=" + PercentEncoding.encode(text))
        #expect(answer.status == 200, "\(text.prefix(bytes: 40)): \(answer.text)")
        #expect(answer.list("items").isEmpty == !isFound, "\(text.prefix(bytes: 40))")
        let isLong = text.utf8.count > 1_024
        #expect(answer.value("cut") == (isLong ? true : nil), "\(text.prefix(bytes: 40))")
      }
    }
  }

  @Test("A NUL is in no URL that is read")
  func nul() async throws {
    try await TestServer.run { server in
      let answer = try await server.app.get("/v1/search?q=red%00shoe")
      #expect(answer.status == 400, "\(answer.text)")
    }
  }

  @Test(
    "What is not understood is refused by its name",
    arguments: [
      ("q=a&sort=cheapest", "sort"), ("count=0", "count"), ("count=101", "count"),
      ("page=0", "page"), ("page=1001", "page"), ("page=x", "page"), ("language=1", "language"),
      ("currency=euro", "currency"), ("out_of_stock=yes", "out_of_stock"), ("brand=", "brand"),
      ("price_min=cheap", "price_min"), ("price_min=nan", "price_min"),
      ("price_min=5&price_max=4", "price_max"), ("color=red", "color"), ("query=a", "query"),
      ("install_id=a&visitor=b", "visitor"), ("person=ana", "person"), ("facets=2", "facets"),
    ])
  func refused(_ query: String, _ field: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.get("/v1/search?" + query)
      #expect(answer.status == 422 || answer.status == 400, "\(answer.text)")
      #expect(answer.string("field") == field, "\(answer.text)")
    }
  }

  @Test(
    "Settings that are not understood are refused by their names",
    arguments: [
      (["langages": []], "langages"), (["languages": []], "languages"),
      (["languages": ["1"]], "languages"), (["delay_milliseconds": -1], "delay_milliseconds"),
      (["min_characters": 0], "min_characters"), (["synonyms": [["one"]]], "synonyms[0]"),
      (["synonyms": ["sofa", "couch"]], "synonyms[0]"), (["synonyms": [["a", 1]]], "synonyms[0]"),
      (["texts": ["not_found": "x"]], "texts.not_found"),
      (["synonyms": [["a b c d", "e"]]], "synonyms[0]"), (["synonyms": "sofa"], "synonyms"),
      (["redirects": [["query": "x", "url": "javascript:alert(1)"]]], "redirects[0].url"),
      (["redirects": [["query": "👕", "url": "https://a.example/"]]], "redirects[0].query"),
      (
        ["banners": [["name": "x", "image": "https://a.example/i.png", "queries": ["?"]]]],
        "banners[0].queries"
      ),
      (["texts": ["en": ["populr": "x"]]], "texts.en.populr"),
      (["banners": [["name": "x"]]], "banners[0].image"), (["item_count": 101], "item_count"),
    ] as [(JSON, String)])
  func refusedSettings(_ body: JSON, _ field: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.patch("/v1/search/settings", body)
      #expect(answer.status == 422 || answer.status == 400, "\(answer.text)")
      #expect(answer.string("field") == field, "\(answer.text)")
      let settings = try await server.app.get("/v1/search/settings")
      #expect(settings.value("languages") == ["en"])
    }
  }
}
