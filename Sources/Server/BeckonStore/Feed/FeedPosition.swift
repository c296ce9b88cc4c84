/// How far a follower has come in both lines of the feed: what clients say, which may be any number
/// of facts, never holds up what the app's server or Beckon itself says.
public struct FeedPosition: Hashable, Sendable {
  /// The last row of what the app's server or Beckon itself said.
  var trusted: Int64
  /// The last row of what clients said.
  var client: Int64

  /// Of one line.
  subscript(isByClient isByClient: Bool) -> Int64 {
    get { isByClient ? client : trusted }
    set { if isByClient { client = newValue } else { trusted = newValue } }
  }
}
