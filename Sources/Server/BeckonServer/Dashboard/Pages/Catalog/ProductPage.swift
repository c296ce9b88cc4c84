import BeckonContract
import BeckonEngine
import BeckonModel

/// What the page of one product reads, and what its forms do.
struct ProductPage {
  let request: DashboardRequest
  /// The shop's own id.
  let id: String
  let product: JSON
  let prices: ListedRows

  init(_ request: DashboardRequest) async throws {
    let id = try Self.id(request)
    (self.request, self.id) = (request, id)
    product = try await request.ask(CatalogRoute.read, id)
    prices = try await request.list(CatalogRoute.prices, "prices", of: [id])
  }

  private static func id(_ request: DashboardRequest) throws -> String {
    guard request.rest.count == 1 else { throw DashboardRefusal.noSuchPage }
    return request.rest[0]
  }

  static let prices = DashboardFile(name: "prices") { request in
    try await request.csv(CatalogRoute.prices, id(request))
  }

  static let origins = DashboardFile(name: "fields") { request in
    .csv("fields", try await ProductPage(request).fieldTable)
  }

  /// Hidden by hand rather than deleted: what the shop tells later leaves it hidden.
  static let hide = DashboardAction("hide", .edit, done: .productHidden) { request in
    try await set(request, isHidden: true)
  }

  static let show = DashboardAction("show", .edit, done: .productShown) { request in
    try await set(request, isHidden: false)
  }

  private static func set(
    _ request: DashboardRequest, isHidden: Bool
  ) async throws -> DashboardAction.Outcome {
    _ = try await request.ask(
      CatalogRoute.update, id(request), body: ["hidden": .bool(isHidden)])
    return .done()
  }
}
