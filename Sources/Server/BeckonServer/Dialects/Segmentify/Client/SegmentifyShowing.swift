import BeckonContractSegmentify
import BeckonModel
import BeckonStore

/// What a visitor is shown after an event: a list for each of the app's widgets that fits the page.
struct SegmentifyShowing {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// The lists, in the order of their widgets. No app has a widget yet, so there are none.
  func recommendations(after event: Segmentify.Event) throws -> [Segmentify.Recommendation] {
    []
  }
}
