import BeckonModel

extension Transfer {
  /// The transfer that carries a payout out.
  /// - Parameter coupon: the code that comes with it.
  public init(
    _ id: TransferID, paying payout: Payout, of campaign: CampaignID, in context: RewardContext,
    coupon: String?, at now: Instant
  ) {
    var state = TransferState.posted
    var dueAt: Instant?
    switch payout.disposition {
    case .post, .refuse: break
    case .hold(let until): (state, dueAt) = (.pending, until)
    case .review: state = .inReview
    }
    self.init(
      id: id, kind: .reward, from: .budget(campaign), to: .person(payout.beneficiary),
      amount: payout.rule.amount, unit: payout.rule.unit, state: state, dueAt: dueAt,
      campaign: campaign, rule: payout.key.rule, referral: context.referral, fact: context.fact,
      reasons: payout.disposition.reasons, coupon: coupon, createdAt: now,
      settledAt: state == .posted ? now : nil)
  }
}
