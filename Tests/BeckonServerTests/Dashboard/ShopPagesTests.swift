import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonServer

/// Products, recommendations and search on the dashboard.
@Suite struct ShopPagesTests {
  private static func run(
    _ body: @Sendable (TestServer, TestShop, String) async throws -> Void
  ) async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      for (product, title) in [
        ("shoe", "Red Sneaker"), ("boot", "Blue Boot"), ("sock", "<b>Sock"),
      ] {
        try await shop.tell(
          product,
          [
            "title": .string(title), "brand": "Acme", "price": "19.90", "currency": "EUR",
            "categories": ["Shoes"], "stock": 3,
          ])
      }
      for visitor in ["a", "b", "c"] { try await shop.visit(visitor, ["shoe", "boot"]) }
      try await server.wait()
      try await body(server, shop, "/dashboard/\(server.app.id.text)/")
    }
  }

  @Test("A product is found by id and brand, tells who said what, and is hidden by a button")
  func products() async throws {
    try await Self.run { server, shop, path in
      let ana = try await TestOperator.signedIn(server, .edit)
      try await shop.tell("shoe", ["price": "14.90", "old_price": "19.90"])
      let list = try await ana.get(path + "products?brand=Acme").text
      for text in ["Red Sneaker", "Blue Boot", "&lt;b&gt;Sock", "14.90 EUR", "instead of 19.90"] {
        #expect(list.contains(text), "\(text)")
      }
      #expect(try await !ana.get(path + "products?product=boot").text.contains("Red Sneaker"))
      #expect(try await ana.get(path + "products?product=none").text.contains("No product yet"))
      let page = try await ana.get(path + "products/shoe").text
      for text in ["the server", "19.90 EUR", "14.90 EUR", "Hide it"] {
        #expect(page.contains(text), "\(text)")
      }
      let fields = try await ana.get(path + "products/shoe?file=fields").text
      #expect(fields.contains("title,Red Sneaker,server,"), "\(fields)")
      #expect(try await ana.send(path + "products/shoe", ["action": "hide"]).status == 303)
      #expect(try await ana.get(path + "products?hidden=true").text.contains("Red Sneaker"))
      #expect(try await ana.send(path + "products/shoe", ["action": "show"]).status == 303)
      #expect(try await shop.products("method=popular").contains("shoe"))
      let reader = try await TestOperator.signedIn(server, .read, name: "Ben")
      #expect(try await !reader.get(path + "products/shoe").text.contains("Hide it"))
    }
  }

  @Test("Ids that match no product stand below the products, as CSV, and on the overview")
  func unmatched() async throws {
    try await Self.run { server, shop, path in
      let ana = try await TestOperator.signedIn(server, .read)
      #expect(try await ana.get(path + "products").text.contains("All ids that events named"))
      #expect(try await !ana.get(path + "overview").text.contains("name an id that matches"))
      try await shop.open(on: "d")
      try await shop.visit("d", ["SKU-shoe", "SKU-shoe"], titled: "<b>Shoe", as: .publishable)
      let page = try await ana.get(path + "products").text
      for text in ["Ids that match no product", "SKU-shoe", "&lt;b&gt;Shoe", "views (2)", "2 of 8"]
      {
        #expect(page.contains(text), "\(text)")
      }
      #expect(try await !ana.get(path + "products?brand=Acme").text.contains("SKU-shoe"))
      let csv = try await ana.get(path + "products?csv=unmatched").text
      #expect(csv.hasPrefix("product,title,count,kinds,first_at,last_at"), "\(csv)")
      #expect(csv.contains("SKU-shoe,<b>Shoe,2,view (2),"), "\(csv)")
      let german = try await ana.get(path + "products", headers: [("Accept-Language", "de")]).text
      #expect(german.contains("Ids, zu denen es kein Produkt gibt"))
      let overview = try await ana.get(path + "overview").text
      #expect(overview.contains("2 of the last 8 things that visitors did with products"))
    }
  }

  @Test("Where the server has told of no product, nothing is said of ids")
  func noCatalogue() async throws {
    try await TestServer.run { server in
      let shop = TestShop(server)
      try await shop.open(on: "a")
      try await shop.visit("a", ["shoe"], titled: "Shoe", as: .publishable)
      let ana = try await TestOperator.signedIn(server, .read)
      let path = "/dashboard/\(server.app.id.text)/"
      let page = try await ana.get(path + "products").text
      #expect(page.contains("Shoe") && !page.contains("Ids that match no product"))
      #expect(try await !ana.get(path + "overview").text.contains("name an id that matches"))
    }
  }

  @Test("A visitor’s shelves are shown with the reason of each product, and to readers nobody’s")
  func shelves() async throws {
    try await Self.run { server, shop, path in
      let widget = WidgetTests.home.and(["code": "offers", "static_items": ["sock"]])
      #expect(try await server.app.post("/v1/widgets", widget).status == 201)
      let ana = try await TestOperator.signedIn(server, .edit)
      let page = try await ana.get(path + "widgets?product=shoe").text
      for text in ["offers", "chosen by hand", "many look at it", "Blue Boot"] {
        #expect(page.contains(text), "\(text)")
      }
      let known = path + "widgets?by=install_id&who=a"
      #expect(try await ana.get(known + "&csv=shelves").text.contains("offers,sock,static_item"))
      let nobody = try await ana.get(path + "widgets?by=person&who=none")
      #expect(nobody.status == 200 && nobody.text.contains("role=\"alert\""), "\(nobody.text)")
      let reader = try await TestOperator.signedIn(server, .read, name: "Ben")
      let shown = try await reader.get(known).text
      #expect(!shown.contains("name=\"who\"") && shown.contains("offers"))
      let report = try await ana.get(path + "widgets/offers")
      #expect(report.status == 200 && report.text.contains("What each group of visitors did"))
      #expect(try await ana.send(path + "widgets/offers", ["action": "pause"]).status == 303)
      #expect(try await server.app.get("/v1/widgets/offers").string("state") == "paused")
    }
  }

  @Test("A search marks what it met, says why, and needs no script")
  func search() async throws {
    try await Self.run { server, shop, path in
      let ana = try await TestOperator.signedIn(server, .read)
      let page = try await ana.get(path + "search?q=red+sneakre").text
      #expect(page.contains("<mark>Red</mark> <mark>Sneaker</mark>"), "\(page)")
      #expect(page.contains("sneakre → sneaker: one typo, in the title"))
      let prefix = try await ana.get(path + "search?q=sne").text
      #expect(prefix.contains("Red <mark>Sne</mark>aker"), "\(prefix)")
      #expect(try await ana.get(path + "search?q=xyzzy").text.contains("No product meets it"))
      let before = try await ana.get(path + "search").text
      #expect(before.contains("What is shown before a search") && before.contains("Red Sneaker"))
      let hostile = try await ana.get(path + "search?q=sock").text
      #expect(hostile.contains("&lt;b&gt;<mark>Sock</mark>") && !hostile.contains("<b>"))
      #expect(try await ana.get(path + "search?q=sock&csv=found").text.contains("sock,"))
      let wrong = try await ana.get(path + "search?q=sock&language=%3F%3F")
      #expect(wrong.status == 200 && wrong.text.contains("role=\"alert\""))
      let editor = try await TestOperator.signedIn(server, .edit, name: "Cem")
      let asVisitor = path + "search?q=sneakre&by=install_id&who=a"
      #expect(try await editor.get(asVisitor).text.contains("<mark>Sneaker</mark>"))
      let kept = try await server.app.get("/v1/search?install_id=a")
      #expect(kept.status == 200 && kept.list("last_searches").isEmpty, "\(kept.text)")
    }
  }
}
