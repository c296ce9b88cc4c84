import BeckonModel

/// What a visitor cares for, as numbers of an index.
struct Interests {
  private var values: [SearchFacet: [UInt32: Float]] = [:]

  init(_ interests: [SearchFacet.Value: Float], in index: SearchIndex) {
    for (value, interest) in interests {
      guard let number = index.facetValues.number(of: value.text), !interest.isNaN else { continue }
      values[value.facet, default: [:]][number] = min(1, max(0, interest))
    }
  }

  /// How popular and of interest a product is, from 0 to 1.
  func taste(of place: UInt32, in index: SearchIndex) -> Float {
    let popularity = index.standings[Int(place)].popularity
    guard !values.isEmpty, let product = index.products[Int(place)] else { return popularity / 2 }
    return (popularity + interest(in: product)) / 2
  }

  /// How much of it a product has, from 0 to 1.
  private func interest(in product: StoredProduct) -> Float {
    return values.reduce(0) { most, facet in
      product.values(facet.key).reduce(most) { max($0, facet.value[$1] ?? 0) }
    }
  }
}

extension StoredProduct {
  /// Its place in an order that words have no part in: the highest number first.
  func order(by sort: SearchSort, popularity: Float) -> UInt64 {
    switch sort {
    case .relevance: 0
    case .priceAscending: price.map { ~Self.ascending($0) } ?? 0
    case .priceDescending: price.map(Self.ascending) ?? 0
    case .newest: UInt64(bitPattern: addedAt) ^ 1 << 63
    case .popularity: Self.ascending(Double(popularity))
    }
  }

  /// A number whose order is that of the value, above 0.
  private static func ascending(_ value: Double) -> UInt64 {
    // With zero alike from both sides.
    let bits = (value + 0).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

}

extension SearchIndex {
  /// Whether words stand in a product, one behind the other or anywhere.
  func has(_ wanted: [UInt32], at place: UInt32, isClose: Bool) -> Bool {
    entries.with(place) { Self.has(wanted, in: $0, isClose: isClose) }
  }

  private static func has(
    _ wanted: [UInt32], in entries: UnsafeBufferPointer<UInt32>, isClose: Bool
  ) -> Bool {
    guard isClose else {
      return wanted.allSatisfy {
        entries.contains($0) || entries.contains(WordEntries.sameMark + $0)
      }
    }
    var next = 0
    for entry in entries {
      let word = entry & (WordEntries.wordEnd - 1)
      if entry < WordEntries.fieldMark, word == wanted[next] {
        next += 1
        if next == wanted.count { return true }
      } else if entry & WordEntries.sameMark == 0 || entry >= WordEntries.fieldMark {
        next = entry < WordEntries.fieldMark && word == wanted[0] ? 1 : 0
      }
    }
    return false
  }
}
