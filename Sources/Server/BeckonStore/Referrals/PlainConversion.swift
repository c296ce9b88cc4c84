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
    let campaign = conversion.campaign
    var referral = standing.referral
    var progress = ReferralProgress(goal: campaign.goal, recorded: standing.steps)
    let counted = progress.applied > 0 ? referral.state : nil
    // Those of whom a webhook wants to hear go one by one, through the outbox.
    let interest = scope.app.webhookInterest
    guard !interest.wants(.conversion), !interest.wants(.reward), !standing.isAnswered,
      !standing.isReversed, referral.state.isCounted,
      campaign.rules.allSatisfy({ $0.rule.level == 1 && !$0.rule.trigger.waitsForCount }),
      case .advanced(let states) = progress.record(conversion.step), states.count == 1,
      let state = states.first
    else { return nil }
    var chain = ReferrerChain()
    if let referrer = referral.referrer {
      chain.add(referrer, isClaimed: referral.isReferrerClaimed)
    }
    let context = RewardContext(
      referral, chain, MovingFact(conversion, isReversed: false), now: scope.now)
    let payments = Payments(scope, campaign, present: standing.present)
    guard let paid = payments.plain(.state(state), in: context) else { return nil }
    referral.state = state
    self.place = place
    self.referral = referral
    self.paid = paid
    fact = standing.fact(of: conversion, at: scope.now)
    move = referral.referrer.map { referrer in
      ReferralMove(person: referrer, campaign: campaign.id, old: counted, new: state)
    }
  }
}
