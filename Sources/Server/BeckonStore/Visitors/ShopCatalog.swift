import BeckonBasics
import BeckonEngine
import BeckonModel

/// What events of a shop and its catalogue tell each other: views say what a product is, and the
/// catalogue what a basket costs where a client leaves that out.
struct ShopCatalog {
  let scope: Scope
  let trust: Trust
  /// Who says so, as a keyed hash: clients of one network are one, however many visitors or
  /// installs they make up. `nil` for who is not heard.
  let reporter: Identifier?

  /// Tells the catalogue what was seen of a product. Nothing of it is a reason to refuse the view.
  /// - Throws: `DatabaseError`.
  func hear(_ told: ToldProduct) throws {
    guard let report = told.report() else { return }
    let products = Products(scope)
    if trust == .server {
      let known = try products.find(told.id)
      _ = try products.tell([report.words(asServerOf: known)], .part)
    } else if let reporter {
      try products.report([report], by: reporter)
    }
  }

  /// What is known of the prices of products.
  /// - Throws: `DatabaseError`.
  func prices(of products: [String]) throws -> ShopPrices {
    guard !products.isEmpty else { return .unknown }
    let known = try Products(scope).load(products).mapValues { $0.money() }
    return ShopPrices { known[TextKey($0)] ?? nil }
  }
}
