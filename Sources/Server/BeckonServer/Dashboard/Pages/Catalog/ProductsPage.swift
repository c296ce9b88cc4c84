import BeckonContract
import BeckonEngine
import BeckonModel

extension DashboardPage {
  /// The shop's products, and each of them: `/dashboard/{app}/products/{product}`.
  static let products = DashboardPage(
    "products", .products, .app, in: .shop,
    actions: [ProductPage.hide, ProductPage.show],
    tables: [ProductsPage.table, ProductsPage.unmatchedTable],
    files: [ProductPage.prices, ProductPage.origins]
  ) { request in
    request.rest.isEmpty
      ? try await ProductsPage(request).html : try await ProductPage(request).html
  }
}

/// What the list of the products reads: those of a category, brand or state, or the one of an id.
struct ProductsPage {
  let request: DashboardRequest
  let products: ListedRows
  /// Ids that match none of them; `nil` where some products are looked for.
  let unmatched: JSON?

  init(_ request: DashboardRequest) async throws {
    self.request = request
    if let id = request.query("product") {
      let found = try await request.find(CatalogRoute.read, id)
      products = ListedRows(rows: found.map { [$0] } ?? [], next: nil)
    } else {
      products = try await request.list(
        CatalogRoute.list, "products", query: Self.query(request))
    }
    unmatched = try await Self.unmatched(request)
  }

  static func query(_ request: DashboardRequest) -> KeyValuePairs<String, String?> {
    [
      "category": request.query("category"), "brand": request.query("brand"),
      "in_stock": request.query("in_stock"), "hidden": request.query("hidden"),
    ]
  }

  static let table = DashboardTable(name: "products") { request in
    try await request.csv(CatalogRoute.list, query: query(request))
  }
}
