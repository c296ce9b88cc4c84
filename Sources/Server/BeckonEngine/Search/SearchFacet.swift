import BeckonModel

/// By what found products can be narrowed down.
public enum SearchFacet: String, CaseIterable, Sendable {
  /// Their brand.
  case brand
  /// Their categories.
  case category
  /// Their labels.
  case label

  /// One value of a facet.
  public struct Value: Hashable, Sendable {
    /// The facet.
    public let facet: SearchFacet
    /// The value, as products have it.
    public let text: String

    /// Makes one.
    public init(_ facet: SearchFacet, _ text: String) {
      (self.facet, self.text) = (facet, text)
    }
  }

  /// How many of the products have a value.
  public struct Count: Hashable, Sendable {
    /// The value.
    public let value: String
    /// How many have it.
    public let products: Int
  }
}

/// What found products have of each facet.
public struct SearchFacets: Sendable {
  /// Values of a facet that are told at most, those of most products first.
  public static let valuesMax = 100

  /// The values of each facet. What is chosen in a facet takes no other value of it away.
  public private(set) var counts: [SearchFacet: [SearchFacet.Count]] = [:]
  /// The least and the highest price; `nil` where none has one.
  public private(set) var prices: ClosedRange<Double>?

  init(of places: [UInt32], _ filter: NumberedFilter, in index: SearchIndex) {
    // How many products have each value, by its number.
    let none = [Int32](repeating: 0, count: index.facetValues.end)
    var numbers = [[Int32]](repeating: none, count: SearchFacet.allCases.count)
    for place in places {
      guard let product = index.products[Int(place)] else { continue }
      for (number, facet) in SearchFacet.allCases.enumerated()
      where filter.isEmpty || filter.allows(product, except: facet) {
        for value in product.values(facet) { numbers[number][Int(value)] += 1 }
      }
      if let price = product.price, filter.isEmpty || filter.allows(product) {
        prices = min(prices?.lowerBound ?? price, price)...max(prices?.upperBound ?? price, price)
      }
    }
    for (facet, numbers) in zip(SearchFacet.allCases, numbers) {
      counts[facet] = Self.most(numbers, in: index)
    }
  }

  private static func most(_ numbers: [Int32], in index: SearchIndex) -> [SearchFacet.Count] {
    let counts = numbers.indices.filter { numbers[$0] > 0 }.map { number in
      SearchFacet.Count(
        value: index.facetValues.text(UInt32(number)), products: Int(numbers[number]))
    }
    let sorted = counts.sorted {
      $0.products == $1.products ? $0.value < $1.value : $0.products > $1.products
    }
    return Array(sorted.prefix(valuesMax))
  }
}
