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
    for facet in SearchFacet.allCases {
      var numbers: [UInt32: Int] = [:]
      for place in places {
        guard let product = index.products[Int(place)], filter.allows(product, except: facet)
        else { continue }
        for value in product.values(facet) { numbers[value, default: 0] += 1 }
      }
      counts[facet] = Self.most(numbers, in: index)
    }
    for place in places {
      guard let product = index.products[Int(place)], let price = product.price,
        filter.allows(product)
      else { continue }
      prices = min(prices?.lowerBound ?? price, price)...max(prices?.upperBound ?? price, price)
    }
  }

  private static func most(_ numbers: [UInt32: Int], in index: SearchIndex) -> [SearchFacet.Count] {
    let counts = numbers.map {
      SearchFacet.Count(value: index.facetValues.text($0.key), products: $0.value)
    }
    let sorted = counts.sorted {
      $0.products == $1.products ? $0.value < $1.value : $0.products > $1.products
    }
    return Array(sorted.prefix(valuesMax))
  }
}
