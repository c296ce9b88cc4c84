import BeckonEngine
import BeckonModel

/// Widgets and products of tests.
enum WidgetCases {
  static let now = Instant.hour(0)

  static func widget(
    _ id: UInt64 = 1, page: WidgetPage = WidgetPage(.home),
    methods: [WidgetMethod] = [WidgetMethod(.popular)],
    _ change: (inout WidgetSettings) -> Void = { _ in }
  ) -> Widget {
    var settings = WidgetSettings(name: "w\(id)", page: page, methods: methods)
    change(&settings)
    return Widget(id: .numbered(id), code: "code\(id)", settings)
  }

  static func product(
    _ id: String, _ fields: [(ProductField, ProductValue)] = [],
    variants: [(ProductKey, ProductValue)] = []
  ) -> Product {
    var product = Product(id: id, at: now)
    for (field, value) in fields {
      product.told[ProductKey(field)] = Product.Told(value, by: .server, at: now)
    }
    for (key, value) in variants { product.told[key] = Product.Told(value, by: .server, at: now) }
    return product
  }

  static func rule(
    _ products: [Product], _ candidates: [WidgetSource: [String]]
  ) -> WidgetRule {
    let known = Dictionary(products.map { (TextKey($0.id), $0) }) { first, _ in first }
    return WidgetRule(
      candidates: candidates.mapValues { ids in
        ids.enumerated().map { place, id in
          WidgetCandidate(id, score: Float(100 - place), .popular)
        }
      }, products: known)
  }
}

extension WidgetDecision {
  /// The ids of what is shown, in order; `nil` for nothing.
  var ids: [String]? {
    guard case .shows(let shown) = self else { return nil }
    return shown.items.map(\.product.id)
  }
}
