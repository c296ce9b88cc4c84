import BeckonContractSegmentify
import BeckonModel

extension SegmentifyManager {
  /// Searches while somebody types; with an empty query, asks what to show before that. What was
  /// found comes on the main queue, once; its `errorString` says why nothing could be looked for.
  public func sendSearchPageView(
    segmentifyObject: SearchPageModel, callback: @escaping @MainActor (SearchModel) -> Void
  ) {
    let session = session
    session.record(segmentifyObject.fact) { outcome in
      Task {
        let (answer, error) = (outcome.answer, outcome.errorString)
        await MainActor.run { callback(SearchModel(answer, errorString: error)) }
        let campaign = answer?.search.first?.first?["campaign"]?["instanceId"]?.string ?? ""
        await session.tellShown([(campaign, SearchModel.showing)], [.impression, .widgetView])
      }
    }
  }

  /// Searches for a page of results, with filters. What was found comes on the main queue, once;
  /// its `errorString` says why nothing could be looked for.
  public func sendFacetedSearchPageView(
    segmentifyObject: SearchFacetPageModel,
    callback: @escaping @MainActor (FacetedResponseModel) -> Void
  ) {
    session.record(segmentifyObject.fact) { outcome in
      let found = FacetedResponseModel(outcome.answer, errorString: outcome.errorString)
      Task { @MainActor in callback(found) }
    }
  }
}
