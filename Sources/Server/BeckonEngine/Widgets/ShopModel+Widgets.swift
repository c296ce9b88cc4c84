import BeckonModel

extension ShopModel {
  /// What a widget's method proposes for a visit, best first, named by number. What is recommended
  /// to the visitor is filled by what fits most, so that a newcomer is shown something too.
  public mutating func candidates(
    of source: WidgetSource, for visit: ShopVisit, limit: Int
  ) -> [ShopCandidate] {
    guard let method = source.kind.method else { return blend(for: visit, limit: limit) }
    return list(by: method, days: source.window?.days, for: visit, limit: limit)
  }
}

extension WidgetMethod.Kind {
  /// The recommender's method; `nil` for the list that is made of several.
  fileprivate var method: RecommendationMethod? {
    switch self {
    case .recommended: nil
    case .alsoViewed: .alsoViewed
    case .boughtTogether: .boughtTogether
    case .trending: .trending
    case .popular: .popular
    case .bestSellers: .bestSellers
    case .newArrivals: .newArrivals
    case .lastVisited: .lastVisited
    case .priceDrops: .priceDrops
    case .similar: .similar
    }
  }
}
