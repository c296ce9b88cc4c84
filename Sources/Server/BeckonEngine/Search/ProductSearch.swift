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
    let query = QueryWords(request.query, index.language)
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
    return SearchAnswer(
      hits: page.map { place in
        SearchAnswer.Hit(
          id: index.products[Int(place)]?.id ?? "",
          reasons: request.explains ? reasons(of: place, expansion, in: index) : [])
      },
      total: narrowed.count, dropped: dropped(found, expansion, in: index), isCut: query.isCut,
      facets: request.countsFacets ? SearchFacets(of: found, filter, in: index) : nil)
  }

  // MARK: what matches

  private mutating func found(
    _ expansion: inout QueryExpansion, _ request: SearchRequest, _ filter: NumberedFilter,
    in index: SearchIndex
  ) -> [UInt32] {
    expansion.addNear(request.synonyms, isTyping: request.isTyping, in: index)
    count(expansion.candidates, expansion.phrases, in: index)
    let unknown = expansion.query.words.indices.filter { !isMet($0, expansion) }
    addTypos(unknown, to: &expansion, request, in: index)
    if full(expansion, filter, in: index).count < Self.enough {
      let rest = expansion.query.words.indices.filter { !unknown.contains($0) }
      addTypos(rest, to: &expansion, request, in: index)
    }
    rank.begin(expansion, in: index)
    return fill(full(expansion, filter, in: index), expansion, filter, in: index)
  }

  /// Whether the catalogue has a word of the query in any way.
  private func isMet(_ place: Int, _ expansion: QueryExpansion) -> Bool {
    expansion.isKnown(place)
      || counts.met.contains { counts.bits[Int($0)] & 1 << UInt32(place) != 0 }
  }

  private mutating func addTypos(
    _ places: [Int], to expansion: inout QueryExpansion, _ request: SearchRequest,
    in index: SearchIndex
  ) {
    let before = expansion.candidates.count
    for place in places {
      expansion.addTypos(place, in: index)
      let isLast = place == expansion.query.words.count - 1
      if isLast, request.isTyping, !expansion.isKnown(place) {
        expansion.addPrefixTypos(place, in: index)
      }
    }
    count(Array(expansion.candidates[before...]), [], in: index)
  }

  /// Notes who meets what, the cheapest kind first, and of one kind the rarest words.
  private mutating func count(
    _ candidates: [QueryExpansion.Candidate], _ phrases: [QueryExpansion.Phrase],
    in index: SearchIndex
  ) {
    let sorted = candidates.sorted { left, right in
      let (some, other) = (left.kind.cost, right.kind.cost)
      guard some == other else { return some < other }
      return index.postings[Int(left.word)].count < index.postings[Int(right.word)].count
    }
    var rest = phrases.sorted { $0.kind.cost < $1.kind.cost }[...]
    for candidate in sorted {
      while let phrase = rest.first, phrase.kind.cost < candidate.kind.cost {
        count(phrase, in: index)
        rest.removeFirst()
      }
      count(candidate, in: index)
    }
    for phrase in rest { count(phrase, in: index) }
  }

  private mutating func count(_ candidate: QueryExpansion.Candidate, in index: SearchIndex) {
    let list = index.postings[Int(candidate.word)]
    if counts.hasRoom(list.count) {
      return counts.add(list, candidate.bits, candidate.kind.cost)
    }
    // No room to look at all of a long list: only who meets another word already.
    for place in counts.met where SearchIndex.place(of: place, in: list) != nil {
      counts.add(place, candidate.bits, candidate.kind.cost)
    }
  }

  private mutating func count(_ phrase: QueryExpansion.Phrase, in index: SearchIndex) {
    let lists = phrase.words.map { index.postings[Int($0)] }
    guard let shortest = lists.min(by: { $0.count < $1.count }),
      counts.hasRoom(shortest.count * lists.count)
    else { return }
    counts.look(shortest.count * lists.count)
    for place in shortest {
      guard lists.allSatisfy({ SearchIndex.place(of: place, in: $0) != nil }) else { continue }
      guard !phrase.isClose || index.products[Int(place)]?.has(phrase.words) == true else {
        continue
      }
      counts.add(place, phrase.bits, phrase.kind.cost)
    }
  }

  /// The products that meet all words of the query.
  private func full(
    _ expansion: QueryExpansion, _ filter: NumberedFilter, in index: SearchIndex
  ) -> [UInt32] {
    let all = expansion.query.all
    return counts.met.filter { counts.bits[Int($0)] == all && filter.isShown($0, index) }
  }

  /// Puts those behind that meet fewer words, if there are not enough. Where none meets all, those
  /// that meet most are all there.
  private mutating func fill(
    _ full: [UInt32], _ expansion: QueryExpansion, _ filter: NumberedFilter, in index: SearchIndex
  ) -> [UInt32] {
    guard full.count < Self.enough, expansion.query.words.count > 1 else { return full }
    let tiers = tiers(isBehind: !full.isEmpty, expansion, filter, in: index)
    guard full.isEmpty, let most = tiers.indices.last(where: { !tiers[$0].isEmpty }) else {
      return full + best(of: tiers, Self.enough - full.count, in: index)
    }
    rank.distrustRarest(in: index)
    let first = tiers[most]
    return first + best(of: Array(tiers[..<most]), Self.enough - first.count, in: index)
  }

  /// The products that meet some words of the query but not all, by how many they meet.
  /// - Parameter isBehind: whether they stand behind others that meet all. Then those with typos are
  ///   left out, and those without a number of the query: who looks for a size wants no other.
  private func tiers(
    isBehind: Bool, _ expansion: QueryExpansion, _ filter: NumberedFilter, in index: SearchIndex
  ) -> [[UInt32]] {
    let numbers = isBehind ? expansion.query.numbers : 0
    let costEnd = isBehind ? MatchKind.typo.cost : .max
    var tiers = [[UInt32]](repeating: [], count: expansion.query.words.count)
    for place in counts.met {
      let bits = counts.bits[Int(place)]
      guard bits != expansion.query.all, bits & numbers == numbers,
        counts.costs[Int(place)] < costEnd, filter.isShown(place, index)
      else { continue }
      tiers[bits.nonzeroBitCount].append(place)
    }
    return tiers
  }

  /// The best of the products that meet fewer words, from the highest tiers.
  private mutating func best(
    of tiers: [[UInt32]], _ limit: Int, in index: SearchIndex
  ) -> [UInt32] {
    var best = BestProducts(limit: limit)
    var left = limit
    for tier in tiers.reversed() where left > 0 {
      for place in tier { insert(place, into: &best, taste: 0, in: index) }
      left -= tier.count
    }
    return best.list(in: index)
  }

  /// The words that the best product does not meet.
  private mutating func dropped(
    _ found: [UInt32], _ expansion: QueryExpansion, in index: SearchIndex
  ) -> [String] {
    let isWhole = found.contains { counts.bits[Int($0)] == expansion.query.all }
    guard !found.isEmpty, !isWhole else { return [] }
    var best = BestProducts(limit: 1)
    for place in found { insert(place, into: &best, taste: 0, in: index) }
    let bits = best.list(in: index).first.map { counts.bits[Int($0)] } ?? 0
    return expansion.query.words.enumerated()
      .filter { bits & 1 << UInt32($0.offset) == 0 }.map(\.element.text)
  }

  // MARK: order

  private mutating func insert(
    _ place: UInt32, into best: inout BestProducts, taste: Float, in index: SearchIndex
  ) {
    let (bits, cost) = (counts.bits[Int(place)], counts.costs[Int(place)])
    // What cannot be among the best by its words is not looked at more closely.
    guard ProductRank.tier(bits, cost) | 0xFF_FFFF_FFFF >= best.orderMin,
      let product = index.products[Int(place)]
    else { return }
    best.insert(
      place, rank.order(of: product, bits, cost, taste: taste), in: index)
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
      guard let product = index.products[Int(place)] else { continue }
      if request.sort == .relevance {
        let taste = (product.popularity + interests.interest(in: product)) / 2
        insert(place, into: &best, taste: taste, in: index)
      } else {
        best.insert(place, product.order(by: request.sort), in: index)
      }
    }
    return Array(best.list(in: index).dropFirst(offset))
  }
}
