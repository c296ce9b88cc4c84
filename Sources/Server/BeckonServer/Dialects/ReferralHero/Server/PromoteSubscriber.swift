import BeckonContract
import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST …/subscribers/‹id›/promote` and `…/unlock_promoted_reward`: the first notes that a member
/// has won, or need not wait; the second gives what rules on `promoted` pay for it.
enum PromoteSubscriber {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.list()
    return .write { scope in
      let subscriber = try call.subscriber(in: campaign, scope)
      guard subscriber.member.promotedAt == nil else {
        throw Problem(
          ReferralHeroFailure(.alreadyPromoted, "The subscriber was promoted before."))
      }
      let promoted = try Promotions(scope).promote(subscriber.member)
      return try call.answered(Subscriber(promoted, in: campaign, call, scope), .promoted)
    }
  }

  static func unlock(_ call: Call) throws -> Work {
    let campaign = try call.list()
    let named = try call.subscriberFields().text("reward_id", max: Limits.clientIDBytes)
    if let named, !campaign.rules.contains(where: { $0.id.text == named && $0.isForPromoted }) {
      throw Problem(
        ReferralHeroFailure(
          .rewardNotFound,
          "'reward_id' is no rule of the campaign on promoted members: GET …/bonuses has their ids."
        ))
    }
    return .write { scope in
      let subscriber = try call.subscriber(in: campaign, scope)
      guard subscriber.member.promotedAt != nil else {
        throw Problem(
          ReferralHeroFailure(
            .notPromoted, "The subscriber is not promoted. Call …/promote first."))
      }
      let (promotions, rule) = (Promotions(scope), named.flatMap { RuleID($0) })
      _ = try promotions.unlock(subscriber.member, in: campaign, only: rule)
      let unpaid = try promotions.unpaid(subscriber.member, in: campaign, only: rule)
      var warnings = unpaid.map { "reward: \($0.rule.rule.name) gave nothing (\($0.reason))" }
      if !campaign.rules.contains(where: \.isForPromoted) {
        warnings.append(
          "reward: the campaign has no rule on 'promoted', so there is nothing to give")
      }
      return .subscriber(try subscriber.answer(call), .unlocked, call, warnings: warnings)
    }
  }
}

extension CampaignRule {
  /// Whether it pays members who were promoted.
  fileprivate var isForPromoted: Bool { rule.trigger == .promoted }
}

/// `POST …/subscribers/‹id›/qualify` and `…/unqualify`: somebody has looked at the referral, and it
/// counts, or does not.
enum QualifyReferral {
  static func prepare(_ call: Call, counts: Bool) throws -> Work {
    let campaign = try call.list()
    return .write { scope in
      let subscriber = try call.subscriber(in: campaign, scope)
      let referral = subscriber.member.referral
      guard referral.referrer != nil else {
        throw Problem(
          ReferralHeroFailure(.referrerInvalid, "Nobody has referred this subscriber."))
      }
      guard !referral.state.isWaiting else {
        throw Problem(ReferralHeroFailure(.subscriberNotFound, MemberStep.unverified))
      }
      if counts {
        guard referral.state.isCounted else {
          throw FieldError(
            "", "cannot be qualified: the referral was taken out of the counts, which is for good")
        }
        _ = try ReferralReview(scope).approve(referral)
      } else {
        try ReferralReview(scope).reject(referral, reason: "unqualified")
      }
      let decided = try Members(scope).find(referral.id) ?? subscriber.member
      return try call.answered(
        Subscriber(decided, in: campaign, call, scope), counts ? .qualified : .unqualified)
    }
  }
}
