import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonServer

/// Products that are kept as they were shown are shown as they are now.
@Suite struct ShownProductsTests {
  private static let now = Instant(milliseconds: 1_790_000_000_000)
  private static let english = ShownProducts.Form(JSON.self, language: "en", nil)

  private static func product(_ title: String, changedAt: Instant = now) -> Product {
    var product = Product(id: "shoe", at: changedAt)
    product.told[ProductKey(.title)] = .init(.text(title), by: .server, at: now)
    return product
  }

  @Test("What was shown is written once for each form, and anew when it says something else")
  func forms() {
    let shown = ShownProducts(bytesMax: 1 << 20)
    var written = 0
    func title(_ product: Product, _ form: ShownProducts.Form) -> String? {
      let texts = shown.texts(of: [product], in: form) { product in
        written += 1
        return ["title": .string(product.text(.title) ?? "")]
      }
      return (try? JSONReader.read(texts[0]))?["title"]?.string
    }
    let turkish = ShownProducts.Form(JSON.self, language: "tr", nil)
    for (product, form, count) in [
      (Self.product("Shoe"), Self.english, 1), (Self.product("Shoe"), Self.english, 1),
      (Self.product("Shoe"), turkish, 2), (Self.product("Shoe"), Self.english, 2),
      // Two changes within a millisecond too.
      (Self.product("Boot"), Self.english, 3),
      (Self.product("Boot", changedAt: Self.now.adding(milliseconds: 1)), Self.english, 4),
    ] {
      #expect(title(product, form) == product.text(.title) && written == count)
    }
  }

  @Test("What is written already stands in an answer as it is, behind what is said besides")
  func written() {
    let written = "{\"title\":\"A \\\"B\\\"\"}"
    for (members, text) in [
      (JSON.object([]), written), (["a": "b"], "{\"a\":\"b\"," + written.dropFirst()),
    ] {
      #expect(members.with(written: written).text == text)
    }
  }

  @Test("It takes no more than it may, and shows all the same")
  func room() {
    for bytesMax in [0, 1, 1_000] {
      let shown = ShownProducts(bytesMax: bytesMax)
      for number in 0..<100 {
        let products = [Self.product("a\(number)"), Self.product("b\(number)")]
        let titles = shown.texts(of: products, in: Self.english) { product in
          .string(product.text(.title) ?? "")
        }
        #expect(titles == ["\"a\(number)\"", "\"b\(number)\""])
        #expect(shown.bytes <= bytesMax)
      }
    }
  }

  @Test("What is told of a product counts, however little of it is shown")
  func largeProducts() {
    let shown = ShownProducts(bytesMax: 100_000)
    for version in 0..<100 {
      var product = Self.product("Shoe", changedAt: Self.now.adding(milliseconds: Int64(version)))
      product.told[ProductKey(.brand)] = .init(
        .text(String(repeating: "b", count: 10_000)), by: .client, at: Self.now)
      _ = shown.texts(of: [product], in: Self.english) { .string($0.text(.title) ?? "") }
      #expect(shown.bytes >= 40_000 && shown.bytes <= 100_000)
    }
  }

  @Test("A product that is sold out on one server is shown no more by another's next answer")
  func fleet() async throws {
    try await TestServer.run(runsLoops: true) { server in
      try await server.fleet(2, runsLoops: true) { apps in
        let shops = apps.map { TestShop(server, $0) }
        for product in ["shoe", "boot", "sock"] {
          try await shops[0].tell(product, ["title": .string(product)])
        }
        for visitor in ["a", "b", "c"] {
          try await shops[0].visit(visitor, ["shoe", "boot", "sock"])
        }
        let query = "product=shoe"
        try await shops[1].expectSoon(["boot", "sock"], query)
        for stock in [0, 3, 0] {
          try await shops[0].tell("boot", ["stock": .integer(stock)])
          let shown = try await shops[1].products(query)
          // What is in stock again comes back when the other server has heard of it.
          if stock == 0 { #expect(shown == ["sock"]) }
          if stock > 0 { try await shops[1].expectSoon(["boot", "sock"], query) }
        }
        try await shops[0].tell("sock", ["title": "Sock for the shoe"])
        let items = try await shops[1].ask(query).list("items")
        #expect(items.map { $0["title"]?.string } == ["Sock for the shoe"])
      }
    }
  }
}
