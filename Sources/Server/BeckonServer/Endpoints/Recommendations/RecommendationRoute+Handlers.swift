import BeckonContract

extension RecommendationRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .list: .keyed(ListRecommendations.prepare)
    }
  }
}
