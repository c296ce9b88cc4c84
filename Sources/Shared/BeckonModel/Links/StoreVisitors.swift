/// Whom a link sends to the app's own store pages, as its settings name them when it is followed.
public enum StoreVisitors: String, CaseIterable, Sendable {
  /// Phones without a target of their own.
  case phones
  /// All who have no target of their own: the link has no page on the web.
  case everyone
}
