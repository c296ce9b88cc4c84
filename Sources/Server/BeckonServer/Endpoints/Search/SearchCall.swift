import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// What a call of `GET /v1/search` asks for, and for whom.
struct SearchCall: Sendable {
  let visitor: RecommendationWish.Visitor
  let wish: SearchWish
  let page: Int

  /// Whether nothing is searched for yet: no text, filter, order, page or facets.
  let isBefore: Bool

  init(_ call: Call) throws {
    _ = try call.atMostOne(of: ["person", "install_id", "visitor"])
    visitor = try RecommendationWish.visitor(call)
    page = Int(try call.number("page", in: SearchCallLimits.page) ?? 1)
    var wish = SearchWish()
    wish.text = CategoryPath.trimmed(call.query("q") ?? "")
    wish.language = try call.language()
    wish.currency = try call.currency()
    wish.limit =
      try call.number("count", in: SearchCallLimits.count) ?? Int(call.app.search.pageCount)
    wish.offset = (page - 1) * wish.limit
    wish.filter = try call.searchFilter()
    wish.sort = try call.choice("sort", SearchSort.self) ?? .relevance
    wish.isTyping = try call.flag("typing") ?? true
    wish.countsFacets = try call.flag("facets") ?? false
    wish.explains = try call.flag("explain") ?? false
    wish.showsOutOfStock = try call.flag("out_of_stock")
    self.wish = wish
    isBefore =
      wish.text.isEmpty && wish.filter == SearchFilter()
      && !["sort", "page", "facets"].contains { call.query($0) != nil }
  }
}

extension Call {
  /// The language of `?language=`.
  func language() throws -> String? {
    try query("language").map { text in
      guard let language = ProductLanguage.normal(text) else {
        throw FieldError("language", "must be a language such as en or pt-BR (BCP 47)")
      }
      return language
    }
  }

  /// A query parameter that is a whole number.
  fileprivate func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    try query(name).map { text in
      guard let number = Int(text), range.contains(number) else {
        throw FieldError(
          name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }

  /// What products must be. Several values of one facet are the parameter several times.
  fileprivate func searchFilter() throws -> SearchFilter {
    var filter = SearchFilter()
    for facet in SearchFacet.allCases {
      let values = request.query.filter { $0.name == facet.rawValue }.map(\.value)
      guard values.count <= SearchLimits.chosenValues else {
        throw FieldError(
          facet.rawValue, "may be chosen \(SearchLimits.chosenValues) times at most")
      }
      for value in values {
        guard (1...ProductLimits.categoryBytes).contains(value.utf8.count) else {
          throw FieldError(
            facet.rawValue, "must be 1 to \(ProductLimits.categoryBytes) bytes long")
        }
        let path = facet == .category ? CategoryPath(value)?.text : nil
        filter.values.insert(SearchFacet.Value(facet, path ?? value))
      }
    }
    (filter.priceMin, filter.priceMax) = (try price("price_min"), try price("price_max"))
    if let low = filter.priceMin, let high = filter.priceMax, high < low {
      throw FieldError("price_max", "must not be less than 'price_min'")
    }
    return filter
  }

  private func price(_ name: String) throws -> Double? {
    try query(name).map { text in
      guard DecimalNumber(text) != nil, let price = Double(text), price.isFinite, price >= 0 else {
        throw FieldError(name, "must be an amount such as 19.90")
      }
      return price
    }
  }
}
