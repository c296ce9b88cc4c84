import BeckonContractSegmentify
import BeckonModel

/// What one campaign shows.
public final class RecommendationModel {
  /// What stands above it.
  public var notificationTitle: String?
  /// The products, in order.
  public var products: [ProductRecommendationModel]?
  /// Never set here: what goes wrong gives an empty list of recommendations.
  public var errorString: String?
  /// The campaign.
  public var instanceId: String?
  /// This showing of it.
  public var interactionId: String?

  /// Shows nothing.
  public init() {}

  convenience init(_ shown: ShownRecommendation) {
    self.init()
    notificationTitle = shown.title
    products = shown.products.map(ProductRecommendationModel.init)
    (instanceId, interactionId) = (shown.instanceID, shown.actionID)
  }
}

/// What is left of a recommendation once lists are put together as the vendor's client does.
struct ShownRecommendation: Sendable {
  let title: String
  let instanceID: String
  let actionID: String
  let products: [Segmentify.Product]

  /// Products that the visitor has seen already may be shown beside the same in another list.
  private static let repeating = "RECOMMENDATION_SOURCE_LAST_VISITED"

  /// What of an answer is shown: of the first event, each product once, and of each list at most as
  /// many as it says.
  static func all(_ answer: Segmentify.Answer?) -> [ShownRecommendation] {
    var seen: Set<TextKey> = []
    return (answer?.responses.first ?? []).map { recommendation in
      ShownRecommendation(
        title: recommendation.title, instanceID: recommendation.instanceID,
        actionID: recommendation.actionID, products: products(recommendation, &seen))
    }
  }

  private static func products(
    _ recommendation: Segmentify.Recommendation, _ seen: inout Set<TextKey>
  ) -> [Segmentify.Product] {
    let chosen = recommendation.products(of: Segmentify.Recommendation.staticItemsKey)
    var shown =
      recommendation.staticItems.isEmpty
      ? [] : chosen.filter { seen.insert(TextKey($0.id)).inserted }
    for item in recommendation.dynamicItems {
      let products = recommendation.products(of: item.key)
      if item.source == repeating {
        shown += products.prefix(item.itemCount)
      } else {
        let new = products.filter { !seen.contains(TextKey($0.id)) }
        for product in new.prefix(item.itemCount) where seen.insert(TextKey(product.id)).inserted {
          shown.append(product)
        }
      }
    }
    return shown
  }
}
