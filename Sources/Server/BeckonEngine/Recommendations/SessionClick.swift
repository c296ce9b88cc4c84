import BeckonModel

/// What somebody looked at in a session: the one thing that a `SessionIndex` learns from.
///
/// Numbers are the caller's, given once and for good: equal scores are ordered by them, so two
/// servers give equal lists only if they number alike.
public struct SessionClick: Hashable, Sendable {
  /// The session's number. A session has one visitor: the one that its first click here names.
  public var session: Int64
  /// The visitor's number, by whom all of theirs can be forgotten.
  public var visitor: Int64
  /// The item's number, from 0 to `SessionIndex.itemMax`.
  public var item: UInt32
  /// When it was.
  public var at: Instant

  /// A click on an item.
  public init(session: Int64, visitor: Int64, item: UInt32, at: Instant) {
    (self.session, self.visitor, self.item, self.at) = (session, visitor, item, at)
  }
}
