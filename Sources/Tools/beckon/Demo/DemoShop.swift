import BeckonBasics
import BeckonModel

/// What the pirates' shop sells, and what others did in it in the last two weeks.
enum DemoShop {
  /// A product, as the shop's server tells of it.
  struct Product {
    let id: String
    let title: String
    let category: String
    let price: String
    var isInStock = true
  }

  /// Visits in which the same was looked at and bought.
  private struct Visits {
    let count: Int
    let seen: [String]
    var bought: [String] = []
  }

  static let products = [
    Product(id: "spyglass", title: "Spyglass", category: "Navigation", price: "59.00"),
    Product(id: "compass", title: "Brass compass", category: "Navigation", price: "24.50"),
    Product(id: "chart", title: "Chart of the Aegean", category: "Navigation", price: "12.00"),
    Product(id: "astrolabe", title: "Astrolabe", category: "Navigation", price: "75.00"),
    Product(id: "lantern", title: "Storm lantern", category: "Deck", price: "19.90"),
    Product(id: "rope", title: "Hemp rope, 20 m", category: "Deck", price: "9.90"),
    Product(id: "flag", title: "Black flag", category: "Deck", price: "14.00"),
    Product(id: "hat", title: "Tricorne hat", category: "Clothes", price: "39.00"),
    Product(id: "boots", title: "Sea boots", category: "Clothes", price: "89.00"),
    Product(
      id: "parrot", title: "Parrot", category: "Company", price: "250.00", isInStock: false),
  ]

  private static let visits = [
    Visits(count: 8, seen: ["spyglass", "compass", "chart"], bought: ["compass", "chart"]),
    Visits(count: 6, seen: ["spyglass", "parrot", "compass"], bought: ["spyglass", "compass"]),
    Visits(count: 5, seen: ["compass", "chart", "lantern"], bought: ["compass", "lantern"]),
    Visits(count: 4, seen: ["hat", "boots", "flag"], bought: ["hat"]),
    Visits(count: 3, seen: ["lantern", "rope"], bought: ["rope"]),
    Visits(count: 4, seen: [lastVisited, "hat"]),
  ]

  /// What only those looked at who came to the hat last of all.
  static let lastVisited = "parrot"

  /// How many visits there were.
  static let visitCount = visits.reduce(0) { $0 + $1.count }

  static func title(of id: String) -> String { products.first { $0.id == id }?.title ?? id }

  /// Tells the server of it all, as the shop's own server would.
  /// - Throws: `Failure` when the server refuses.
  static func open(on server: DemoServer) async throws {
    _ = try await server.ask(
      "POST", "/v1/products",
      [
        "products": .array(
          products.map { product in
            [
              "product": .string(product.id), "title": .string(product.title),
              "categories": [.string(product.category)], "price": .string(product.price),
              "currency": "EUR", "in_stock": .bool(product.isInStock),
              "url": .string("https://pirates.example/shop/" + product.id),
            ]
          })
      ])
    let told = try await server.ask("POST", "/v1/events", ["events": .array(events())])
    let refused = told["receipts"]?.elements?.first { $0["status"] != "accepted" }
    if let refused { throw Failure("a visit was refused: \(refused.text)", "beckon doctor") }
  }

  /// What visitors did, each on a phone of their own, nine hours apart.
  private static func events() -> [JSON] {
    let now = Ambient.system.now()
    let all = visits.flatMap { Array(repeating: $0, count: $0.count) }
    return all.enumerated().flatMap { number, visit in
      let began = now.adding(milliseconds: -Int64(number + 1) * 9 * Span.hourMilliseconds)
      func event(_ place: Int, _ name: String, _ properties: JSON) -> JSON {
        [
          "id": .string("visit-\(number)-\(place)"), "name": .string(name),
          "install_id": .string("earlier-\(number)"), "properties": properties,
          "at": .instant(began.adding(milliseconds: Int64(place) * Span.minuteMilliseconds)),
        ]
      }
      let views = visit.seen.enumerated().map { place, product in
        event(place, "product_viewed", ["product_id": .string(product)])
      }
      guard !visit.bought.isEmpty else { return views }
      let order: JSON = [
        "products": .array(visit.bought.map { ["product_id": .string($0)] }),
        "order_id": .string("order-\(number)"),
      ]
      return views + [event(views.count, "purchase", order)]
    }
  }
}
