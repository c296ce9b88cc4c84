import BeckonModel

/// What products must be to be found. One of the named values of each facet is enough; of each
/// facet that names any there must be one.
public struct SearchFilter: Hashable, Sendable {
  /// Values that are wanted, by their facet.
  public var values: Set<SearchFacet.Value> = []
  /// The least price.
  public var priceMin: Double?
  /// The highest price.
  public var priceMax: Double?
  /// Whether only what can be bought is found.
  public var isInStock = false

  /// Finds all that is not hidden.
  public init() {}

  var isEmpty: Bool { values.isEmpty && priceMin == nil && priceMax == nil }
}

/// A filter with its values as numbers of an index.
struct NumberedFilter {
  private let filter: SearchFilter
  /// The least that `SearchIndex.shown` must be.
  private let shownMin: UInt8
  /// The wanted numbers of each facet; `nil` where the facet is not asked for.
  private let wanted: [Set<UInt32>?]

  init(_ filter: SearchFilter, in index: SearchIndex) {
    (self.filter, shownMin) = (filter, filter.isInStock ? 3 : 1)
    wanted = SearchFacet.allCases.map { facet in
      let values = filter.values.filter { $0.facet == facet }
      return values.isEmpty ? nil : Set(values.compactMap { index.facetValues.number(of: $0.text) })
    }
  }

  /// Whether the product at a place may be found at all, whatever facets are chosen.
  func isShown(_ place: UInt32, _ index: SearchIndex) -> Bool {
    index.shown[Int(place)] >= shownMin
  }

  /// Whether it wants nothing that `allows` looks at.
  var isEmpty: Bool { filter.isEmpty }

  /// Whether a product is what the filter wants, all facets but one considered.
  func allows(_ product: StoredProduct, except left: SearchFacet? = nil) -> Bool {
    guard !filter.isEmpty else { return true }
    return isInPrice(product)
      && zip(SearchFacet.allCases, wanted).allSatisfy { facet, wanted in
        guard let wanted, facet != left else { return true }
        return product.values(facet).contains { wanted.contains($0) }
      }
  }

  private func isInPrice(_ product: StoredProduct) -> Bool {
    guard filter.priceMin != nil || filter.priceMax != nil else { return true }
    guard let price = product.price else { return false }
    return price >= filter.priceMin ?? price && price <= filter.priceMax ?? price
  }
}

extension StoredProduct {
  /// What it has of a facet.
  func values(_ facet: SearchFacet) -> [UInt32] {
    switch facet {
    case .brand: brand.map { [$0] } ?? []
    case .category: categories
    case .label: labels
    }
  }
}
