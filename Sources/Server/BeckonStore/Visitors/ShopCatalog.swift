import BeckonBasics
import BeckonEngine
import BeckonModel

/// What events of a shop and its catalogue tell each other: views say what a product is, and the
/// catalogue what a basket costs where a client leaves that out.
struct ShopCatalog {
  let scope: Scope
  let trust: Trust
  /// Who says so, as a keyed hash: clients of one network are one, however many visitors or
  /// installs they make up. `nil` for who is not heard. Most say nothing new, and are not asked.
  let reporter: () -> Identifier?

  /// Tells the catalogue what was seen of a product, and gives what of it does not count, and why.
  /// Nothing of it is a reason to refuse the view.
  /// - Throws: `DatabaseError`.
  func hear(_ told: ToldProduct) throws -> [String] {
    // By the app's server the language counts too: it is that of what it tells next.
    guard !told.isOnlyView, trust == .server || !told.saysNothing else { return [] }
    let (report, faults): (ProductReport, [FieldError])
    do throws(FieldError) {
      (report, faults) = try told.report()
    } catch {
      return [Self.isRefused(error)]
    }
    return try faults.map { "the product's \($0.path) \($0.reason)" } + decide(report)
  }

  private static func isRefused(_ fault: FieldError) -> String {
    "the catalogue does not take it: \(fault.path) \(fault.reason)"
  }

  private func decide(_ report: ProductReport) throws -> [String] {
    let products = Products(scope)
    if trust == .server {
      let known = try products.find(report.words.id)
      return try products.tell([report.words(asServerOf: known)], .part).compactMap { outcome in
        guard case .failure(let fault) = outcome else { return nil }
        return Self.isRefused(fault)
      }
    }
    guard let reporter = reporter() else { return [] }
    return try products.report([report], by: reporter).flatMap(\.refusals).map { refusal in
      refusal.key.map { "the product's \($0.text) \(refusal.reason)" } ?? refusal.reason
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
