import BeckonBasics
import BeckonEngine
import BeckonModel

/// Carries out what the rules decide: a transfer, a hold, or a refusal that can be read later.
struct Payments {
  private let scope: Scope
  private let campaign: Campaign
  private let present: [PersonID]

  /// Pays by a campaign's rules. Of those who are `present` it is known that they can be paid.
  init(_ scope: Scope, _ campaign: Campaign, present: [PersonID]) {
    self.scope = scope
    self.campaign = campaign
    self.present = present
  }

  /// Pays what the campaign's rules pay for an occurrence, and gives the new transfers. What was
  /// paid before is passed over. A fact that was taken back pays nothing.
  func pay(
    _ occurrence: Occurrence, in context: RewardContext, isReversed: Bool
  ) throws -> [Transfer] {
    try Payout.all(by: campaign.rules, on: occurrence, in: context).compactMap { payout in
      let id = Self.transferID(of: payout.key)
      if let refusal = try refusal(of: payout, isReversed) {
        try refuse(id, payout, context, refusal)
        return nil
      }
      return try isBounded(payout.rule)
        ? payBounded(id, payout, context) : payFreely(id, payout, context)
    }
  }

  /// What the rules pay for an occurrence, when nothing need be asked first and nothing is refused;
  /// else `nil`.
  func plain(_ occurrence: Occurrence, in context: RewardContext) -> [Transfer]? {
    var transfers: [Transfer] = []
    for payout in Payout.all(by: campaign.rules, on: occurrence, in: context) {
      // Of this refusal nobody keeps anything.
      if payout.disposition == .refuse(.noReferral) { continue }
      if case .refuse = payout.disposition { return nil }
      guard !isBounded(payout.rule), present.contains(payout.beneficiary) else { return nil }
      transfers.append(transfer(Self.transferID(of: payout.key), payout, context, coupon: nil))
    }
    return transfers
  }

  /// Whether a payment uses something up, which what was paid before must not use up again.
  private func isBounded(_ rule: RewardRule) -> Bool {
    rule.cap != RewardCap() || rule.couponPool != nil || campaign.exclusiveGroup != nil
  }

  /// The transfer itself tells whether it was made before.
  private func payFreely(
    _ id: TransferID, _ payout: Payout, _ context: RewardContext
  ) throws -> Transfer? {
    let transfer = transfer(id, payout, context, coupon: nil)
    switch try Ledger(scope).pay(transfer) {
    case .done: return transfer
    case .isThere: return nil
    case .balanceFull:
      try refuse(id, payout, context, .balanceFull)
      return nil
    }
  }

  private func payBounded(
    _ id: TransferID, _ payout: Payout, _ context: RewardContext
  ) throws -> Transfer? {
    guard try !isRecorded(id) else { return nil }
    if let refusal = try boundRefusal(of: payout, context) {
      try refuse(id, payout, context, refusal)
      return nil
    }
    var coupon: String?
    if let pool = payout.rule.couponPool {
      coupon = try Coupons(scope).take(from: pool, for: id)
      guard coupon != nil else {
        try refuse(id, payout, context, .noCoupon)
        return nil
      }
    }
    let transfer = transfer(id, payout, context, coupon: coupon)
    // Another transaction has paid it since: nothing of this one, coupon and caps, may stay.
    guard try Ledger(scope).record(transfer) else {
      throw DatabaseError.unavailable("the reward is being paid by another request")
    }
    try Caps(scope).use(payout)
    try claimGroup(context.fact)
    return transfer
  }

  /// The same key gives the same id, for ever. It begins as its cause does, so that the ledger
  /// grows where the referrals grow and not all over; what follows is 64 bits of the key's hash.
  static func transferID(of key: PayoutKey) -> TransferID {
    let digest = Identifier(
      hashing: "reward", key.rule.text, key.cause.text, key.firing, key.role.rawValue)
    return TransferID(Identifier(high: key.cause.high, low: digest.low))
  }

  private func transfer(
    _ id: TransferID, _ payout: Payout, _ context: RewardContext, coupon: String?
  ) -> Transfer {
    var state = TransferState.posted
    var dueAt: Instant?
    var reasons: [String] = []
    switch payout.disposition {
    case .post, .refuse: break
    case .hold(let until): (state, dueAt) = (.pending, until)
    case .review(let why): (state, reasons) = (.inReview, why)
    }
    return Transfer(
      id: id, kind: .reward, from: .budget(campaign.id), to: .person(payout.beneficiary),
      amount: payout.rule.amount, unit: payout.rule.unit, state: state, dueAt: dueAt,
      campaign: campaign.id, rule: payout.key.rule, referral: context.referral,
      fact: context.fact, reasons: reasons, coupon: coupon, createdAt: scope.now,
      settledAt: state == .posted ? scope.now : nil)
  }

  private func isRecorded(_ id: TransferID) throws -> Bool {
    try scope.connection.first(
      "SELECT 1 FROM transfers WHERE app = $1 AND id = $2", [scope.tenant, .id(id)]
    ) { _ in true } ?? false
  }

  private func refusal(of payout: Payout, _ isReversed: Bool) throws -> Payout.Refusal? {
    if case .refuse(let reason) = payout.disposition { return reason }
    guard try isPresent(payout.beneficiary) else { return .erased }
    return isReversed ? .refunded : nil
  }

  private func isPresent(_ person: PersonID) throws -> Bool {
    try present.contains(person) || People(scope).isPresent(person)
  }

  private func boundRefusal(
    of payout: Payout, _ context: RewardContext
  ) throws -> Payout.Refusal? {
    if payout.rule.cap != RewardCap(), let reason = try Caps(scope).refusal(of: payout) {
      return reason
    }
    let balance = try Ledger(scope).balance(of: payout.beneficiary, payout.rule.unit)
    guard max(balance.posted, 0) <= Limits.balanceMax - max(balance.pending, 0) - payout.rule.amount
    else { return .balanceFull }
    return try paysElsewhere(context.fact) ? .exclusiveGroup : nil
  }

  /// What nobody could expect to be paid is not worth a row: a fact of a person without a referral.
  /// Nor is what was paid before.
  private func refuse(
    _ id: TransferID, _ payout: Payout, _ context: RewardContext, _ reason: Payout.Refusal
  ) throws {
    guard reason != .noReferral, try !isRecorded(id) else { return }
    try scope.connection.send(
      """
      INSERT INTO refusals (app, id, rule, referral, person, fact, reason, at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (app, id) DO UPDATE SET reason = excluded.reason, fact = excluded.fact
      """,
      [
        scope.tenant, .id(id), .id(payout.key.rule), .id(context.referral),
        .id(payout.beneficiary), .id(context.fact), .text(reason.rawValue), scope.time,
      ])
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
