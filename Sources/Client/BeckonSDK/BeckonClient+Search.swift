import BeckonContract
import BeckonModel

extension BeckonClient {
  /// Products of the shop by what somebody types; with an empty text, what to show before that:
  /// what fits whoever uses the app, and what they searched for last.
  ///
  ///     let found = try await beckon.search("red shoe")
  ///     for product in found.products { show(product.title) }
  ///
  /// Nothing is recorded: track `search` with the `text` where somebody means what they have typed,
  /// so that it is one of their last searches, and call `chose(_:)` for what they tap.
  /// - Parameters:
  ///   - text: what was typed. Of a longer one the first 1,024 bytes are read.
  ///   - choice: which products, in which order; all that fit, the best first, unless told.
  /// - Throws: `BeckonError.invalidInput`, `.refused`, `.offline` and others.
  public func search(
    _ text: String, _ choice: SearchChoice = SearchChoice()
  ) async throws(BeckonError) -> FoundProducts {
    try expectOpen()
    for (field, value, range) in [
      ("limit", choice.limit, SearchCallLimits.count), ("page", choice.page, SearchCallLimits.page),
    ] where value.map({ !range.contains($0) }) ?? false {
      throw .invalidInput(
        field: field, reason: "must be \(range.lowerBound) to \(range.upperBound)")
    }
    let state = try identity.current()
    // What is behind is not read there, and a request has a bound.
    let query = [("q", text.prefix(bytes: Self.queryBytes))] + choice.query + state.shownTo
    let route = SearchRoute.find.route
    let parameters = query.map { $0 + "=" + Route.percentEncoded($1) }
    let json = try await answer(
      ServerConnection.Call(
        route, path: route.path + "?" + parameters.joined(separator: "&"), token: state.token,
        idempotencyKey: nil))
    return try read(json) { fields throws(FieldError) in try FoundProducts(fields) }
  }

  /// Bytes of a query that are sent: a little more than are read, so that the answer says when it
  /// was cut.
  private static let queryBytes = 1_100

  /// Records that somebody chose a product among what a search had found: such come first among
  /// equals.
  public func chose(_ product: ShopProduct) {
    track(
      "recommendation_interaction",
      ["kind": "search", "instance": "search", "interaction": .init(product.id)])
  }

  /// Makes the server forget what whoever uses the app searched for last.
  /// - Parameter text: one search; all, unless told.
  /// - Throws: `BeckonError.refused`, `.offline` and others.
  public func forgetSearches(_ text: String? = nil) async throws(BeckonError) {
    try expectOpen()
    let state = try identity.current()
    // Of whom the server knows nothing there is nothing to forget.
    guard !state.shownTo.isEmpty else { return }
    let query = state.shownTo + (text.map { [("text", $0)] } ?? [])
    let route = SearchRoute.forgetLast.route
    let parameters = query.map { $0 + "=" + Route.percentEncoded($1) }
    _ = try await answer(
      ServerConnection.Call(
        route, path: route.path + "?" + parameters.joined(separator: "&"), token: state.token,
        idempotencyKey: nil))
  }
}

extension SearchChoice {
  fileprivate var query: [(String, String)] {
    let single: [(String, String?)] = [
      ("language", language), ("currency", currency), ("price_min", priceMin),
      ("price_max", priceMax), ("sort", sort?.rawValue), ("page", page.map { "\($0)" }),
      ("count", limit.map { "\($0)" }), ("out_of_stock", showsOutOfStock.map { "\($0)" }),
      ("facets", countsFacets ? "true" : nil), ("typing", isTyping ? nil : "false"),
    ]
    return single.compactMap { name, value in value.map { (name, $0) } }
      + brands.map { ("brand", $0) } + categories.map { ("category", $0) }
      + labels.map { ("label", $0) }
  }
}
