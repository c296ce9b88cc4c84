import BeckonContract

/// What an app calls, with its key as `Authorization: App KEY` (docs/PROTOCOLS/socialinvite.md,
/// Routes).
public enum SocialInviteRoute: RouteGroup {
  /// Send invitations.
  case invite
  /// Make a message.
  case createMessage
  /// Read a message.
  case message
  /// Change a message.
  case updateMessage

  /// The call.
  public var route: Route {
    switch self {
    case .invite: Route("POST", "/1/social-invite/invitation", .key, .guarded)
    case .createMessage: Route("POST", Self.messages, .key, .guarded)
    case .message: Route("GET", Self.messages + "/{message}", .key, .install)
    case .updateMessage: Route("PUT", Self.messages + "/{message}", .key, .guarded)
    }
  }

  private static let messages = "/1/social-invite/application/{application}/message"
}

/// What an app is known by, which whoever moves here looks up once. The vendor's guide names the
/// call; no client makes it.
public enum SocialInviteApplicationRoute: RouteGroup {
  /// The app of the key.
  case list

  /// The call.
  public var route: Route { Route("GET", "/1/social-invite/application", .key, .install) }
}

/// What became of invitations, which an app's server asks too, with Basic or the cookie of a
/// log-in.
public enum SocialInviteDeliveryRoute: RouteGroup {
  /// How far the messages of a bulk have come.
  case deliveries

  /// The call.
  public var route: Route {
    Route("GET", "/1/smsmessaging/outbound/requests/{bulk}/deliveryInfos", .key, .install)
  }
}

/// How an app's server gets the cookie with which it asks.
public enum SocialInviteLoginRoute: RouteGroup {
  /// User name and password, as a form.
  case login

  /// The call.
  public var route: Route { Route("POST", "/1/customerProfile/login", .open) }
}
