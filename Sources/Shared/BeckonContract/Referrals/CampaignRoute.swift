/// Campaigns and their referrals.
public enum CampaignRoute: RouteGroup {
  /// Make a campaign.
  case create
  /// The app's campaigns.
  case list
  /// One campaign.
  case read
  /// Change a campaign or its rules.
  case update
  /// Who refers most.
  case leaderboard
  /// Where a person stands among those.
  case readRank
  /// Whom a person has brought, masked.
  case listInvitees
  /// Every referral, with its method, evidence and risk.
  case listReferrals
  /// Parts in all campaigns, with a referrer or without.
  case findReferrals
  /// Decide about a referral that rules on counts do not count.
  case reviewReferral
  /// Promote a member: they have won, or need not wait.
  case promote
  /// How many come how far.
  case funnel
  /// A step was reached.
  case convert

  /// The call.
  public var route: Route {
    switch self {
    case .create: Route("POST", "/v1/campaigns", .secretKey)
    case .list: Route("GET", "/v1/campaigns", .secretKey, query: ["archived"])
    case .read: Route("GET", "/v1/campaigns/{campaign}", .key)
    case .update: Route("PATCH", "/v1/campaigns/{campaign}", .secretKey)
    case .leaderboard:
      Route(
        "GET", "/v1/campaigns/{campaign}/leaderboard", .key,
        query: ["board", "around"] + Route.page)
    case .readRank:
      Route("GET", "/v1/campaigns/{campaign}/leaderboard/{person}", .key, query: ["board"])
    case .listInvitees:
      Route("GET", "/v1/people/{person}/invitees", .key, query: Route.page)
    case .listReferrals:
      Route("GET", "/v1/campaigns/{campaign}/referrals", .secretKey, query: Route.page)
    case .findReferrals:
      Route(
        "GET", "/v1/referrals", .secretKey,
        query: ["person", "referrer", "campaign", "state", "referred"] + Route.period
          + Route.page)
    case .reviewReferral:
      Route("POST", "/v1/campaigns/{campaign}/referrals/{referral}/review", .secretKey)
    case .promote: Route("POST", "/v1/campaigns/{campaign}/promotions", .secretKey)
    case .funnel: Route("GET", "/v1/campaigns/{campaign}/funnel", .secretKey)
    case .convert: Route("POST", "/v1/campaigns/{campaign}/conversions", .key)
    }
  }
}
