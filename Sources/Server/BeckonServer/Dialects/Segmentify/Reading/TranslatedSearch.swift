import BeckonContractSegmentify
import BeckonEngine
import BeckonModel

/// A search of this vendor's clients in the words that all clients share.
struct TranslatedSearch: Sendable {
  /// What is asked for, without what the shop has set.
  private(set) var wish = SearchWish()
  /// What is chosen, by the vendor's names of facets.
  private(set) var chosen: [(property: String, values: [String])] = []
  /// What was not understood, and what was made of it.
  private(set) var notes: [String] = []

  /// Translates a search.
  init(_ search: Segmentify.Search, on visit: Segmentify.Visit) {
    wish.text = CategoryPath.trimmed(search.query)
    wish.language = visit.language.flatMap(ProductLanguage.normal)
    wish.currency = visit.currency.flatMap(Currency.init)
    if search.isCut {
      notes.append("Of the query the first \(Segmentify.Search.queryBytes) bytes were read.")
    }
    if let sort = search.sort { choose(sort) }
    for filter in search.filters { choose(filter) }
    wish.isTyping = search.kind == .instant
    wish.countsFacets = search.kind == .faceted
  }

  /// The vendor's word for the first order is known of its clients, the others are assumed.
  private static let sorts: [(word: String, sort: SearchSort)] = [
    (Segmentify.FoundPage.usualSort, .relevance), ("PRICE_ASC", .priceAscending),
    ("PRICE_DESC", .priceDescending), ("NEWEST", .newest), ("BEST_SELLERS", .popularity),
  ]

  private mutating func choose(_ sort: String) {
    if let known = Self.sorts.first(where: { $0.word == sort.uppercased() }) {
      wish.sort = known.sort
    } else {
      notes.append(
        "The order '\(NameSuggestion.shown(sort))' is not known; the products stand in that of "
          + "\(Segmentify.FoundPage.usualSort).")
    }
  }

  /// The properties of facets, as answers name them; filters may also name many of one.
  static let properties: [(facet: SearchFacet, names: [String])] = [
    (.brand, ["brand", "brands"]), (.category, ["category", "categories"]),
    (.label, ["labels", "label"]),
  ]

  private mutating func choose(_ filter: Segmentify.Search.Filter) {
    let name = filter.facet.lowercased()
    if name == "price" { return choosePrice(filter.values) }
    guard let known = Self.properties.first(where: { $0.names.contains(name) }) else {
      notes.append(
        "The facet '\(NameSuggestion.shown(filter.facet))' is not known; it filters nothing.")
      return
    }
    for value in filter.values {
      let path = known.facet == .category ? CategoryPath(value)?.text : nil
      wish.filter.values.insert(SearchFacet.Value(known.facet, path ?? value))
    }
    if !filter.values.isEmpty { chosen.append((known.names[0], filter.values)) }
  }

  /// A range such as `10-20`, of which either end may be missing.
  private mutating func choosePrice(_ values: [String]) {
    guard let value = values.first else { return }
    let ends = value.split(on: "-", keepsEmpty: true)
    let numbers = ends.map { DecimalNumber($0) == nil ? nil : Double($0) }
    guard values.count == 1, ends.count == 2,
      zip(ends, numbers).allSatisfy({ $0.isEmpty || $1 != nil }),
      numbers.contains(where: { $0 != nil })
    else {
      notes.append("A price is chosen by one range such as '10-20'; it filters nothing.")
      return
    }
    (wish.filter.priceMin, wish.filter.priceMax) = (numbers[0], numbers[1])
    chosen.append(("price", values))
  }
}
