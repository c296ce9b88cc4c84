import BeckonContract
import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST …/subscribers/update_reward_status` `{reward_id, status}`. `sent` lets a reward go that is
/// held or flagged, and notes that it was handed over; `resent` notes that it was, once more;
/// `canceled` takes it back.
enum UpdateReward {
  private enum Status: String, CaseIterable {
    case sent, resent, canceled
  }

  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.list()
    let fields = try call.subscriberFields()
    guard let status = try fields.text("status").flatMap(Status.init(word:)) else {
      throw FieldError("status", "must be sent, resent or canceled")
    }
    let named = try fields.text("reward_id", max: Limits.clientIDBytes)
    guard let id = named.flatMap({ TransferID($0) }) else {
      throw Problem(ReferralHeroFailure.noReward)
    }
    return .write { scope in
      let rewards = CampaignRewards(scope, of: campaign.id)
      guard let reward = try rewards.find(id) else { throw Problem(ReferralHeroFailure.noReward) }
      switch status {
      case .sent: try send(reward, call, scope)
      case .resent: try sendAgain(reward, call, scope)
      case .canceled: try cancel(reward, scope)
      }
      guard let decided = try rewards.find(id) else { throw Problem(ReferralHeroFailure.noReward) }
      return call.answered(
        try SubscriberReward(decided, rewards.rules(), in: campaign, scope)
          .members(to: call, namesReceiver: true), .rewardUpdated)
    }
  }

  private static func send(
    _ reward: CampaignRewards.Reward, _ call: Call, _ scope: Scope
  ) throws {
    let (ledger, id) = (Ledger(scope), reward.transfer.id)
    switch reward.standing {
    case .canceled: throw FieldError("reward_id", "is of a reward that was canceled")
    case .flagged:
      let outcome = try Reviews(scope).approve(id, reason: Status.sent.rawValue)
      if case .refused(let refusal) = outcome {
        throw FieldError("reward_id", "cannot be paid now: \(refusal.rawValue)")
      }
    case .pending, .sent, .resent: break
    }
    // What its rule would hold longer goes now.
    try ledger.post(id, reason: Status.sent.rawValue)
    if reward.transfer.fulfilment == nil {
      try ledger.note(Fulfilment(.sent, at: call.now), of: id)
    }
  }

  private static func sendAgain(
    _ reward: CampaignRewards.Reward, _ call: Call, _ scope: Scope
  ) throws {
    guard [.sent, .resent].contains(reward.standing) else {
      throw FieldError(
        "reward_id", "is of a reward that is \(reward.standing.rawValue), so it was never sent")
    }
    try Ledger(scope).note(Fulfilment(.resent, at: call.now), of: reward.transfer.id)
  }

  private static func cancel(_ reward: CampaignRewards.Reward, _ scope: Scope) throws {
    let reason = Status.canceled.rawValue
    if reward.standing == .flagged {
      _ = try Reviews(scope).reject(reward.transfer.id, reason: reason)
    } else {
      try Ledger(scope).takeBack(reward.transfer.id, fact: nil, reasons: [reason])
    }
  }
}

extension ReferralHeroFailure {
  /// There is no such reward.
  fileprivate static let noReward = ReferralHeroFailure(
    .rewardNotFound, "'reward_id' is no reward of this campaign: GET …/rewards lists them.")
}
