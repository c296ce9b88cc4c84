import BeckonEngine
import BeckonModel
import BeckonStore
import Foundation
import Testing

@testable import BeckonServer

/// Feeds as programs and people write them, with mistakes in them.
@Suite struct BrokenFeedTests {
  @Test("What is no object is rejected alone, where it is plain where the next one begins")
  func elements() async throws {
    let files = [
      (#"[{"id":"a"},"str",{"id":"b"},7,null,[1],{"id":"c"}]"#, [2, 4, 5, 6]),
      ("{\"id\":\"a\"}\n{\"id\":\n{\"id\":\"b\"\n{\"id\":\"c\n}}\n{\"id\":\"d\"}\n", [2, 3, 4]),
      ("{\"id\":\"a\"}\nnonsense\n{\"id\":\"b\"}\n\"end\"", [2, 4]),
      ("[{\"id\":\"a\",\n{\"id\":\"b\"},\n{\"id\":\"c,\n{\"id\":\"d\"}]", [1, 3]),
    ]
    for (text, broken) in files {
      try await TestServer.run { server in
        let done = try await server.importing(text, as: "products")
        let rejected = try await server.rows(of: done).filter { $0.verdict == .rejected }
        #expect(rejected.map(\.line) == broken, "\(text)")
        #expect(rejected.allSatisfy { $0.rejection?.reason == .unreadable })
      }
    }
  }

  @Test("What is broken beyond that is told by its line, and nothing is imported")
  func brokenBeyond() async throws {
    try await TestServer.run { server in
      for text in ["[{\"id\":\"a\"},\n{\"id\":\"b\"", "[{\"id\":\"a\"}\n]\n{\"id\":\"b\"}"] {
        let refused = await Self.refusal(of: text, server)
        #expect(refused?.problem.hasPrefix("line ") == true)
      }
      let stored = try await server.number("SELECT COUNT(*) FROM products")
      #expect(stored == 0)
    }
  }

  private static func refusal(of text: String, _ server: TestServer) async -> ImportRefused? {
    await #expect(throws: ImportRefused.self) {
      try await server.importing(text, as: "products")
    }
  }

  @Test("A replacing feed with a row that cannot be read hides nothing")
  func replacing() async throws {
    try await TestServer.run { server in
      try await server.importing("[{\"id\":\"a\"},{\"id\":\"b\"}]", as: "products")
      try await server.wait(minutes: 1)
      let done = try await server.importing("[{\"id\":\"b\"},7]", as: "products", isReplacing: true)
      #expect(done.hidden == 0)
      #expect(try await server.app.get("/v1/products/a").value("hidden") == false)
    }
  }

  @Test("Members that nobody knows are left out with one warning; those beside them count")
  func members() async throws {
    try await TestServer.run { server in
      let done = try await server.importing(
        #"[{"id":"a","Title":"A","mpn":1,"languages":{"tr":{"title":"B"}}},{"id":"b","mpn":2}]"#,
        as: "products")
      #expect(done.tally.verdicts == [.accepted: 2])
      #expect(done.warnings.count == 1 && done.warnings.allSatisfy { $0.contains("'mpn'") })
      let product = try await server.app.get("/v1/products/a")
      #expect(product.string("title") == "A" && product.string("languages.tr.title") == "B")
    }
  }

  @Test("What the server writes as CSV can be imported again, and is the same")
  func roundTrip() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.send(
        "PUT", "/v1/products/a",
        [
          "title": "A", "categories": ["Men > Shoes", "a|b, c"], "price": "19.90",
          "currency": "EUR", "stock": 2,
        ])
      let before = try await app.get("/v1/products/a")
      let list = try await app.get("/v1/products", headers: [("Accept", "text/csv")])
      let done = try await server.importing(bytes: Data(list.body), as: "products")
      #expect(done.tally.rejections.isEmpty && done.tally.verdicts == [.merged: 1])
      let after = try await app.get("/v1/products/a")
      for name in ["title", "categories", "price", "stock", "in_stock"] {
        #expect(after.value(name) == before.value(name))
      }
    }
  }

  @Test("Commas stand in front of decimals where semicolons separate the columns")
  func commas() async throws {
    try await TestServer.run { server in
      let done = try await server.importing(
        "id;price\na;19,90 EUR\nb;1.299,50 EUR\nc;EUR 9,90\nd;1,299 EUR\ne;1.299 EUR\n",
        as: "products")
      #expect(done.tally.verdicts == [.accepted: 3, .rejected: 2])
      #expect(try await server.app.get("/v1/products/b").string("price") == "1299.50")
      #expect(try await server.app.get("/v1/products/c").string("price") == "9.90")
      let refused = try await server.importing("id,price\na,\"19,90\"\n", as: "products")
      #expect(refused.tally.verdicts == [.rejected: 1])
    }
  }
}
