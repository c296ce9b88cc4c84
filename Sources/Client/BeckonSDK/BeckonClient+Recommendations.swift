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
    return try await recommended(
      on: page,
      [
        ("method", method?.rawValue), ("count", String(limit)),
        ("out_of_stock", page.showsOutOfStock ? "true" : nil),
      ])
  }

  /// The products of a widget, which the shop's operator has set up on the server.
  ///
  ///     let shelf = try await beckon.recommendations(widget: "home-offers")
  ///     if !shelf.products.isEmpty { show(shelf.products, under: shelf.title) }
  ///
  /// That it was asked for is recorded, so that an experiment's report knows who was shown what:
  /// ask when the page is opened, and also show nothing where the answer has no products. Who sees
  /// what is known once the install is registered; before that the widget shows what it shows
  /// everybody, and nothing is recorded.
  /// - Parameters:
  ///   - widget: its code or id.
  ///   - page: what they look at; whether it shows what cannot be bought, the widget says.
  /// - Throws: `BeckonError.refused` when there is no such widget, `.offline` and others.
  public func recommendations(
    widget: String, on page: ShopPage = ShopPage()
  ) async throws(BeckonError) -> Recommendations {
    try expectOpen()
    let shelf = try await recommended(on: page, [("widget", widget)])
    if shelf.isMet, let code = shelf.widget { interact("impression", code, nil) }
    return shelf
  }

  /// Records that the products of a widget came into sight.
  public func saw(_ shelf: Recommendations) {
    if let widget = shelf.widget { interact("widget_view", widget, nil) }
  }

  /// Records that a product of a widget was chosen: an order within seven days counts for it.
  public func chose(_ product: RecommendedProduct, of shelf: Recommendations) {
    if let widget = shelf.widget { interact("click", widget, product.id) }
  }

  private func interact(_ kind: String, _ instance: String, _ product: String?) {
    var properties: [String: BeckonValue] = ["kind": .init(kind), "instance": .init(instance)]
    if let product { properties["interaction"] = .init(product) }
    track("recommendation_interaction", properties)
  }

  private func recommended(
    on page: ShopPage, _ asked: [(String, String?)]
  ) async throws(BeckonError) -> Recommendations {
    let state = try identity.current()
    let told: [(String, String?)] = [
      ("product", page.product), ("category", page.category), ("language", page.language),
      ("currency", page.currency),
    ]
    let query = told + asked + state.shownTo.map { ($0, $1) }
    let route = RecommendationRoute.list.route
    let parameters = query.compactMap { name, value in
      value.map { name + "=" + Route.percentEncoded($0) }
    }
    let json = try await answer(
      ServerConnection.Call(
        route, path: route.path + "?" + parameters.joined(separator: "&"), token: state.token,
        idempotencyKey: nil))
    return try read(json) { fields throws(FieldError) in
      try Recommendations(fields, isKnown: !state.shownTo.isEmpty)
    }
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
