/// Products of a shop.
public enum CatalogRoute: RouteGroup {
  /// The products.
  case list
  /// Add or change many of them.
  case tell
  /// How many there are of each.
  case tellStock
  /// Say all that there is to say of a product.
  case put
  /// Say something of a product.
  case update
  /// Delete a product.
  case delete
  /// One product.
  case read
  /// How a product's price has changed.
  case prices
  /// Ids that events name and the catalogue does not know.
  case unmatched

  /// The call.
  public var route: Route {
    switch self {
    case .list:
      Route(
        "GET", "/v1/products", .secretKey,
        query: ["category", "brand", "in_stock", "hidden"] + Route.period + Route.page)
    case .tell: Route("POST", "/v1/products", .secretKey)
    case .tellStock: Route("POST", "/v1/products/stock", .secretKey)
    case .put: Route("PUT", "/v1/products/{product}", .secretKey)
    case .update: Route("PATCH", "/v1/products/{product}", .secretKey)
    case .delete: Route("DELETE", "/v1/products/{product}", .secretKey)
    case .read: Route("GET", "/v1/products/{product}", .key)
    case .prices:
      Route("GET", "/v1/products/{product}/prices", .key, query: ["currency"] + Route.page)
    case .unmatched: Route("GET", "/v1/unmatched-products", .secretKey)
    }
  }
}
