import BeckonEngine
import BeckonModel
import BeckonStore
import Foundation
import Testing

@testable import BeckonServer

/// Products from a feed.
@Suite struct ProductsImportTests {
  private static let feed = """
    id,title,link,image_link,price,availability,product_type,mpn
    a,Shoe,https://shop.example/a,https://cdn.example/a.jpg,19.90 EUR,in_stock,Men > Shoes,x
    b,"Boot, high",https://shop.example/b,,29.90 EUR,out_of_stock,Men > Boots,y
    c,Sock,https://shop.example/c,,-1.00 EUR,in_stock,Men > Socks,z
    d,Hat,https://shop.example/d,,9.90 EURO,in_stock,,z

    """

  @Test("A feed of Google's is taken row by row; what is wrong is told by its line")
  func google() async throws {
    try await TestServer.run { server in
      let done = try await server.importing(Self.feed, as: "products")
      #expect(done.tally.verdicts == [.accepted: 2, .rejected: 2])
      #expect(done.warnings.contains { $0.contains("'mpn'") })
      let rows = try await server.rows(of: done)
      #expect(rows.compactMap { $0.rejection?.detail.contains("'price'") } == [true, true])
      let shoe = try await server.app.get("/v1/products/a")
      #expect(shoe.string("price") == "19.90" && shoe.string("told.price.by") == "server")
      #expect(try await server.app.get("/v1/products/b").value("in_stock") == false)
      #expect(try await server.app.get("/v1/products/c").status == 404)
    }
  }

  @Test("The same feed again changes only what differs")
  func again() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await server.importing(Self.feed, as: "products")
      let before = try await app.get("/v1/products/b").string("changed_at")
      try await server.wait(minutes: 1)
      _ = try await app.patch("/v1/products/a", ["price": "1"])
      let done = try await server.importing(Self.feed, as: "products")
      #expect(done.tally.verdicts == [.merged: 2, .rejected: 2])
      #expect(try await app.get("/v1/products/a").string("price") == "19.90")
      #expect(try await app.get("/v1/products/b").string("changed_at") == before)
      #expect(try await app.get("/v1/products/a/prices").list("prices").count == 3)
    }
  }

  @Test("Of two rows about one product the later counts, and the report says what that is called")
  func twice() async throws {
    try await TestServer.run { server in
      let feed = "id,title,brand\na,Shoe,Acme\na,Boot,\n"
      let done = try await server.importing(feed, as: "products")
      #expect(done.tally.verdicts == [.accepted: 1, .merged: 1])
      #expect(done.mergedMeans.contains("in an earlier row; what the row says counts now"))
      let product = try await server.app.get("/v1/products/a")
      #expect(product.string("title") == "Boot" && product.string("brand") == "Acme")
    }
  }

  @Test("Columns without a name are left out, however many there are")
  func unnamed() async throws {
    try await TestServer.run { server in
      let feed = ",id,title,\n0,a,Shoe,x\n"
      let done = try await server.importing(feed, as: "products")
      #expect(done.tally.verdicts == [.accepted: 1])
      #expect(done.warnings.contains { $0.contains("left out") }, "\(done.warnings)")
    }
  }

  @Test("What the feed has no more is hidden, if that is asked for, and comes back with it")
  func replacing() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.send("PUT", "/v1/products/own", ["title": "Own"])
      try await server.importing(Self.feed, as: "products")
      try await server.importing("id,title,price\nb,Boot,-1 EUR\n", as: "products")
      #expect(try await app.get("/v1/products/a").value("hidden") == false)
      // Of b one cell is wrong, but it is there.
      try await server.wait(minutes: 1)
      let replaced = try await server.importing(
        "id,title,price\nb,Boot,-1 EUR\ne,New,1 EUR\n", as: "products", isReplacing: true)
      var hidden: [String: JSON?] = [:]
      for id in ["a", "b", "e", "own"] {
        hidden[id] = try await app.get("/v1/products/\(id)").value("hidden")
      }
      #expect(replaced.hidden == 1)
      #expect(hidden == ["a": true, "b": false, "e": false, "own": false])
      #expect(try await app.get("/v1/products/a", as: .publishable).status == 404)
      try await server.importing(Self.feed, as: "products", isReplacing: true)
      #expect(try await app.get("/v1/products/a", as: .publishable).status == 200)
      #expect(try await app.get("/v1/products/e").value("hidden") == true)
      // A feed of which nothing could be read hides nothing.
      try await server.importing("id,title\n,x\n", as: "products", isReplacing: true)
      #expect(try await app.get("/v1/products/a").value("hidden") == false)
    }
  }

  @Test("Ended at any place, the same command goes on from there")
  func ended() async throws {
    try await TestServer.run { server in
      // Each goes on where the one before has ended, and takes one row more.
      for _ in 1...4 {
        await #expect(throws: CancellationError.self) {
          try await server.importing(
            Self.feed, as: "products", isReplacing: true, endingAfter: 2)
        }
      }
      let done = try await server.importing(Self.feed, as: "products", isReplacing: true)
      #expect(done.earlierRows == 4)
      #expect(done.tally.verdicts == [.accepted: 2, .rejected: 2])
      #expect(try await server.number("SELECT COUNT(*) FROM product_prices") == 2)
    }
  }

  @Test(
    "A file of JSON is an array of objects, or one in each line",
    arguments: [
      #"[{"product": "a", "title": "A } \" ]"}, {"id": 7, "labels": ["x"]}]"#,
      #"{"product": "a", "title": "A } \" ]"}"# + "\n" + #"{"id": 7, "labels": ["x"]}"# + "\n",
      #"{"products": [{"product": "a", "title": "A } \" ]"}, {"id": 7, "labels": ["x"]}], "#
        + #""next": null}"#,
    ])
  func json(_ text: String) async throws {
    try await TestServer.run { server in
      let done = try await server.importing(text, as: "products")
      #expect(done.tally.verdicts == [.accepted: 2])
      #expect(try await server.app.get("/v1/products/a").string("title") == "A } \" ]")
      #expect(try await server.app.get("/v1/products/7").value("labels") == ["x"])
    }
  }

  @Test("What the API answers about products is a feed, of which everything is understood")
  func answered() async throws {
    try await TestServer.run { server in
      try await server.importing(Self.feed, as: "products")
      for path in ["/v1/products", "/v1/products/a"] {
        let answer = try await server.app.get(path)
        let done = try await server.importing(answer.text, as: "products")
        #expect(done.warnings == [], "\(path)")
        #expect(done.tally.verdicts == [.merged: path.hasSuffix("a") ? 1 : 2], "\(path)")
        let again = try await server.app.get(path)
        #expect(again.text == answer.text, "\(path)")
      }
      let own = #"[{"product": "a", "title": "Shoe", "created_at": "2026-11-28"}]"#
      let done = try await server.importing(own, as: "products")
      #expect(done.warnings.count == 1 && done.warnings[0].contains("'created_at'"))
    }
  }

  @Test("What clients have told, and what the catalogue concludes, becomes nobody's word by it")
  func answeredOfOthers() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await server.report("claimed", ["title": "Hat"], by: "phone")
      try await server.importing("id,title\ngone,Sock\n", as: "products")
      try await server.importing(
        "id,title,stock\nsock,Sock,0\n", as: "products", isReplacing: true)
      let answer = try await app.get("/v1/products")
      #expect(answer.text.contains(#""told_by_clients":["title"]"#))
      try await server.importing(answer.text, as: "products")
      #expect(try await app.get("/v1/products/claimed").string("told.title.by") == "client")
      try await server.importing("id,title\ngone,Sock\n", as: "products")
      #expect(try await app.get("/v1/products/gone").value("hidden") == false)
      _ = try await app.post("/v1/products/stock", ["stock": [["product": "sock", "stock": 5]]])
      #expect(try await app.get("/v1/products/sock").value("in_stock") == true)
      _ = try await app.patch("/v1/products/sock", ["hidden": true])
      try await server.importing(answer.text, as: "products")
      #expect(try await app.get("/v1/products/sock").value("hidden") == false)
    }
  }

  @Test("What an object says wrong is told by its line, and harms no other")
  func hostileJSON() async throws {
    try await TestServer.run { server in
      let lines = [
        #"{"product": "a", "title": "A"}"#, #"{"product": "b", "pirce": 1}"#,
        #"{"product": "c", "price": "x", "currency": "EUR"}"#, #"{"title": "nobody"}"#,
        #"{"product": "d", "title": "}"}"#, #"{"product": "e", "title": tru}"#,
      ]
      let done = try await server.importing(lines.joined(separator: "\n"), as: "products")
      #expect(done.tally.verdicts == [.accepted: 3, .rejected: 3])
      #expect(done.warnings.contains { $0.contains("'pirce'") })
      let rows = try await server.rows(of: done)
      #expect(rows.filter { $0.verdict == .rejected }.map(\.line) == [3, 4, 6])
      let long = "[{\"product\": \"" + String(repeating: "x", count: 70_000) + "\"}]"
      for text in [
        long, "[{\"product\": \"a\"", "[{\"product\": \"a\"}",
        "{\"products\": [{\"product\": \"a\"}], \"next\": \"x\"}", "<rss/>",
      ] {
        await #expect(throws: ImportRefused.self) {
          try await server.importing(text, as: "products")
        }
      }
    }
  }

  @Test("What products have nothing to do with is refused")
  func choices() async throws {
    try await TestServer.run { server in
      await #expect(throws: ImportRefused.self) {
        try await server.importing(Self.feed, as: "products", campaign: "x")
      }
      await #expect(throws: ImportRefused.self) {
        try await server.importing("user_id\nana\n", as: "people", isReplacing: true)
      }
      await #expect(throws: ImportRefused.self) {
        try await server.importing("title,price\nx,1\n", as: "products")
      }
    }
  }
}
