import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

/// A reward as this vendor's clients read it.
struct SubscriberReward {
  private let reward: CampaignRewards.Reward
  private let rule: RewardRule?
  private let campaign: Campaign
  private let scope: Scope
  private var transfer: Transfer { reward.transfer }

  init(
    _ reward: CampaignRewards.Reward, _ rules: [RuleID: RewardRule], in campaign: Campaign,
    _ scope: Scope
  ) {
    self.reward = reward
    self.campaign = campaign
    self.scope = scope
    rule = reward.transfer.rule.flatMap { rules[$0] }
  }

  /// Its members.
  /// - Parameter namesReceiver: whether it says who got it.
  /// - Throws: `DatabaseError`.
  func members(to call: Call, namesReceiver: Bool) throws -> [JSON.Member] {
    let sentAt =
      [.sent, .resent].contains(reward.standing)
      ? transfer.fulfilment?.at ?? transfer.settledAt : nil
    let counts = rule.map(Self.counts)
    let told: JSON = [
      "id": .id(transfer.id), "name": .string(rule?.name ?? ""),
      "status": .string(reward.standing.rawValue), "value": .integer(transfer.amount),
      "unit": .string(transfer.unit), "total": .string("\(transfer.amount) \(transfer.unit)"),
      "referrals": .integer(counts?.referrals ?? 0),
      "referrals_type": .string(rule?.trigger.state?.rawValue ?? ""),
      "signup_type": .string(try isReferrers ? "referrer" : "referral"),
      "recurring_count": .integer(counts?.recurring ?? 0),
      "coupon_code": .string(transfer.state == .posted ? transfer.coupon ?? "" : ""),
      "coupon_group": .string(rule?.couponPool ?? ""), "image_url": "",
      "created_at": .integer(transfer.createdAt.seconds),
      "unlocked_date": .integer(transfer.createdAt.seconds),
      "sent_date": sentAt.map { .integer($0.seconds) } ?? .null,
      "referral": .string(try referral(to: call)),
    ]
    return (told.members ?? []) + (namesReceiver ? try receiver(call) : [])
  }

  /// How many referrals a rule waits for, and after how many it pays again.
  private static func counts(_ rule: RewardRule) -> (referrals: Int64, recurring: Int64) {
    guard case .referrals(let count, _, let every) = rule.trigger else { return (1, 0) }
    return (count, every ? count : 0)
  }

  /// Whether it is for having referred somebody.
  private var isReferrers: Bool {
    get throws {
      guard let referral = try transfer.referral.flatMap(Referrals(scope).find) else { return true }
      return referral.person != PersonID(transfer.to.owner)
    }
  }

  /// The mail address of who was referred, masked unless the app's server asks; empty when it is
  /// the receiver's own.
  private func referral(to call: Call) throws -> String {
    guard try isReferrers, let referral = try transfer.referral.flatMap(Referrals(scope).find),
      referral.referrer(to: call.proof.key) != nil
    else { return "" }
    return try People(scope).address(of: referral.person, to: call.proof.key)
  }

  private func receiver(_ call: Call) throws -> [JSON.Member] {
    let people = People(scope)
    let person = try people.present(PersonID(transfer.to.owner))?.id
    let part = try person.flatMap { try Referrals(scope).find($0, in: campaign.id) }
    return [
      JSON.Member("subscriber_id", .string(part?.id.subscriber ?? "")),
      JSON.Member(
        "subscriber_email",
        .string(try person.map { try people.address(of: $0, to: call.proof.key) } ?? "")),
    ]
  }
}

extension People {
  /// A person's mail address, masked unless the app's server asks; empty without one.
  /// - Throws: `DatabaseError`.
  func address(of person: PersonID, to key: KeyKind) throws -> String {
    let identity = try identities(of: person).first { $0.kind == .email }
    return (key == .secret ? identity?.value : identity?.masked) ?? ""
  }
}
