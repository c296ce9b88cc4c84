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

  /// How much of it a product has, from 0 to 1.
  func interest(in product: StoredProduct) -> Float {
    guard !values.isEmpty else { return 0 }
    return values.reduce(0) { most, facet in
      product.values(facet.key).reduce(most) { max($0, facet.value[$1] ?? 0) }
    }
  }
}

extension StoredProduct {
  /// Its place in an order that words have no part in: the highest number first.
  func order(by sort: SearchSort) -> UInt64 {
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

  /// Whether words stand in it, one behind the other or anywhere.
  func has(_ wanted: [UInt32], isClose: Bool = true) -> Bool {
    guard isClose else {
      return wanted.allSatisfy { words.contains($0) || words.contains(WordEntries.sameMark + $0) }
    }
    var next = 0
    for entry in words {
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
