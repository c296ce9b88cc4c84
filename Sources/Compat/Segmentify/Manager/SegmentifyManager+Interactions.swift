import BeckonContractSegmentify

extension SegmentifyManager {
  // MARK: Recommendations

  /// A recommendation was in an answer. The client tells it by itself.
  public func sendImpression(instanceId: String, interactionId: String) {
    tell(.interaction(.impression, instanceId, interactionId))
  }

  /// Somebody saw a recommendation.
  /// - Parameters:
  ///   - instanceId: the campaign.
  ///   - interactionId: the showing, as the recommendation has it.
  public func sendWidgetView(instanceId: String, interactionId: String) {
    tell(.interaction(.widgetView, instanceId, interactionId))
  }

  /// Somebody tapped on a product.
  /// - Parameters:
  ///   - instanceId: the campaign; of results, `product`, and `bs_product` before a search.
  ///   - interactionId: the product.
  public func sendClickView(instanceId: String, interactionId: String) {
    tell(.interaction(.click, Segmentify.tapped(instanceId), interactionId))
  }

  /// Somebody searched by what was shown.
  public func sendSearchClickView(instanceId: String, interactionId: String) {
    tell(.interaction(.search, instanceId, interactionId))
  }

  // MARK: Banners

  /// A banner was on a page.
  public func sendBannerImpressionEvent(segmentifyObject: BannerOperationsModel) {
    tell(segmentifyObject.fact(.impression))
  }

  /// Somebody tapped on a banner.
  public func sendBannerClickEvent(segmentifyObject: BannerOperationsModel) {
    tell(segmentifyObject.fact(.click))
  }

  /// A banner leads elsewhere now.
  public func sendBannerUpdateEvent(segmentifyObject: BannerOperationsModel) {
    tell(segmentifyObject.fact(.update))
  }

  /// Somebody saw banners that stand together.
  public func sendBannerGroupViewEvent(segmentifyObject: BannerGroupViewModel) {
    tell(segmentifyObject.fact(isView: true))
  }

  /// A page has banners that stand together.
  public func sendInternalBannerGroupEvent(segmentifyObject: BannerGroupViewModel) {
    tell(segmentifyObject.fact(isView: false))
  }

  /// A page has banners that stand together: the same as `sendInternalBannerGroupEvent`.
  public func sendBannerDetails(segmentifyObject: BannerGroupViewModel) {
    sendInternalBannerGroupEvent(segmentifyObject: segmentifyObject)
  }
}
