import BeckonModel

/// A referral comes from one state to another, as its referrer's counts see it.
public struct ReferralMove: Hashable, Sendable {
  /// The referrer.
  public let person: PersonID
  /// The campaign.
  public let campaign: CampaignID
  /// Where it was; `nil` where it was in no count.
  public let old: ReferralState?
  /// Where it is; `nil` where it is in no count any more.
  public let new: ReferralState?

  /// Makes a move.
  public init(
    person: PersonID, campaign: CampaignID, old: ReferralState?, new: ReferralState?
  ) {
    self.person = person
    self.campaign = campaign
    self.old = old
    self.new = new
  }

  /// By how much the number of referrals in a state changes.
  public func delta(_ state: ReferralState) -> Int64 {
    (new == state ? 1 : 0) - (old == state ? 1 : 0)
  }
}
