import BeckonContract
import BeckonModel

extension BeckonClient {
  /// Products for whoever uses the app, by what they looked at last and what others did.
  ///
  ///     let shelf = try await beckon.recommendations(on: ShopPage(product: "shoe-42"), limit: 6)
  ///     for product in shelf.products { show(product.title, because: product.reason) }
  ///
  /// A view that was just tracked counts once it is sent: call `flush()` before, where the very
  /// last one matters.
  /// - Parameters:
  ///   - page: what they look at.
  ///   - method: one way to choose; several together, unless told.
  ///   - limit: at most so many, 1 to 100.
  /// - Throws: `BeckonError.invalidInput`, `.refused`, `.offline` and others.
  public func recommendations(
    on page: ShopPage = ShopPage(), by method: RecommendationMethod? = nil, limit: Int = 20
  ) async throws(BeckonError) -> Recommendations {
    try expectOpen()
    let range = RecommendationLimits.count
    guard range.contains(limit) else {
      throw .invalidInput(
        field: "limit", reason: "must be \(range.lowerBound) to \(range.upperBound)")
    }
    let state = try identity.current()
    var query: [(name: String, value: String?)] = [
      ("product", page.product), ("category", page.category), ("language", page.language),
      ("currency", page.currency), ("method", method?.rawValue), ("count", String(limit)),
      ("out_of_stock", page.showsOutOfStock ? "true" : nil),
    ]
    query += state.shownTo.map { (name: $0, value: $1) }
    let route = RecommendationRoute.list.route
    let parameters = query.compactMap { name, value in
      value.map { name + "=" + Route.percentEncoded($0) }
    }
    let json = try await answer(
      ServerConnection.Call(
        route, path: route.path + "?" + parameters.joined(separator: "&"), token: state.token,
        idempotencyKey: nil))
    return try read(json) { fields throws(FieldError) in try Recommendations(fields) }
  }
}

extension ClientState {
  /// Whose history an answer may rest on, as parameters. Nobody's is shown without a token; without
  /// one there are lists for everybody.
  var shownTo: [(String, String)] {
    if let person, personToken != nil { return [("person", person.id)] }
    return installToken == nil ? [] : [("install_id", anonymousID)]
  }
}
