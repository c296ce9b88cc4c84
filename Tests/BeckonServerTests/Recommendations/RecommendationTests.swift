import BeckonContract
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonServer

/// Products that a shop recommends, asked for over sockets.
@Suite struct RecommendationTests {
  @Test("What others went on to is recommended once it is read, with what the catalogue says")
  func following() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      let product: JSON = [
        "title": "Boot", "price": "20", "currency": "EUR", "categories": ["Men > Shoes"],
        "languages": ["tr": ["title": "Bot"]], "currencies": ["USD": ["price": "22"]],
      ]
      try await shop.tell("boot", product)
      try await shop.tell("shoe", ["title": "Shoe"])
      try await shop.visit("me", ["shoe"])
      let early = try await shop.ask("install_id=me")
      #expect(early.value("warming") == true && early.list("items").isEmpty)
      for visitor in ["a", "b", "c"] { try await shop.visit(visitor, ["shoe", "boot"]) }
      try await server.wait()
      let answer = try await shop.ask("install_id=me&product=shoe&language=tr&currency=usd")
      #expect(answer.value("warming") == nil && answer.list("items").count == 1)
      let item = answer.list("items").first
      #expect(item?["product"] == "boot" && item?["reason"] == "followed")
      #expect(item?["title"] == "Bot" && item?["price"] == "22.00" && item?["currency"] == "USD")
    }
  }

  @Test("The visitor's last click counts at once; others' clicks once they are read")
  func lastClick() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      for visitor in ["a", "b"] {
        try await shop.visit(visitor, ["shoe", "boot"])
        try await shop.visit(visitor + "2", ["lamp", "bulb"])
      }
      try await server.wait()
      try await shop.visit("me", ["shoe"])
      #expect(try await shop.products("install_id=me&method=for_you").first == "boot")
      try await shop.visit("me", ["lamp"])
      #expect(try await shop.products("install_id=me&method=for_you").first == "bulb")
      #expect(try await shop.products("install_id=me&method=last_visited") == ["lamp", "shoe"])
    }
  }

  @Test("A price that rose again to what it was has not dropped, and one that rose a little has")
  func priceDrops() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      for (product, prices) in [
        ("shoe", ["49", "39", "49"]), ("boot", ["100", "50", "80"]), ("sock", ["10", "9"]),
      ] {
        for price in prices {
          try await shop.tell(
            product, ["title": "x", "price": .string(price), "currency": "EUR"])
          try await server.wait(minutes: 1)
        }
      }
      #expect(try await shop.products("method=price_drops") == ["boot", "sock"])
    }
  }

  @Test("A product that is hidden, sold out or deleted is shown no more, before it is read too")
  func hidden() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      for product in ["shoe", "boot", "sock"] { try await shop.tell(product, ["title": "x"]) }
      for visitor in ["a", "b", "c"] { try await shop.visit(visitor, ["shoe", "boot", "sock"]) }
      try await server.wait()
      #expect(try await shop.products("product=shoe") == ["boot", "sock"])
      for (change, isShown) in [
        (["hidden": true], false), (["hidden": false, "in_stock": false], false),
        (["in_stock": true], true),
      ] as [(JSON, Bool)] {
        try await shop.tell("boot", change)
        if !isShown { #expect(try await shop.products("product=shoe") == ["sock"]) }
        try await server.wait()
        #expect(
          try await shop.products("product=shoe").contains("boot") == isShown, "\(change.text)")
      }
      try await shop.tell("boot", ["in_stock": false])
      try await server.wait()
      #expect(try await shop.products("product=shoe&out_of_stock=true").contains("boot"))
      #expect(try await server.app.call("DELETE", "/v1/products/boot").status == 204)
      for _ in 0..<2 {
        #expect(try await shop.products("product=shoe&out_of_stock=true") == ["sock"])
        try await server.wait()
      }
    }
  }

  @Test("Made-up products stand on nobody's screen in a shop whose server says what there is")
  func madeUp() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      for _ in 0..<3 {
        let phone = try await server.app.phone(at: "203.0.113.7").install()
        try await shop.visit(
          phone.installID, ["shoe", "CALL 555-1234"], titled: "A title", as: .publishable)
      }
      try await server.wait()
      #expect(try await shop.products("product=shoe") == ["CALL 555-1234"])
      try await shop.tell("shoe", ["title": "Shoe"])
      try await server.wait()
      #expect(try await shop.products("product=shoe").isEmpty)
    }
  }

  @Test("Who was erased is in no list from the next read on, and after a new start neither")
  func erased() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      for visitor in ["a", "b", "c"] { try await shop.visit(visitor, ["shoe", "boot"]) }
      let ana = try await server.app.signUp("ana")
      for _ in 0..<3 { try await shop.visit(of: ana, ["shoe", "secret"]) }
      try await server.wait()
      #expect(try await shop.products("product=shoe").contains("secret"))
      #expect(try await ana.erase().status == 204)
      // Not having read for an hour, the server begins anew by what is stored.
      for hours in [0, 1] as [Double] {
        try await server.wait(hours: hours)
        let left = try await shop.products("product=shoe&method=for_you")
        #expect(left == ["boot"])
      }
    }
  }

  @Test("A person is shown what they saw on phones that are proven to be theirs, and on no other")
  func phones() async throws {
    try await TestServer.run { server in
      let (shop, app) = (TestShop(server), server.app)
      let phone = try await app.phone(at: "203.0.113.7").install()
      let ana = try await phone.signUp("ana")
      try await shop.visit(phone.installID, ["boot"])
      try await shop.visit(of: ana, ["shoe"])
      // An id that the app's server was told proves nothing of what was done under it.
      let other = try await app.phone(at: "203.0.113.8").install()
      let named: JSON = ["user_id": "ana", "install_id": .string(other.installID)]
      #expect(try await app.post("/v1/people", named).status == 200)
      try await shop.visit(other.installID, ["secret"])
      try await server.wait()
      let seen = try await shop.products("method=last_visited&person=" + ana.id)
      #expect(seen == ["shoe", "boot"])
    }
  }

  @Test("Another app's shop is another shop")
  func tenancy() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      for visitor in ["a", "b", "c"] { try await shop.visit(visitor, ["shoe", "boot"]) }
      try await server.wait()
      let other = try await server.otherApp()
      for query in ["", "?product=shoe", "?install_id=a", "?visitor=a", "?method=popular"] {
        let answer = try await other.get("/v1/recommendations" + query)
        #expect(answer.status == 200 && answer.list("items").isEmpty, "\(query): \(answer.text)")
      }
      let ana = try await server.app.signUp("ana")
      #expect(try await other.get("/v1/recommendations?person=\(ana.id)").status == 404)
    }
  }

  @Test("With an app's key a history needs the token of whose it is")
  func tokens() async throws {
    try await TestServer.run { server in
      let (shop, app) = (TestShop(server), server.app)
      let phone = try await app.phone(at: "203.0.113.7").install()
      try await shop.visit(phone.installID, ["shoe", "boot"])
      try await server.wait()
      let own = "/v1/recommendations?method=last_visited&install_id=" + phone.installID
      let stranger = try await app.phone(at: "203.0.113.8").install()
      for token in [nil, stranger.token, "tok_x"] {
        let refused = try await app.get(own, as: .publishable, token: token)
        #expect(refused.code == "token_required", "\(refused.text)")
      }
      let shown = try await app.get(own, as: .publishable, token: phone.token)
      #expect(shown.list("items").count == 2, "\(shown.text)")
      let nobody = try await app.get(
        "/v1/recommendations?install_id=nobody", as: .publishable, token: stranger.token)
      #expect(nobody.code == "token_required", "an unknown install looks like a foreign one")
      let visitor = try await app.get("/v1/recommendations?visitor=v1", as: .publishable)
      #expect(visitor.code == "secret_key_required")
      let ana = try await app.signUpInApp(["user_id": "ana"])
      let person = "/v1/recommendations?person=" + ana.id
      #expect(try await app.get(person, as: .publishable).code == "token_required")
      #expect(try await app.get(person, as: .publishable, token: ana.token).status == 200)
      let open = try await app.get("/v1/recommendations?method=popular", as: .publishable)
      #expect(open.list("items").count == 2)
    }
  }

  @Test(
    "What is not understood is refused by its name",
    arguments: [
      ("method=foryou", "method"), ("count=0", "count"), ("count=101", "count"),
      ("count=x", "count"), ("category=%3E", "category"), ("language=1", "language"),
      ("currency=euro", "currency"), ("out_of_stock=yes", "out_of_stock"), ("product=", "product"),
      ("install_id=a&visitor=b", "visitor"), ("person=ana", "person"), ("limit=5", "limit"),
    ])
  func refused(_ query: String, _ field: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.get("/v1/recommendations?" + query)
      #expect(answer.status == 422 || answer.status == 400, "\(answer.text)")
      #expect(answer.string("field") == field, "\(answer.text)")
    }
  }

  @Test("A click told to one server changes the answers of another")
  func fleet() async throws {
    try await TestServer.run(runsLoops: true) { server in
      try await server.fleet(2, runsLoops: true) { apps in
        let shops = apps.map { TestShop(server, $0) }
        for visitor in ["a", "b", "c"] { try await shops[0].visit(visitor, ["shoe", "boot"]) }
        try await shops[1].visit("me", ["shoe"])
        for shop in shops {
          try await shop.expectSoon(["boot"], "install_id=me&method=for_you")
        }
        for visitor in ["d", "e", "f", "g"] {
          try await shops[1].visit(visitor, ["shoe", "lamp"])
        }
        for shop in shops {
          try await shop.expectSoon(["lamp", "boot"], "product=shoe&method=also_viewed")
        }
      }
    }
  }
}
