import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What a reward uses up from when it is pending or posted: room under its rule's caps, a coupon,
/// and the fact, which pays in one campaign of a group only. A reward in review uses up nothing.
struct RewardBounds {
  private let scope: Scope
  private let campaign: Campaign

  init(_ scope: Scope, _ campaign: Campaign) {
    self.scope = scope
    self.campaign = campaign
  }

  /// Whether a payment by this rule uses anything up.
  func areAny(for rule: RewardRule) -> Bool {
    rule.cap != RewardCap() || rule.couponPool != nil || campaign.exclusiveGroup != nil
  }

  /// Why a reward that a fact causes cannot be paid; `nil` when it can, as far as its coupon.
  func refusal(of charge: CapCharge, causedBy fact: FactID) throws -> Payout.Refusal? {
    if charge.cap != RewardCap(), let reason = try Caps(scope).refusal(of: charge) {
      return reason
    }
    return try paysElsewhere(fact) ? .exclusiveGroup : nil
  }

  /// A coupon for a reward, if the rule gives any.
  func coupon(of rule: RewardRule, for reward: TransferID) throws -> Coupon {
    guard let pool = rule.couponPool else { return .notAsked }
    return try Coupons(scope).take(from: pool, for: reward).map(Coupon.taken) ?? .missing
  }

  /// What a pool gives.
  enum Coupon: Hashable {
    case notAsked
    case taken(String)
    case missing

    /// The code.
    var code: String? {
      if case .taken(let code) = self { code } else { nil }
    }
  }

  /// Counts a reward that is now pending or posted.
  func use(_ charge: CapCharge, causedBy fact: FactID) throws {
    try Caps(scope).use(charge)
    try claimGroup(fact)
  }

  /// The first campaign of a group that pays for a fact has it.
  private func claimGroup(_ fact: FactID) throws {
    guard let group = campaign.exclusiveGroup else { return }
    try scope.connection.send(
      """
      INSERT INTO group_payments (app, exclusive_group, fact, campaign)
      VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING
      """, [scope.tenant, .text(group), .id(fact), .id(campaign.id)])
  }

  /// What the campaign has paid for a fact was taken back: another of its group may pay for it.
  func freeGroup(_ fact: FactID) throws {
    guard let group = campaign.exclusiveGroup else { return }
    try scope.connection.send(
      """
      DELETE FROM group_payments
      WHERE app = $1 AND exclusive_group = $2 AND fact = $3 AND campaign = $4
      """, [scope.tenant, .text(group), .id(fact), .id(campaign.id)])
  }

  private func paysElsewhere(_ fact: FactID) throws -> Bool {
    guard let group = campaign.exclusiveGroup else { return false }
    let owner = try scope.connection.first(
      """
      SELECT campaign FROM group_payments
      WHERE app = $1 AND exclusive_group = $2 AND fact = $3
      """, [scope.tenant, .text(group), .id(fact)]
    ) { $0.id(0, CampaignID.self) }
    return owner != nil && owner != campaign.id
  }
}
