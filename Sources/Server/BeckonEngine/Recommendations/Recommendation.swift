/// An item to show, how much speaks for it, and why.
public struct Recommendation: Hashable, Sendable {
  /// The item's number.
  public var item: UInt32
  /// How much speaks for it: higher is better. Those of one list can be compared, others not.
  public var score: Float
  /// What speaks for it.
  public var reason: RecommendationReason

  /// An item with its reason.
  public init(item: UInt32, score: Float, reason: RecommendationReason) {
    (self.item, self.score, self.reason) = (item, score, reason)
  }

  /// Whether it comes before another in a list: by score, equal ones by number.
  static func isBetter(_ one: Recommendation, _ other: Recommendation) -> Bool {
    one.score != other.score ? one.score > other.score : one.item < other.item
  }
}

/// Why an item is recommended.
public enum RecommendationReason: String, Sendable, CaseIterable {
  /// The visitor saw it in this session, and visitors come back to such items.
  case cameBack = "came_back"
  /// Others went on to it straight from the item just seen.
  case followed
  /// It was seen in sessions like this one.
  case similarSessions = "similar_sessions"
  /// It was seen together with items that were seen in sessions like this one.
  case oneStepFurther = "one_step_further"
  /// It was seen by those who saw the item.
  case alsoViewed = "also_viewed"
  /// It was bought together with the items.
  case boughtTogether = "bought_together"
  /// It is seen more than before.
  case trending
  /// Many see it.
  case popular
  /// Many buy it.
  case bestSeller = "best_seller"
  /// It is new in the catalogue.
  case newArrival = "new_arrival"
  /// The visitor saw it before.
  case lastVisited = "last_visited"
  /// It costs less than before.
  case priceDrop = "price_drop"
  /// It is of the same kind: category, brand or words.
  case similarContent = "similar_content"
}
