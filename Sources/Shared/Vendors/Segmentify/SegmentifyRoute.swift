import BeckonContract

/// Where clients get the ids of visitors and sessions, without a key.
public enum SegmentifyKeyRoute: RouteGroup {
  /// As the clients for iOS and Android ask.
  case ids
  /// As those for React Native and Flutter ask.
  case versionedIDs

  /// The call.
  public var route: Route {
    switch self {
    case .ids: Route("GET", "/get/key", .open)
    case .versionedIDs: Route("GET", "/get/key/v1.json", .open)
    }
  }
}

/// What clients tell, with the key as `?apiKey=`, in a header or in the body
/// (docs/PROTOCOLS/segmentify.md, Requests).
public enum SegmentifyRoute: RouteGroup {
  /// What a visitor has done: an event, or an array of them.
  case events
  /// Whether and about what a device may be notified.
  case subscription
  /// A notification was shown or opened.
  case notification

  /// The call.
  public var route: Route {
    switch self {
    case .events: Route("POST", "/add/events/v1.json", .key, .install)
    case .subscription: Route("POST", "/native/subscription/push", .key, .install)
    case .notification: Route("POST", "/native/interaction/notification", .key, .install)
    }
  }
}
