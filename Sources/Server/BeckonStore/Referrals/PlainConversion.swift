import BeckonEngine
import BeckonModel

/// A conversion of which one look tells all that it does: the referral moves on, its referrer's
/// counts move, and rewards are paid for which nothing need be asked.
struct PlainConversion {
  /// Its place in the batch.
  let place: Int
  /// The referral as it will be.
  let referral: Referral
  let fact: NewFact
  /// `nil` when nobody referred the person.
  let move: ReferralMove?
  let paid: [Transfer]

  /// `nil` when it is not plain.
  init?(
    _ conversion: Conversion, _ scope: Scope, _ standing: ConversionStanding, at place: Int
  ) {
    var referral = standing.referral
    let campaign = conversion.campaign.agreed(with: referral)
    let decision = StepDecision(
      conversion.step, from: referral.state, goal: campaign.goal, after: standing.steps)
    // Those of which a webhook wants to know more go one by one.
    let interest = scope.app.webhookInterest
    guard ![.conversion, .reward, .rewardHeld].contains(where: interest.wants),
      !standing.isAnswered, !standing.isReversed,
      campaign.rules.allSatisfy({ $0.rule.level == 1 && !$0.rule.trigger.waitsForCount }),
      decision.reached.count == 1
    else { return nil }
    let chain = ReferrerChain(nearest: referral)
    let context = RewardContext(
      referral, chain, MovingFact(conversion, isReversed: false), now: scope.now,
      isCampaignPaying: campaign.schedule.pays(at: scope.now))
    let payouts = Payouts(scope, campaign, present: standing.present)
    guard let paid = payouts.plain(.state(decision.state), in: context) else { return nil }
    referral.state = decision.state
    self.place = place
    self.referral = referral
    self.paid = paid
    fact = standing.fact(of: conversion, at: scope.now)
    move = referral.countedReferrer.flatMap { decision.moves(of: $0, in: campaign.id).first }
  }
}
