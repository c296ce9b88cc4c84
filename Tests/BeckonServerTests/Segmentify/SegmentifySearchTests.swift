import BeckonBasics
import BeckonModel
import Testing

@testable import BeckonServer

/// Searches of the vendor's clients, over sockets (docs/PROTOCOLS/segmentify.md, Searches).
@Suite struct SegmentifySearchTests {
  /// A shop with three products and its texts, all of them read.
  private static func run(_ body: @Sendable (TestServer, SegmentifyShop) async throws -> Void)
    async throws
  {
    try await TestServer.run { server in
      let (told, shop) = (TestShop(server), SegmentifyShop(server.app))
      for (id, title, brand) in [
        ("d1", "Red Dress", "Acme"), ("d2", "Blue Dress", "Bolt"), ("s1", "Shoe", "Acme"),
      ] {
        try await told.tell(
          id,
          [
            "title": .string(title), "brand": .string(brand), "categories": ["Women > Clothes"],
            "price": "19.90", "old_price": "25", "currency": "EUR", "url": "https://shop.example/",
            "params": ["season": "summer"],
          ])
      }
      let settings: JSON = [
        "texts": ["en": ["popular": "Popular", "cancel": "Cancel", "not_found": "Nothing"]],
        "min_characters": 2, "item_count": 2, "page_count": 1,
        "banners": [["name": "Sale", "image": "https://shop.example/s.png", "width": "100"]],
      ]
      #expect(try await server.app.patch("/v1/search/settings", settings).status == 200)
      try await server.wait()
      try await body(server, shop)
    }
  }

  private static func search(
    _ shop: SegmentifyShop, _ query: String, _ more: JSON = [:]
  ) async throws -> JSON {
    let asked: JSON = ["query": .string(query)]
    let event = shop.event("SEARCH", asked.and(more))
    let answer = try await shop.send(event)
    #expect(answer.status == 200 && answer.string("statusCode") == "SUCCESS", "\(answer.text)")
    return try #require(answer.json["search"]?[0]?[0], "\(answer.text)")
  }

  private static func ids(_ found: JSON) -> [String] {
    (found["products"]?.elements ?? []).compactMap { $0["productId"]?.string }
  }

  @Test("What a client's search computes holds neither a reader nor the writer of the database")
  func outside() async throws {
    let watched = Locked<WatchedSearches?>(nil)
    try await TestServer.run(wrapping: { inner in
      let database = WatchedSearches(inner)
      watched.withLock { $0 = database }
      return database
    }) { server in
      try await TestShop(server).tell("d1", ["title": "Red Dress"])
      try await server.wait()
      let (database, growth) = (try #require(watched.withLock { $0 }), server.growth)
      database.searches.withLock { $0 = { growth.searches } }
      let before = growth.searches
      #expect(try await Self.ids(Self.search(SegmentifyShop(server.app), "dress")) == ["d1"])
      #expect(growth.searches == before + 1 && database.held.withLock { $0 } == 0)
    }
  }

  @Test("While somebody types, products are found in the vendor's types")
  func instant() async throws {
    try await Self.run { _, shop in
      let found = try await Self.search(shop, "dres")
      #expect(Self.ids(found) == ["d1", "d2"])
      #expect(found["products"]?[0]?["price"] == .number("19.90"))
      let campaign = try #require(found["campaign"])
      #expect(campaign["instanceId"] == "SEARCH" && campaign["minCharacterCount"] == 2)
      #expect(campaign["mobileItemCount"] == 2 && campaign["searchDelay"] == 300)
      #expect(campaign["stringSearchAssetTextMap"]?["EN"]?["notFoundText"] == "Nothing")
      for name in ["categoryProducts", "brandProducts", "keywords", "categories", "brands"] {
        #expect(found[name] == .object([]), "\(name)")
      }
      #expect(Self.ids(try await Self.search(shop, "zebra")).isEmpty)
    }
  }

  @Test("Before a search stand popular products and last searches, until they are deleted")
  func before() async throws {
    try await Self.run { server, shop in
      for _ in 0..<2 {
        let view = shop.event("PRODUCT_VIEW", ["productId": "s1", "title": "Shoe"])
        #expect(try await shop.send(view).status == 200)
      }
      for query in ["dr", "dre", "dress", "shoe"] { _ = try await Self.search(shop, query) }
      try await server.wait()
      for query in ["", "d"] {
        let before = try await Self.search(shop, query)
        #expect(before["campaign"]?["instanceId"] == "BEFORE_SEARCH")
        #expect(before["lastSearches"]?.elements?.contains("shoe") == true)
        #expect(before["lastSearches"]?.elements?.contains("dre") == false)
        #expect(Self.ids(before).count == 2)
      }
      for (names, left) in [(["dress"], ["d", "shoe"]), ([], [])] as [([JSON], [JSON])] {
        let forget = shop.event(
          "USER_OPERATIONS",
          ["step": "delete_last_search", "lastSearchDeletedKeywords": .array(names)])
        #expect(try await shop.send(forget).string("statusCode") == "SUCCESS")
        let before = try await Self.search(shop, "")
        #expect(before["lastSearches"] == .array(left))
      }
    }
  }

  @Test("A page of results has facets, filters, orders and pages in the vendor's types")
  func faceted() async throws {
    try await Self.run { _, shop in
      let page = try await Self.search(shop, "dress", ["type": "faceted", "trigger": "search"])
      #expect(Self.ids(page) == ["d1"] && page["instanceId"] == "SEARCH")
      let meta = try #require(page["meta"])
      #expect(meta["total"] == 2 && meta["params"]?["defaultOrder"] == "SMART_SORTING")
      #expect(
        meta["page"] == ["current": 1, "rows": 1, "prev": false, "next": true])
      let product = try #require(page["products"]?[0])
      #expect(product["params"] == ["season": "summer"] && product["inStock"] == true)
      #expect(product["insertTime"]?.integer != nil && product["priceText"] == "19.90 EUR")
      let facets = page["facets"]?.elements ?? []
      #expect(facets.compactMap { $0["property"]?.string } == ["brand", "category", "labels"])
      #expect(facets.first?["items"]?[0] == ["value": "Acme", "count": 1])
      #expect(page["banners"]?[0]?["width"] == "100" && page["banners"]?[0]?["newtab"] == false)
      let bolt = try await Self.search(
        shop, "dress",
        ["type": "faceted", "filters": [["facet": "brand", "values": ["Bolt"]]]])
      #expect(Self.ids(bolt) == ["d2"] && bolt["facets"]?[0]?["filtered"] == ["Bolt"])
      let second = try await Self.search(
        shop, "dress", ["type": "faceted", "ordering": ["page": 2, "sort": "PRICE_ASC"]])
      #expect(Self.ids(second) == ["d2"] && second["meta"]?["page"]?["prev"] == true)
    }
  }

  @Test("An unknown facet or order changes nothing, and the answer says so")
  func unknown() async throws {
    try await Self.run { _, shop in
      let answer = try await shop.send(
        shop.event(
          "SEARCH",
          [
            "query": "dress", "type": "faceted", "ordering": ["sort": "BY_MOON"],
            "filters": [
              ["facet": "mood", "values": ["x"]], ["facet": "price", "values": ["a-b"]],
              ["facet": "price", "values": ["-100"]],
            ],
          ]))
      #expect(answer.list("notes").count == 3, "\(answer.text)")
      #expect(answer.json["search"]?[0]?[0]?["meta"]?["total"] == 2)
    }
  }

  @Test("Long queries are cut; what is no word finds nothing; nothing is a fault")
  func hostile() async throws {
    try await Self.run { _, shop in
      let long = shop.event("SEARCH", ["query": .string(String(repeating: "dress ", count: 2_000))])
      let answer = try await shop.send(long)
      #expect(answer.string("statusCode") == "SUCCESS", "\(answer.text)")
      #expect(answer.string("notes.0.message")?.has(text: "500 bytes") == true)
      #expect(Self.ids(try #require(answer.json["search"]?[0]?[0])).count == 2)
      for query in [
        "👟👟", "((((q+)+)+)+$", "\u{202E}\u{1}", String(repeating: "e\u{301}", count: 99),
      ] {
        #expect(Self.ids(try await Self.search(shop, query)).isEmpty, "\(query)")
      }
    }
  }

  @Test("A tap on what was found counts for the product, told in either way")
  func taps() async throws {
    try await Self.run { server, shop in
      #expect(Self.ids(try await Self.search(shop, "dress")) == ["d1", "d2"])
      for (type, instance) in [("click", "product"), ("click", "bs_product"), ("search", "x")] {
        let tap = shop.event(
          "INTERACTION",
          [
            "type": .string(type), "instanceId": .string(instance), "interactionId": "d2",
          ])
        #expect(try await shop.send(tap).string("statusCode") == "SUCCESS")
      }
      let export = try await server.app.get("/v1/visitors/" + shop.visitor)
      #expect(
        export.list("shop_actions").compactMap { $0["kind"]?.string } == [
          "found", "found", "found",
        ])
      #expect(export.list("searches").first?["text"] == "dress")
      try await server.wait(hours: 0.1)
      #expect(Self.ids(try await Self.search(shop, "dress")) == ["d2", "d1"])
      #expect(try await server.app.call("DELETE", "/v1/visitors/" + shop.visitor).status == 204)
      try await server.wait(hours: 0.1)
      #expect(try await Self.search(shop, "")["lastSearches"] == [])
      #expect(Self.ids(try await Self.search(shop, "dress")) == ["d1", "d2"])
    }
  }

  @Test("A search of a request with others stands at its place; a test is answered and not stored")
  func places() async throws {
    try await Self.run { server, shop in
      let answer = try await shop.send([
        shop.event("PAGE_VIEW", ["category": "Home Page"]),
        shop.event("SEARCH", ["query": "shoe", "testMode": true]),
      ])
      #expect(answer.json["search"]?[0] == [])
      #expect(Self.ids(answer.json["search"]?[1]?[0] ?? [:]) == ["s1"])
      #expect(try await Self.search(shop, "")["lastSearches"] == [])
    }
  }
}
