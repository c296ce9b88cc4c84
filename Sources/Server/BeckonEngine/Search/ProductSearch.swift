import BeckonModel

/// Finds products by what somebody types.
///
/// What meets more words of a query comes first; of those with as many, what meets them as they are
/// before what only begins so, and that before what has typos. Nothing overturns this: where the
/// words stand, what is popular and what a visitor cares for decide between equals. The memory that
/// one query needs serves the next.
public struct ProductSearch: Sendable {
  /// Products among which a query is content: where so many meet all of its words as they are, no
  /// typo is looked for, and where so many meet all, none that meet fewer are shown.
  public static let enough = 20

  private var counts = MatchCounts()
  private var rank = ProductRank()

  /// A search without any memory yet.
  public init() {}

  /// What is found.
  /// - Complexity: bounded: words of the catalogue and products are looked at up to
  ///   some millions, whatever the query.
  public mutating func find(_ request: SearchRequest, in index: SearchIndex) -> SearchAnswer {
    let query = QueryWords(request.query, index.language, isTyping: request.isTyping)
    let filter = NumberedFilter(request.filter, in: index)
    var expansion = QueryExpansion(query)
    counts.begin(index.products.count)
    let found =
      query.words.isEmpty
      ? index.products.indices.map(UInt32.init).filter { filter.isShown($0, index) }
      : found(&expansion, request, filter, in: index)
    let narrowed =
      filter.isEmpty
      ? found
      : found.filter { place in index.products[Int(place)].map { filter.allows($0) } ?? false }
    let page = page(of: narrowed, request, expansion, in: index)
    let explanation = request.explains ? Explanation(expansion) : nil
    return SearchAnswer(
      hits: page.map { place in
        SearchAnswer.Hit(
          id: index.products[Int(place)]?.id ?? "",
          reasons: explanation?.reasons(of: place, in: index) ?? [])
      },
      total: narrowed.count, dropped: dropped(narrowed, expansion, in: index), isCut: query.isCut,
      facets: request.countsFacets ? SearchFacets(of: found, filter, in: index) : nil)
  }

  // MARK: what matches

  private mutating func found(
    _ expansion: inout QueryExpansion, _ request: SearchRequest, _ filter: NumberedFilter,
    in index: SearchIndex
  ) -> [UInt32] {
    let words = expansion.query.words.indices.filter { !expansion.query.isStopWord($0) }
    expansion.addNear(request.synonyms, isTyping: request.isTyping, in: index)
    let unknown = words.filter { !expansion.isKnown($0) }
    addTypos(unknown, to: &expansion, request, in: index)
    count(expansion, rarest: 1, in: index)
    if !hasEnough(expansion, filter, in: index) {
      addTypos(words.filter { !unknown.contains($0) }, to: &expansion, request, in: index)
      count(expansion, rarest: 1, in: index)
    }
    rank.begin(expansion, in: index)
    return fill(expansion, filter, in: index)
  }

  private func addTypos(
    _ places: [Int], to expansion: inout QueryExpansion, _ request: SearchRequest,
    in index: SearchIndex
  ) {
    for place in places {
      expansion.addTypos(place, in: index)
      let isLast = place == expansion.query.words.count - 1
      if isLast, request.isTyping, !expansion.isKnown(place) {
        expansion.addPrefixTypos(place, in: index)
      }
    }
  }

  /// Notes who meets what, the cheapest kind first, and of one kind the shortest lists.
  /// - Parameter rarest: how many words let products in, the rarest. A product that meets all words
  ///   but one fewer than these meets one of them, so it is counted.
  private mutating func count(
    _ expansion: QueryExpansion, rarest: Int, in index: SearchIndex
  ) {
    counts.begin(index.products.count)
    let rare = expansion.rarest(rarest)
    let sorted = expansion.candidates.sorted { left, right in
      let (some, other) = (left.kind.cost, right.kind.cost)
      return some == other ? left.count < right.count : some < other
    }
    for candidate in sorted where candidate.bits & rare != 0 {
      expansion.with(candidate, in: index) { counts.admit($0) }
    }
    for candidate in sorted {
      expansion.with(candidate, in: index) {
        counts.add($0, candidate.bits, candidate.kind.cost)
      }
    }
  }

  /// Whether enough products meet all words that any meets.
  private func hasEnough(
    _ expansion: QueryExpansion, _ filter: NumberedFilter, in index: SearchIndex
  ) -> Bool {
    let (needed, known) = (expansion.query.needed, expansion.known & expansion.query.needed)
    var count = 0
    for place in counts.met
    where counts.bits(place) & needed == known && filter.isShown(place, index) {
      count += 1
      if count == Self.enough { return true }
    }
    return false
  }

  /// The products that meet all words, and behind them those that meet fewer, if there are not
  /// enough. Where none meets all, those that meet most are all there.
  private mutating func fill(
    _ expansion: QueryExpansion, _ filter: NumberedFilter, in index: SearchIndex
  ) -> [UInt32] {
    let words = (expansion.known & expansion.query.needed).nonzeroBitCount
    var rarest = 1
    while true {
      let sizes = tierSizes(expansion, filter, in: index)
      // Those that meet fewer words than this are not all counted yet.
      let sure = sizes[max(1, words - rarest + 1)...].reduce(0, +)
      guard sure < Self.enough, rarest < words else {
        return chosen(sizes, expansion, filter, in: index)
      }
      rarest = rarest == 1 ? min(3, words) : words
      count(expansion, rarest: rarest, in: index)
    }
  }

  /// How many products meet so many words of the query.
  private func tierSizes(
    _ expansion: QueryExpansion, _ filter: NumberedFilter, in index: SearchIndex
  ) -> [Int] {
    var sizes = [Int](repeating: 0, count: expansion.query.words.count + 1)
    for place in counts.met where filter.isShown(place, index) {
      sizes[(counts.bits(place) & expansion.query.needed).nonzeroBitCount] += 1
    }
    return sizes
  }

  /// The highest tier, and the best of those below where it has not enough. Behind products that
  /// meet all words stand none with typos, and none without a number of the query: who looks for a
  /// size wants no other.
  private mutating func chosen(
    _ sizes: [Int], _ expansion: QueryExpansion, _ filter: NumberedFilter, in index: SearchIndex
  ) -> [UInt32] {
    guard let most = sizes.indices.last(where: { $0 > 0 && sizes[$0] > 0 }) else { return [] }
    let needed = expansion.query.needed
    let isWhole = most == needed.nonzeroBitCount
    if !isWhole { rank.distrustRarest(in: index) }
    let (numbers, costEnd) = isWhole ? (expansion.query.numbers, MatchKind.typo.cost) : (0, .max)
    rank.isCoarse = isTooMuch(counts.met, in: index)
    var best = BestProducts(limit: Self.enough - sizes[most])
    var first: [UInt32] = []
    for place in counts.met where filter.isShown(place, index) {
      let (bits, cost) = (counts.bits(place) & needed, counts.cost(place))
      if bits.nonzeroBitCount == most {
        first.append(place)
      } else if sizes[most] < Self.enough, bits != 0, bits & numbers == numbers, cost < costEnd {
        insert(place, into: &best, nil, in: index)
      }
    }
    return first + best.list(in: index)
  }

  /// Whether products have too many words to look at all of them.
  private func isTooMuch(_ places: [UInt32], in index: SearchIndex) -> Bool {
    // Beside its words a product has a few marks of fields and texts.
    guard places.count > ProductRank.entriesMax / (2 * SearchIndex.productWordsMax) else {
      return false
    }
    var left = ProductRank.entriesMax
    return !places.allSatisfy { place in
      left -= index.entries.count(of: place)
      return left >= 0
    }
  }

  /// The words that the best product does not meet.
  private mutating func dropped(
    _ found: [UInt32], _ expansion: QueryExpansion, in index: SearchIndex
  ) -> [String] {
    let needed = expansion.query.needed
    let isWhole = found.contains { counts.bits($0) & needed == needed }
    guard !found.isEmpty, !isWhole else { return [] }
    var best = BestProducts(limit: 1)
    for place in found { insert(place, into: &best, nil, in: index) }
    let bits = best.list(in: index).first.map { counts.bits($0) } ?? 0
    return expansion.query.words.enumerated()
      .filter { needed & ~bits & 1 << UInt32($0.offset) != 0 }.map(\.element.text)
  }

  // MARK: order

  /// - Parameter interests: of the visitor, which count beside what is popular; with `nil` neither
  ///   does.
  private mutating func insert(
    _ place: UInt32, into best: inout BestProducts, _ interests: Interests?, in index: SearchIndex
  ) {
    let (bits, cost) = (counts.bits(place), counts.cost(place))
    // What cannot be among the best by its words is not looked at more closely: most products that
    // a search meets are not in the processor's cache.
    guard rank.tier(bits, cost) | 0xFF_FFFF_FFFF >= best.orderMin,
      rank.orderMax(bits, cost) >= best.orderMin
    else { return }
    let taste = interests.map { $0.taste(of: place, in: index) } ?? 0
    best.insert(place, rank.order(place, bits, cost, taste: taste, in: index), in: index)
  }

  /// The page that was asked for.
  private mutating func page(
    of places: [UInt32], _ request: SearchRequest, _ expansion: QueryExpansion,
    in index: SearchIndex
  ) -> [UInt32] {
    let offset = max(0, min(request.offset, SearchRequest.placesMax))
    let limit = max(0, min(request.limit, SearchRequest.limitMax))
    var best = BestProducts(limit: min(offset + limit, SearchRequest.placesMax))
    let interests = Interests(request.interests, in: index)
    for place in places {
      if request.sort == .relevance {
        insert(place, into: &best, interests, in: index)
      } else if let product = index.products[Int(place)] {
        let popularity = index.standings[Int(place)].popularity
        best.insert(place, product.order(by: request.sort, popularity: popularity), in: index)
      }
    }
    return Array(best.list(in: index).dropFirst(offset))
  }
}
