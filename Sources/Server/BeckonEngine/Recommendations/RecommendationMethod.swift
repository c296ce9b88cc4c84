/// A way to choose products for a visitor. Each gives a list of its own.
public enum RecommendationMethod: String, Sendable, CaseIterable {
  /// What fits the visitor most, filled by what fits most visitors: a list made of several ways.
  case recommended
  /// What comes next in the visitor's session.
  case forYou = "for_you"
  /// What those saw who saw the page's product.
  case alsoViewed = "also_viewed"
  /// What was bought together with the page's product, or with what is in the basket.
  case boughtTogether = "bought_together"
  /// Products of the same kind as the page's.
  case similar
  /// What is seen more than before.
  case trending
  /// What most see.
  case popular
  /// What most buy.
  case bestSellers = "best_sellers"
  /// What is new in the catalogue.
  case newArrivals = "new_arrivals"
  /// What the visitor saw before.
  case lastVisited = "last_visited"
  /// What costs less than before.
  case priceDrops = "price_drops"

  /// From which methods `recommended` is made, and in which order: of who has seen something, and
  /// of a visitor of whom nothing is known.
  static func blend(hasSeen: Bool) -> [RecommendationMethod] {
    hasSeen
      ? [.forYou, .similar, .popular, .newArrivals]
      : [.trending, .popular, .bestSellers, .newArrivals]
  }
}
