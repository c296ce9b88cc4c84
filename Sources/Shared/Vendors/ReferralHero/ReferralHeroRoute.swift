import BeckonContract

/// The three calls whose answer a client stores, also one that tells of an error, unless its HTTP
/// status says so (docs/PROTOCOLS/referralhero.md, Errors).
public enum ReferralHeroStoredRoute: RouteGroup {
  /// Join the campaign.
  case add
  /// A member.
  case read
  /// Change a member.
  case update

  /// The call.
  public var route: Route {
    switch self {
    case .add: Route("POST", ReferralHeroRoute.subscribers, .key, .guarded)
    case .read: Route("GET", ReferralHeroRoute.subscriber, .key, .guarded)
    case .update: Route("PATCH", ReferralHeroRoute.subscriber, .key, .guarded)
    }
  }
}

/// The other calls of an app, whose errors come with the HTTP status 200, or the app would not see
/// them.
public enum ReferralHeroClientRoute: RouteGroup {
  /// Leave the campaign.
  case delete
  /// The member shared their link.
  case share
  /// Whom the member has referred.
  case referrals
  /// The members with most referrals.
  case leaderboard
  /// The second conversion event of somebody who was referred.
  case track
  /// The third.
  case confirm
  /// The second of anybody.
  case organicTrack
  /// Join the campaign, but only if referred.
  case pending
  /// What the member was given.
  case rewards
  /// Who referred the person who holds this device?
  case referrer

  /// The call.
  public var route: Route {
    switch self {
    case .delete: Route("DELETE", ReferralHeroRoute.subscriber, .key, .guarded)
    case .share: post("{subscriber}/click_capture")
    case .referrals: get("{subscriber}/referrals_data")
    case .leaderboard: Route("GET", ReferralHeroRoute.list + "/leaderboard", .key, .guarded)
    case .track: post("track_referral_conversion_event")
    case .confirm: post("{subscriber}/confirm")
    case .organicTrack: post("organic_track_referral")
    case .pending: post("pending_referral")
    case .rewards: get("{subscriber}/rewards")
    case .referrer: get("referrer")
    }
  }

  private func post(_ name: String) -> Route {
    Route("POST", ReferralHeroRoute.subscribers + "/" + name, .key, .guarded)
  }

  private func get(_ name: String) -> Route {
    Route("GET", ReferralHeroRoute.subscribers + "/" + name, .key, .guarded)
  }
}

/// Where the calls are.
enum ReferralHeroRoute {
  static let list = "/api/sdk/v1/lists/{list}"
  static let subscribers = list + "/subscribers"
  static let subscriber = subscribers + "/{subscriber}"
}
