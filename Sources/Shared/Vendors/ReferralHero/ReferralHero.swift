import BeckonModel

extension Vendor {
  /// ReferralHero: a key is what its clients send as `Authorization`, without a scheme.
  public static let referralHero = Vendor(name: "referralhero")
}

/// ReferralHero's protocol, as its clients for iOS, Android and Flutter speak it
/// (docs/PROTOCOLS/referralhero.md).
public enum ReferralHero {
  /// What `response` says of a call that succeeded (docs/PROTOCOLS/referralhero.md, Answers).
  public enum Response: String, CaseIterable, Sendable {
    /// Somebody joined the campaign by the call.
    case created = "subscriber_created"
    /// Somebody was a member already, or was asked for.
    case retrieved = "subscriber_retrieved"
    /// Several members.
    case listed = "subscribers_retrieved"
    /// A member was changed.
    case updated = "subscriber_updated"
    /// A member has left the campaign.
    case deleted = "subscriber_deleted"
    /// The last of three conversion events.
    case confirmed = "subscriber_confirmed"
    /// The second conversion event.
    case eventCompleted = "custom_event_completed"
    /// What a member was given.
    case rewards = "rewards_retrieved"
    /// A campaign was made.
    case listCreated = "list_created"
    /// Campaigns.
    case lists = "lists_retrieved"
    /// Points were given to a member, or taken.
    case pointsAdded = "points_added"
    /// A purchase of a member's.
    case transactionAdded = "transaction_added"
    /// Several.
    case transactionsAdded = "bulk_transactions_added"
    /// A member was promoted.
    case promoted = "subscriber_promoted"
    /// A promoted member has got what that gives.
    case unlocked = "promoted_reward_unlocked"
    /// A referral counts.
    case qualified = "subscriber_qualified"
    /// A referral does not count.
    case unqualified = "subscriber_unqualified"
    /// A reward was sent, sent once more or canceled.
    case rewardUpdated = "reward_status_updated"
    /// Groups of coupons, or the coupons of one.
    case couponGroups = "coupon_groups_retrieved"
    /// A group of coupons was made.
    case couponGroupCreated = "coupon_group_created"
    /// A group was changed.
    case couponGroupUpdated = "coupon_group_updated"
    /// A group was taken away.
    case couponGroupDeleted = "coupon_group_deleted"
    /// Coupons were put into a group.
    case couponsAdded = "coupons_added"
    /// Coupons were taken out of a group.
    case couponsDeleted = "coupons_deleted"
  }

  /// What a client says of a referral that shall wait for its conversion event.
  public static let pendingStatus = "custom_event_pending"

  /// The parameter of a link or a page that names who refers, by their code.
  public static let referrerParameter = "mwr"

  /// The cookie by which clients that keep cookies show later that they are the member.
  public static let tokenCookie = "beckon_member"

  /// The member of a request with the app's own id of its install, which Beckon's own face for this
  /// vendor's API sends together with the install's token: what led to the install then counts.
  public static let installMember = "beckon_install_id"

  /// The member of an answer with the token that proves who the member is; Beckon's own face for
  /// this vendor's API sends it with later calls, and no other client reads it.
  public static let tokenMember = "beckon_token"
}
