import BeckonModel

/// The shop on the server: its own words of most of its products.
struct ShopperShop: Sendable {
  static let zone = "Europe/Istanbul"
  static let currency = "EUR"

  let app: DayApp

  /// Makes it.
  init(on server: FraudServer) async throws {
    app = try await DayApp("Shop", on: server)
    _ = try app.ask(
      server, "PATCH", "/v1/app",
      [
        "currency": .string(Self.currency), "time_zone": .string(Self.zone),
        "origins": ["https://shop.example"],
      ])
    let products: [JSON] = (0..<ShopperPlan.told).map { product in
      [
        "product": .string(Self.id(product)), "title": .string("Told \(product)"),
        "price": .string(Self.decimal(Self.price(product))), "currency": .string(Self.currency),
      ]
    }
    _ = try app.ask(server, "POST", "/v1/products", ["products": .array(products)])
  }

  static func id(_ product: Int) -> String { "p\(product)" }

  /// What a product costs, in cents.
  static func price(_ product: Int) -> Int64 { Int64(product) * 150 + 999 }

  static func decimal(_ cents: Int64) -> String {
    "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
  }
}
