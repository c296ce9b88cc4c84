import BeckonContract
import BeckonModel
import Testing

/// The search of a shop, as an app's server sees it.
@Suite struct SearchGoldenTests {
  private static let settings = "/v1/search/settings"

  @Test func search() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      try await Self.telling(golden)
      try await Self.finding(golden)
      try await Self.setting(golden)
      let path = "/v1/search/last"
      for (title, query) in [
        ("all", "?install_id=me"), ("one", "?install_id=me&text=shoe"), ("nobody's", ""),
        ("of two", "?install_id=me&visitor=v"),
      ] {
        try await golden.ask(SearchRoute.forgetLast, title, at: path + query)
      }
      try await golden.askWithoutKeys(SearchRoute.allCases)
    }
    try book.expect(SearchRoute.routes)
  }

  private static func telling(_ golden: GoldenServer) async throws {
    let shop = TestShop(golden.server, golden.app)
    for (id, title, brand) in [("shoe", "Red Sneaker", "Acme"), ("boot", "Red Boot", "Bolt")] {
      try await shop.tell(
        id,
        [
          "title": .string(title), "brand": .string(brand), "price": "19.90", "currency": "EUR",
          "categories": ["Men > Shoes"],
        ])
    }
    try await golden.server.wait()
  }

  private static func finding(_ golden: GoldenServer) async throws {
    for (title, query) in [
      ("before anything is typed", ""), ("a word", "?q=sneaker"),
      ("a typo, with why", "?q=sneakre&explain=true"),
      ("with facets", "?q=red&facets=true&brand=Bolt"), ("a word too many", "?q=red+zebra"),
      ("nothing", "?q=zebra"), ("an order that is none", "?q=a&sort=cheapest"),
      ("a name that nobody knows", "?query=a"),
    ] {
      try await golden.ask(SearchRoute.find, title, at: "/v1/search" + query)
    }
  }

  private static func setting(_ golden: GoldenServer) async throws {
    try await golden.ask(SearchRoute.readSettings, "as nobody has set it", at: settings)
    for (title, body) in [
      (
        "words and texts",
        [
          "synonyms": [["sofa", "couch"]],
          "redirects": [["query": "returns", "url": "https://shop.example/returns"]],
          "texts": ["en": ["not_found": "Nothing was found"]],
        ]
      ),
      ("one phrase", ["synonyms": [["sofa"]]]), ("a name that nobody knows", ["synonym": []]),
    ] as [(String, JSON)] {
      try await golden.ask(SearchRoute.updateSettings, title, at: settings, .init(body: body))
    }
    try await golden.ask(SearchRoute.readSettings, "as it is set", at: settings)
    try await golden.ask(SearchRoute.find, "with texts", at: "/v1/search?q=zebra")
    try await golden.ask(SearchRoute.find, "that leads elsewhere", at: "/v1/search?q=Returns")
  }
}
