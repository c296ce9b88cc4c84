import BeckonContract
import BeckonModel
import BeckonTesting
import Testing

@testable import BeckonServer

/// Products that somebody searches for, asked for over sockets.
@Suite struct SearchTests {
  @Test("Searches that look at everything are bounded for an address, those by words are not")
  func wide() async throws {
    var rates = RateLimits()
    rates.guardedPerAddress = 2
    try await TestServer.run(rates: rates) { server in
      let queries = ["facets=true&q=a", "q=a&page=2", "q=a&facets=true"]
      func status(_ query: String, as key: TestApp.Key = .publishable) async throws -> Int {
        try await server.app.get(
          "/v1/search?" + query, as: key, headers: [("X-Forwarded-For", "203.0.113.7")]
        ).status
      }
      for (query, expected) in zip(queries, [200, 200, 429]) {
        let answer = try await status(query)
        #expect(answer == expected)
      }
      for query in ["q=a", "q=ab", "q=abc"] { #expect(try await status(query) == 200) }
      #expect(try await status("facets=true&q=a", as: .secret) == 200)
    }
  }

  @Test("A product is found once it is read; a changed, hidden, sold out or deleted one no more")
  func following() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      try await shop.tell("shoe-1", ["title": "Red Sneaker", "brand": "Acme"])
      let early = try await shop.search("q=sneaker")
      #expect(early.value("warming") == true && early.list("items").isEmpty)
      try await server.wait()
      let answer = try await shop.search("q=sneakre&explain=true")
      #expect(answer.value("warming") == nil && answer.string("searched_in") == "en")
      #expect(answer.string("items.0.title") == "Red Sneaker")
      #expect(answer.string("items.0.why.0.kind") == "typo", "\(answer.text)")
      for (change, query, isFound) in [
        (["title": "Blue Boot"], "sneaker", false), ([:], "blue", true),
        (["in_stock": false], "blue", false), (["in_stock": true], "blue", true),
        (["hidden": true], "blue", false), (["hidden": false], "blue", true),
      ] as [(JSON, String, Bool)] {
        try await shop.tell("shoe-1", change)
        try await server.wait()
        let found = try await shop.found("q=" + query)
        #expect(found == (isFound ? ["shoe-1"] : []), "\(change.text) \(query)")
      }
      try await shop.tell("shoe-1", ["in_stock": false])
      try await server.wait()
      #expect(try await shop.found("q=blue&out_of_stock=true") == ["shoe-1"])
      #expect(try await server.app.call("DELETE", "/v1/products/shoe-1").status == 204)
      try await server.wait()
      #expect(try await shop.found("q=blue&out_of_stock=true") == [])
    }
  }

  @Test("A product that was hidden a moment ago is not shown, though the index still has it")
  func hiddenAtOnce() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      try await shop.tell("shoe-1", ["title": "Red Shoe"])
      try await server.wait()
      try await shop.tell("shoe-1", ["hidden": true])
      #expect(try await shop.found("q=shoe") == [])
    }
  }

  @Test("Facets are counted, filters narrow, orders and pages are followed")
  func facets() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      for (place, brand) in ["Acme", "Acme", "Bolt"].enumerated() {
        try await shop.tell(
          "shoe-\(place)",
          [
            "title": "Shoe", "brand": .string(brand), "categories": ["Men > Shoes"],
            "price": .string("\(10 * (place + 1))"), "currency": "EUR", "colors": ["red"],
          ])
      }
      try await server.wait()
      let answer = try await shop.search("q=shoe&facets=true&sort=price_descending")
      #expect(
        answer.value("facets.brand")
          == [["value": "Acme", "products": 2], ["value": "Bolt", "products": 1]])
      #expect(answer.string("facets.category.0.value") == "Men")
      #expect(answer.string("facets.label.0.value") == "red")
      for (query, expected) in [
        ("q=shoe&sort=price_descending", ["shoe-2", "shoe-1", "shoe-0"]),
        ("q=shoe&sort=price_ascending&count=1&page=2", ["shoe-1"]),
        ("q=shoe&brand=Bolt", ["shoe-2"]), ("q=shoe&brand=Nobody", []),
        ("q=shoe&sort=price_ascending&brand=Bolt&brand=Acme&price_max=25", ["shoe-0", "shoe-1"]),
        ("brand=Bolt", ["shoe-2"]), ("q=shoe&category=Men&price_min=30", ["shoe-2"]),
      ] as [(String, [String])] {
        #expect(try await shop.found(query) == expected, "\(query)")
      }
    }
  }

  @Test("Before a search stand what is popular and what the visitor searched for last")
  func before() async throws {
    try await TestServer.run { server in
      let (shop, app) = (TestShop(server), server.app)
      for product in ["shoe", "boot"] {
        try await shop.tell(product, ["title": .string(product)])
        for visitor in ["a", "b", "c"] { try await shop.visit(visitor, [product]) }
      }
      for (id, text) in [("1", "sh"), ("2", "shoe"), ("3", "lamp")] {
        let event: JSON = [
          "id": .string(id), "name": "search", "install_id": "me",
          "properties": [
            "text": .string(text)
          ],
        ]
        #expect(try await app.post("/v1/events", ["events": [event]]).status == 200)
      }
      try await server.wait()
      let answer = try await shop.search("install_id=me")
      #expect(answer.string("kind") == "before" && answer.list("items").count == 2)
      #expect(answer.value("last_searches") == ["lamp", "shoe"])
      let path = "/v1/search/last?install_id=me"
      #expect(try await app.call("DELETE", path + "&text=lamp").status == 204)
      #expect(try await shop.search("install_id=me").value("last_searches") == ["shoe"])
      #expect(try await app.call("DELETE", path).status == 204)
      #expect(try await shop.search("install_id=me").value("last_searches") == [])
      #expect(try await app.call("DELETE", "/v1/search/last").code == "invalid_field")
    }
  }

  @Test("What was changed of the settings, when and by which key, stays readable")
  func history() async throws {
    try await TestServer.run { server in
      let path = "/v1/search/settings"
      #expect(try await server.app.patch(path, ["page_count": 12]).value("page_count") == 12)
      #expect(try await server.app.patch(path, ["page_count": 12]).status == 200)
      try await server.wait(minutes: 1)
      #expect(try await server.app.patch(path, ["synonyms": [["sofa", "couch"]]]).status == 200)
      let answer = try await server.app.get(path)
      #expect(answer.list("history").count == 2, "\(answer.text)")
      #expect(answer.value("history.0.before") == ["synonyms": []])
      #expect(answer.value("history.1.before") == ["page_count": 24])
      let key = try #require(answer.string("history.0.by"))
      #expect(key.hasPrefix("sk_") && server.app.secret.hasPrefix(key.dropLast()))
    }
  }

  @Test("With the app's key a search is shown again only to whom it is told of with their token")
  func strangersTexts() async throws {
    try await TestServer.run { server in
      let app = server.app
      let phone = try await app.phone(at: "203.0.113.7").install()
      _ = try await app.signUpInApp(
        ["user_id": "ana", "install_id": .string(phone.installID)], token: phone.token)
      func search(
        _ id: String, _ text: String, _ who: JSON, token: String?
      ) async throws -> String? {
        let event = who.and([
          "id": .string(id), "name": "search", "properties": ["text": .string(text)],
        ])
        let answer = try await app.post(
          "/v1/events", ["events": [event]], as: .publishable, token: token)
        return answer.string("receipts.0.reason")
      }
      let install: JSON = ["install_id": .string(phone.installID)]
      #expect(try await search("1", "lamp", install, token: phone.token) == nil)
      for (id, who) in [("2", install), ("3", ["user_id": "ana"])] as [(String, JSON)] {
        let reason = try await search(id, "call +1 900", who, token: nil)
        #expect(reason?.contains("send the token") == true, "\(reason ?? "")")
      }
      let path = "/v1/search?install_id=" + phone.installID
      let shown = try await app.get(path, as: .publishable, token: phone.token)
      #expect(shown.value("last_searches") == ["lamp"], "\(shown.text)")
    }
  }

  @Test("Of equal matches what is popular comes first, and before that what the visitor looks at")
  func popularity() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      for (product, brand) in [("shoe-1", "Acme"), ("shoe-2", "Bolt"), ("shoe-3", "Cord")] {
        try await shop.tell(product, ["title": "Shoe", "brand": .string(brand)])
      }
      try await server.wait()
      #expect(try await shop.found("q=shoe") == ["shoe-1", "shoe-2", "shoe-3"])
      for visitor in ["a", "b", "c"] { try await shop.visit(visitor, ["shoe-2"]) }
      try await shop.choose("shoe-3", as: "d")
      try await server.wait(hours: 0.1)
      #expect(try await shop.found("q=shoe") == ["shoe-2", "shoe-3", "shoe-1"])
      try await shop.visit("me", ["shoe-1"])
      #expect(try await shop.found("q=shoe&install_id=me").first == "shoe-1")
    }
  }

  @Test("Synonyms, redirects, texts, banners and languages are data that hold at once")
  func settings() async throws {
    try await TestServer.run { server in
      let (shop, app) = (TestShop(server), server.app)
      try await shop.tell(
        "sofa", ["title": "Sofa", "language": "en", "languages": ["de": ["title": "Ledersofa"]]])
      try await server.wait()
      #expect(try await shop.found("q=couch") == [])
      let settings: JSON = [
        "synonyms": [["sofa", "couch"]], "languages": ["en", "de"],
        "redirects": [["query": "Returns", "url": "https://shop.example/returns"]],
        "texts": ["de": ["not_found": "Nichts"], "en": ["not_found": "Nothing"]],
        "banners": [["name": "Sale", "image": "https://shop.example/s.png", "queries": ["sofa"]]],
      ]
      let set = try await app.patch("/v1/search/settings", settings)
      #expect(set.status == 200 && set.value("page_count") == 24, "\(set.text)")
      let read = try await app.get("/v1/search/settings").json.members ?? []
      #expect(read.filter { $0.name != "history" } == set.json.members)
      try await server.wait()
      #expect(try await shop.found("q=couch") == ["sofa"])
      #expect(try await shop.found("q=leder") == [])
      let german = try await shop.search("q=leder&language=de")
      #expect(german.string("items.0.title") == "Ledersofa")
      #expect(german.string("searched_in") == "de")
      let none = try await shop.search("q=zebra&language=de")
      #expect(none.string("not_found_text") == "Nichts" && none.list("items").isEmpty)
      #expect(
        try await shop.search("q=returns").string("redirect") == "https://shop.example/returns")
      #expect(try await shop.search("q=sofa").string("banners.0.name") == "Sale")
      #expect(try await shop.search("q=chair").list("banners").isEmpty)
    }
  }

  @Test("A word that stands with no other is dropped, and the answer says so")
  func dropped() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      try await shop.tell("shoe", ["title": "Red Shoe"])
      try await server.wait()
      let answer = try await shop.search("q=red+xylophone")
      #expect(answer.value("dropped") == ["xylophone"])
      #expect(answer.string("items.0.product") == "shoe")
    }
  }

  @Test("Another app's products and searches are its own")
  func tenancy() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      try await shop.tell("shoe", ["title": "Red Shoe"])
      try await server.wait()
      let other = try await server.otherApp()
      for query in ["?q=shoe", "", "?brand=x"] {
        let answer = try await other.get("/v1/search" + query)
        #expect(answer.status == 200 && answer.list("items").isEmpty, "\(query): \(answer.text)")
      }
    }
  }

  @Test("With an app's key searches and interests need the token of whose they are")
  func tokens() async throws {
    try await TestServer.run { server in
      let app = server.app
      let phone = try await app.phone(at: "203.0.113.7").install()
      for (method, path) in [("GET", "/v1/search"), ("DELETE", "/v1/search/last")] {
        let own = path + "?install_id=" + phone.installID
        let refused = try await app.call(method, own, as: .publishable)
        #expect(refused.code == "token_required", "\(refused.text)")
        let shown = try await app.call(method, own, as: .publishable, token: phone.token)
        #expect([200, 204].contains(shown.status), "\(shown.text)")
        let visitor = try await app.call(method, path + "?visitor=v", as: .publishable)
        #expect(visitor.code == "secret_key_required")
      }
      let settings = try await app.patch("/v1/search/settings", [:], as: .publishable)
      #expect(settings.code == "secret_key_required")
      #expect(try await app.get("/v1/search?q=x", as: .publishable).status == 200)
    }
  }

  @Test("A product told to one server is found on another within a second")
  func fleet() async throws {
    try await TestServer.run(runsLoops: true) { server in
      try await server.fleet(2, runsLoops: true) { apps in
        let shops = apps.map { TestShop(server, $0) }
        try await shops[0].tell("shoe", ["title": "Red Shoe"])
        for shop in shops {
          try await eventually { try await shop.found("q=shoe") == ["shoe"] }
        }
      }
    }
  }

  @Test("What is made up in an app is not found in a shop whose server says what there is")
  func madeUp() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      for _ in 0..<2 {
        let phone = try await server.app.phone(at: "203.0.113.7").install()
        try await shop.visit(phone.installID, ["CALL"], titled: "Call 555", as: .publishable)
      }
      try await server.wait()
      #expect(try await shop.found("q=555") == ["CALL"])
      try await shop.tell("shoe", ["title": "Shoe"])
      try await server.wait()
      #expect(try await shop.found("q=555") == [])
    }
  }
}

extension TestShop {
  /// Searches.
  func search(_ query: String) async throws -> HTTPAnswer {
    let answer = try await app.get("/v1/search?" + query)
    #expect(answer.status == 200, "\(query): \(answer.text)")
    return answer
  }

  /// The ids of what is found.
  func found(_ query: String) async throws -> [String] {
    try await search(query).list("items").compactMap { $0["product"]?.string }
  }

  /// A visitor chooses a product among what a search has found.
  func choose(_ product: String, as visitor: String) async throws {
    let event: JSON = [
      "id": .string("chosen-" + visitor), "name": "recommendation_interaction",
      "install_id": .string(visitor),
      "properties": [
        "kind": "search", "instance": "search", "interaction": .string(product),
      ],
    ]
    let answer = try await app.post("/v1/events", ["events": [event]])
    #expect(answer.list("receipts").allSatisfy { $0["status"] == "accepted" }, "\(answer.text)")
  }
}
