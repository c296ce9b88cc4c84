import BeckonModel

/// What is recommended.
extension ShopModel {
  /// The best products for a visit by one method, the best first. No product stands in it twice.
  /// - Parameters:
  ///   - days: over how many days, where the method looks at a time; `nil` for what is usual.
  ///   - settings: how what comes next is weighed.
  ///   - limit: how many are wanted.
  ///   - spare: how many more are given where they cost little.
  public mutating func list(
    by method: RecommendationMethod, days: Int64? = nil,
    settings: RecommenderSettings = RecommenderSettings(), for visit: ShopVisit, limit: Int,
    spare: Int = 0
  ) -> [ShopCandidate] {
    search.use(settings)
    let placed = PlacedVisit(visit, places)
    let items =
      method == .recommended
      ? blend(visit, placed, limit: limit, spare: spare)
      : list(method, days: days, visit, placed, limit + spare)
    return items.map { item in
      ShopCandidate(
        product: placed.number(of: item.item), score: item.score, reason: item.reason)
    }
  }

  /// What only fills the list was not seen in this session.
  private mutating func blend(
    _ visit: ShopVisit, _ placed: PlacedVisit, limit: Int, spare: Int
  ) -> [Recommendation] {
    var (list, known): ([Recommendation], Set<UInt32>) = ([], [])
    for method in RecommendationMethod.blend(hasSeen: !placed.seen.isEmpty) {
      let enough = method == .similar ? limit : limit + spare
      guard list.count < enough else { continue }
      let isFilling = method != .forYou
      let items = self.list(method, visit, placed, isFilling ? 2 * enough : enough)
      for item in items where list.count < enough {
        guard !isFilling || !placed.seen.contains(item.item) else { continue }
        if known.insert(item.item).inserted { list.append(item) }
      }
    }
    return list
  }

  private mutating func list(
    _ method: RecommendationMethod, days: Int64? = nil, _ visit: ShopVisit,
    _ placed: PlacedVisit, _ limit: Int
  ) -> [Recommendation] {
    let isAllowed = filter(visit, placed, hidesOwn: method != .lastVisited)
    switch method {
    case .recommended: return blend(visit, placed, limit: limit, spare: 0)
    case .forYou:
      // Of who has seen nothing there is only the page, which anybody can name.
      guard !placed.seen.isEmpty, !placed.visited.isEmpty || isKnownToSeveral(placed.page) else {
        return []
      }
      return search.next(
        after: placed.seen, limit: limit, of: placed.session, in: memory.views,
        isAllowed: isAllowed)
    case .alsoViewed:
      guard let anchor = placed.anchor, isKnownToSeveral(anchor) else { return [] }
      return ShopLists.alsoViewed(
        anchor, limit: limit, in: memory.views, by: &search, isAllowed: isAllowed)
    case .boughtTogether:
      let basket =
        placed.basket.isEmpty ? placed.seen.suffix(1) : placed.basket.suffix(Self.basketMax)
      return ShopLists.boughtTogether(
        with: placed.page.map { [$0] } ?? Array(basket), limit: limit, in: memory.purchases,
        isAllowed: isAllowed)
    case .similar:
      let wanted = placed.page.map { [$0] } ?? Array(placed.seen.suffix(Self.similarToLast))
      return catalogue.content.similar(to: wanted, limit: limit, isAllowed: isAllowed)
    case .lastVisited:
      return ShopLists.lastVisited(placed.visited, limit: limit, isAllowed: isAllowed)
    case .priceDrops:
      return priceDrops(visit, days ?? Self.recentDays, limit, isAllowed)
    case .trending, .popular, .bestSellers, .newArrivals:
      return overallList(method, days, visit).lazy.filter { isAllowed($0.item) }.prefix(limit).map {
        $0
      }
    }
  }

  /// Visitors who must have seen a product, until it is told what they saw besides: whoever names a
  /// product that one alone has seen would read what that one did.
  public static let visitorsMin = 3

  private func isKnownToSeveral(_ item: UInt32?) -> Bool {
    item.map { memory.views.isSeen($0, byVisitors: Self.visitorsMin) } ?? false
  }

  /// Products of a basket that are looked at, those put in last.
  private static let basketMax = 10
  /// Of a session that stands on no product's page, the items to which others are similar.
  private static let similarToLast = 5

  /// Whether an item may be shown on this page.
  /// - Parameter hidesOwn: whether what lies in the basket, or was bought, is left out.
  private func filter(
    _ visit: ShopVisit, _ placed: PlacedVisit, hidesOwn: Bool
  ) -> (UInt32) -> Bool {
    let (catalogue, page, showsOutOfStock) = (catalogue, placed.page, visit.showsOutOfStock)
    let items = visit.category.map(catalogue.items(in:))
    let hidden = hidesOwn ? placed.basket + placed.bought : []
    return { item in
      item != page && items?.contains(item) != false && !hidden.contains(item)
        && catalogue.isAllowed(item, showsOutOfStock: showsOutOfStock)
    }
  }

  // MARK: Lists that are the same for all

  /// Days in which something trends.
  public static let trendingDays: Int64 = 7
  /// Days in which most buy something, in which it is new, or in which its price has fallen.
  public static let recentDays: Int64 = 30

  private mutating func overallList(
    _ method: RecommendationMethod, _ days: Int64?, _ visit: ShopVisit
  ) -> [Recommendation] {
    let hour = visit.now.milliseconds / Span.hourMilliseconds
    let (catalogue, showsOutOfStock) = (catalogue, visit.showsOutOfStock)
    let items = visit.category.map(catalogue.items(in:))
    // Whoever asks can make up any number of categories.
    if items?.isEmpty == true { return [] }
    let key = RankedLists.Key(
      method: method, days: days, hour: hour, showsOutOfStock: showsOutOfStock,
      category: visit.category)
    var lists = ranked
    defer { ranked = lists }
    return lists.list(key, changes: changes, items: places.count) {
      overall(method, days, Instant(milliseconds: hour * Span.hourMilliseconds), items) {
        catalogue.isAllowed($0, showsOutOfStock: showsOutOfStock)
      }
    }
  }

  private func overall(
    _ method: RecommendationMethod, _ days: Int64?, _ now: Instant, _ items: Set<UInt32>?,
    _ isAllowed: (UInt32) -> Bool
  ) -> [Recommendation] {
    let (limit, views) = (RankedLists.itemsMax, memory.views)
    func start(_ usual: Int64) -> Instant {
      now.adding(milliseconds: -(days ?? usual) * Span.dayMilliseconds)
    }
    let recent = start(Self.recentDays)
    switch method {
    case .trending:
      return ShopLists.trending(
        from: start(Self.trendingDays), to: now, limit: limit, in: views, among: items,
        isAllowed: isAllowed)
    case .bestSellers:
      return ShopLists.most(
        since: recent, limit: limit, in: memory.purchases, reason: .bestSeller, among: items,
        isAllowed: isAllowed)
    case .newArrivals:
      return CatalogueLists.newArrivals(
        catalogue.arrivals(among: items), from: recent, to: now, limit: limit,
        isAllowed: isAllowed)
    default:
      return ShopLists.most(
        since: days.map(start) ?? Instant(milliseconds: 0), limit: limit, in: views,
        reason: .popular, among: items, isAllowed: isAllowed)
    }
  }

  private func priceDrops(
    _ visit: ShopVisit, _ days: Int64, _ limit: Int, _ isAllowed: (UInt32) -> Bool
  ) -> [Recommendation] {
    let changes = visit.priceChanges.compactMap { change in
      places.place(of: change.product).map {
        CatalogueLists.PriceChange(
          item: $0, before: change.before, now: change.after, at: change.at)
      }
    }
    let since = visit.now.adding(milliseconds: -days * Span.dayMilliseconds)
    return CatalogueLists.priceDrops(changes, since: since, limit: limit, isAllowed: isAllowed)
  }
}
