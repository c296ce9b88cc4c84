import BeckonContract

/// The calls of version 2, by which an app's server works (docs/PROTOCOLS/referralhero.md,
/// Servers). Errors have the statuses that HTTP gives them.
public enum ReferralHeroServerRoute: RouteGroup {
  /// Make a campaign.
  case createList
  /// The campaigns that are active.
  case lists
  /// The members who stand first.
  case leaderboard
  /// What the campaign gives for what.
  case bonuses
  /// Join the campaign.
  case add
  /// All members.
  case subscribers
  /// A member.
  case read
  /// Change a member.
  case update
  /// Leave the campaign.
  case delete
  /// The member of a mail address.
  case findByEmail
  /// The member of a referral code.
  case findByCode
  /// Members whose name contains something.
  case findByName
  /// The second conversion event of somebody who was referred.
  case track
  /// The same of anybody.
  case organicTrack
  /// Join the campaign, but only if referred.
  case pending
  /// The third conversion event of a member by id.
  case confirm
  /// The same by mail address, phone number or another identifier.
  case confirmKnown
  /// Points for who is known by an identifier.
  case addPoints
  /// Points for a member by id.
  case addPointsTo
  /// A purchase of who is known by an identifier.
  case addTransaction
  /// A purchase of a member by id.
  case addTransactionOf
  /// Up to 500 purchases.
  case addTransactions
  /// Promote a member.
  case promote
  /// Give a promoted member what that gives.
  case unlock
  /// Let a referral count.
  case qualify
  /// Take a referral out of the counts.
  case unqualify
  /// Whom a member has referred.
  case referred
  /// Confirmed referrals of a member.
  case level1
  /// Confirmed referrals of those whom the member has referred.
  case level2
  /// Confirmed referrals of these.
  case level3
  /// All referrals of those whom the member has referred.
  case allOfLevel2
  /// All referrals of these.
  case allOfLevel3
  /// What the campaign has given to everybody.
  case rewards
  /// What it has given to a member.
  case rewardsOf
  /// A reward was sent, sent once more or canceled.
  case updateReward
  /// The groups of coupons.
  case couponGroups
  /// Make a group.
  case createCouponGroup
  /// A group with its coupons.
  case readCouponGroup
  /// Stop a group or let it go on.
  case updateCouponGroup
  /// Take a group away.
  case deleteCouponGroup
  /// The coupons of a group.
  case coupons
  /// Put coupons into a group.
  case addCoupons
  /// Take coupons out of a group that nobody has.
  case deleteCoupons

  /// The call.
  public var route: Route {
    switch self {
    case .createList: Self.call("POST", "")
    case .lists: Self.call("GET", "")
    case .leaderboard: Self.call("GET", "/{list}/leaderboard")
    case .bonuses: Self.call("GET", "/{list}/bonuses")
    case .add: Self.call("POST", "/{list}/subscribers")
    case .subscribers: Self.call("GET", "/{list}/subscribers")
    case .read: Self.member("GET", "")
    case .update: Self.member("POST", "")
    case .delete: Self.member("DELETE", "")
    case .findByEmail: Self.call("GET", "/{list}/subscribers/retrieve_by_email")
    case .findByCode: Self.call("GET", "/{list}/subscribers/retrieve_by_mwr")
    case .findByName: Self.call("GET", "/{list}/subscribers/search_by_name")
    case .track: Self.call("POST", "/{list}/subscribers/track_referral_conversion_event")
    case .organicTrack: Self.call("POST", "/{list}/subscribers/organic_track_referral")
    case .pending: Self.call("POST", "/{list}/subscribers/pending_referral")
    case .confirm: Self.member("POST", "/confirm")
    case .confirmKnown: Self.call("POST", "/{list}/subscribers/confirm")
    case .addPoints: Self.call("POST", "/{list}/subscribers/add_points")
    case .addPointsTo: Self.member("POST", "/add_points")
    case .addTransaction: Self.call("POST", "/{list}/subscribers/add_transactions")
    case .addTransactionOf: Self.member("POST", "/add_transactions")
    case .addTransactions: Self.call("POST", "/{list}/subscribers/add_bulk_transactions")
    case .promote: Self.member("POST", "/promote")
    case .unlock: Self.member("POST", "/unlock_promoted_reward")
    case .qualify: Self.member("POST", "/qualify")
    case .unqualify: Self.member("POST", "/unqualify")
    case .referred: Self.member("GET", "/referred")
    case .level1: Self.member("GET", "/level_1_referrals")
    case .level2: Self.member("GET", "/level_2_referrals")
    case .level3: Self.member("GET", "/level_3_referrals")
    case .allOfLevel2: Self.member("GET", "/level_2_all_referrals")
    case .allOfLevel3: Self.member("GET", "/level_3_all_referrals")
    case .rewards: Self.call("GET", "/{list}/rewards")
    case .rewardsOf: Self.member("GET", "/rewards")
    case .updateReward: Self.call("POST", "/{list}/subscribers/update_reward_status")
    case .couponGroups: Self.call("GET", "/{list}/coupon_groups")
    case .createCouponGroup: Self.call("POST", "/{list}/coupon_groups")
    case .readCouponGroup: Self.call("GET", "/{list}/coupon_groups/{group}")
    case .updateCouponGroup: Self.call("POST", "/{list}/coupon_groups/{group}")
    case .deleteCouponGroup: Self.call("DELETE", "/{list}/coupon_groups/{group}")
    case .coupons: Self.call("GET", "/{list}/coupon_groups/{group}/coupons")
    case .addCoupons: Self.call("POST", "/{list}/coupons")
    case .deleteCoupons: Self.call("DELETE", "/{list}/coupons")
    }
  }

  /// Where all of them are.
  public static let base = "/api/v2"

  private static func call(_ method: String, _ path: String) -> Route {
    Route(method, base + "/lists" + path, .secretKey)
  }

  private static func member(_ method: String, _ path: String) -> Route {
    call(method, "/{list}/subscribers/{subscriber}" + path)
  }
}
