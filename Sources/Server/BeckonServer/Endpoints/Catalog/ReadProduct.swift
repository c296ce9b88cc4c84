import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/products/{product}`: with a secret key also who told what of it; with a publishable one
/// what a shop shows.
enum ReadProduct {
  static func prepare(_ call: Call) throws -> Work {
    let (id, isServer) = (call.parameters.first ?? "", call.proof.key == .secret)
    return .read { scope in
      .json(try find(id, isServer: isServer, scope).json(isServer ? .told : .shop))
    }
  }

  /// The product, if this caller may know of it.
  static func find(_ id: String, isServer: Bool, _ scope: Scope) throws -> Product {
    guard let product = try Products(scope).find(id), isServer || product.isShown else {
      throw Problem.notFound("product")
    }
    return product
  }
}

/// `GET /v1/products/{product}/prices`, the last change first.
enum ListPrices {
  private static let columns = ["at", "currency", "before", "after", "by"]

  static func prepare(_ call: Call) throws -> Work {
    let (id, isServer) = (call.parameters.first ?? "", call.proof.key == .secret)
    let currency = try call.currency()
    return try .found(call, "prices", columns: columns) { scope, place, limit in
      _ = try ReadProduct.find(id, isServer: isServer, scope)
      return try FoundProducts(scope).prices(of: id, in: currency, behind: place, limit: limit)
    }
  }
}

/// `GET /v1/products`, what changed last first.
enum ListProducts {
  private static let columns = [
    "product", "title", "url", "image", "brand", "categories", "price", "old_price",
    "special_price", "currency", "in_stock", "stock", "hidden", "created_at", "changed_at",
  ]

  static func prepare(_ call: Call) throws -> Work {
    var filter = FoundProducts.Filter()
    filter.category = try call.category()
    filter.brand = try call.word("brand", max: ProductLimits.wordBytes)
    filter.isInStock = try call.flag("in_stock")
    filter.isHidden = try call.flag("hidden")
    filter.period = try call.period()
    return try .found(call, "products", columns: columns) { [filter] scope, place, limit in
      try FoundProducts(scope).page(filter, behind: place, limit: limit)
    }
  }
}
