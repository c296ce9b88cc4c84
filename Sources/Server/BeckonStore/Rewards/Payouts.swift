import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Carries out what the rules decide: a transfer, a hold, or a refusal that can be read later.
struct Payouts {
  private let scope: Scope
  private let campaign: Campaign
  private let present: [PersonID]

  private var ledger: Ledger { Ledger(scope) }
  private var bounds: RewardBounds { RewardBounds(scope, campaign) }

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
      let refusal = try payout.refusal(isReversed: isReversed) {
        try isPresent(payout.beneficiary)
      }
      if let refusal {
        try refuse(id, payout, context, refusal)
        return nil
      }
      return try isBounded(payout)
        ? payBounded(id, payout, context) : payFreely(id, payout, context)
    }
  }

  /// The ids of the rewards that the rules pay for an occurrence, paid before or not; without those
  /// that they refuse.
  func rewards(for occurrence: Occurrence, in context: RewardContext) -> Set<TransferID> {
    let payouts = Payout.all(by: campaign.rules, on: occurrence, in: context).filter {
      if case .refuse = $0.disposition { false } else { true }
    }
    return Set(payouts.map { Self.transferID(of: $0.key) })
  }

  /// What the rules pay for an occurrence, when nothing need be asked first and nothing is refused;
  /// else `nil`.
  func plain(_ occurrence: Occurrence, in context: RewardContext) -> [Transfer]? {
    var transfers: [Transfer] = []
    for payout in Payout.all(by: campaign.rules, on: occurrence, in: context) {
      // Of this refusal nobody keeps anything.
      if payout.disposition == .refuse(.noReferral) { continue }
      if case .refuse = payout.disposition { return nil }
      guard !isBounded(payout), !payout.waitsForServer, present.contains(payout.beneficiary) else {
        return nil
      }
      transfers.append(transfer(Self.transferID(of: payout.key), payout, context, coupon: nil))
    }
    return transfers
  }

  /// Whether a payment uses something up, which what was paid before must not use up again.
  private func isBounded(_ payout: Payout) -> Bool {
    !payout.disposition.isReview && bounds.areAny(for: payout.rule)
  }

  /// The transfer itself tells whether it was made before.
  private func payFreely(
    _ id: TransferID, _ payout: Payout, _ context: RewardContext
  ) throws -> Transfer? {
    if payout.waitsForServer, try isReviewFull(for: payout), try !isRecorded(id) {
      try refuse(Self.overflow(of: payout), payout, context, .tooManyInReview)
      return nil
    }
    let transfer = transfer(id, payout, context, coupon: nil)
    switch try ledger.pay(transfer) {
    case .done: return transfer
    case .isThere: return try payAnew(id, payout, context)
    case .balanceFull:
      try refuse(id, payout, context, .balanceFull)
      return nil
    }
  }

  /// Whether so many of a client's facts wait for a review of this rule and beneficiary that no
  /// further one does.
  private func isReviewFull(for payout: Payout) throws -> Bool {
    let waiting = try scope.connection.rows(
      """
      SELECT 1 FROM transfers {by transfers_in_review}
      WHERE app = $1 AND to_owner = $2 AND rule = $3 AND state = 'in_review'
        AND reasons LIKE $4 LIMIT $5
      """,
      [
        scope.tenant, .id(payout.beneficiary), .id(payout.key.rule),
        .text("%\"\(RecordedReward.clientFact)\"%"),
        .integer(Int64(Payout.clientFactsInReviewMax)),
      ]
    ) { _ in true }
    return waiting.count == Payout.clientFactsInReviewMax
  }

  /// One refusal stands for all that found the review full: there may be any number.
  private static func overflow(of payout: Payout) -> TransferID {
    TransferID(
      Identifier(hashing: "too many in review", payout.key.rule.text, payout.beneficiary.text))
  }

  private func payBounded(
    _ id: TransferID, _ payout: Payout, _ context: RewardContext
  ) throws -> Transfer? {
    try isRecorded(id)
      ? payAnew(id, payout, context) : pay(id, payout, context, inPlaceOf: nil)
  }

  /// Pays in place of a recorded reward that rests on a client's word alone, or after one that was
  /// taken back because that was not true, if this fact is the server's; else what is recorded
  /// stands.
  private func payAnew(
    _ id: TransferID, _ payout: Payout, _ context: RewardContext
  ) throws -> Transfer? {
    // In most cases a client's fact comes twice, and nothing need be asked.
    guard context.trust == .server, let recorded = try ledger.successor(of: id) else { return nil }
    switch try ledger.recorded(recorded).successor(heldFor: payout.disposition.reasons) {
    case .none: return nil
    case .inPlace: return try pay(recorded.id, payout, context, inPlaceOf: recorded)
    case .beside:
      return try pay(Ledger.renewal(of: recorded.id), payout, context, inPlaceOf: nil)
    }
  }

  private func pay(
    _ id: TransferID, _ payout: Payout, _ context: RewardContext, inPlaceOf old: Transfer?
  ) throws -> Transfer? {
    let charge = CapCharge(payout, at: scope.now)
    let isCounted = isBounded(payout)
    if let refusal = try boundRefusal(of: charge, payout, context, isCounted, old) {
      try refuse(id, payout, context, refusal, inPlaceOf: old)
      return nil
    }
    let coupon = isCounted ? try bounds.coupon(of: payout.rule, for: id) : .notAsked
    guard coupon != .missing else {
      try refuse(id, payout, context, .noCoupon, inPlaceOf: old)
      return nil
    }
    if let old { try ledger.discard(old) }
    let transfer = transfer(id, payout, context, coupon: coupon.code)
    // Another transaction has paid it since: nothing of this one, coupon and caps, may stay.
    guard try ledger.record(transfer) else {
      throw DatabaseError.unavailable("the reward is being paid by another request")
    }
    if isCounted { try bounds.use(charge, causedBy: context.fact) }
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
    Transfer(id, paying: payout, of: campaign.id, in: context, coupon: coupon, at: scope.now)
  }

  private func isRecorded(_ id: TransferID) throws -> Bool {
    try scope.connection.first(
      "SELECT 1 FROM transfers WHERE app = $1 AND id = $2", [scope.tenant, .id(id)]
    ) { _ in true } ?? false
  }

  private func isPresent(_ person: PersonID) throws -> Bool {
    try present.contains(person) || People(scope).isPresent(person)
  }

  private func boundRefusal(
    of charge: CapCharge, _ payout: Payout, _ context: RewardContext, _ isCounted: Bool,
    _ old: Transfer?
  ) throws -> Payout.Refusal? {
    if isCounted, let reason = try bounds.refusal(of: charge, causedBy: context.fact) {
      return reason
    }
    let balance = try ledger.balance(of: payout.beneficiary, payout.rule.unit)
    // What the reward is to replace is in the balance already.
    let freed =
      old?.state == .inReview && old?.to == .person(payout.beneficiary)
      ? old?.amount ?? 0 : 0
    let taken = max(balance.pending - freed, 0)
    guard max(balance.posted, 0) <= Limits.balanceMax - taken - payout.rule.amount else {
      return .balanceFull
    }
    return nil
  }

  /// What waits in review goes on waiting, now for this reason: why it waited is gone.
  private func refuse(
    _ id: TransferID, _ payout: Payout, _ context: RewardContext, _ reason: Payout.Refusal,
    inPlaceOf old: Transfer?
  ) throws {
    guard let old, old.state == .inReview else {
      return try refuse(id, payout, context, reason)
    }
    try ledger.discard(old)
    try ledger.record(old.held(for: old.to, reasons: [reason.rawValue]))
  }

  /// What nobody could expect to be paid is not worth a row: a fact of a person without a referral.
  /// Nor is what was paid before.
  private func refuse(
    _ id: TransferID, _ payout: Payout, _ context: RewardContext, _ reason: Payout.Refusal
  ) throws {
    guard reason != .noReferral, try !isPaid(id) else { return }
    let row: SQL.Row = [
      "app": scope.tenant, "id": .id(id), "rule": .id(payout.key.rule),
      "referral": .id(context.referral), "person": .id(payout.beneficiary),
      "fact": .id(context.fact), "reason": .text(reason.rawValue), "at": scope.time,
    ]
    try scope.connection.send(
      """
      INSERT INTO refusals \(row: row)
      ON CONFLICT (app, id) DO UPDATE SET reason = excluded.reason, fact = excluded.fact
      """)
  }

  /// Whether it is recorded and no longer in review.
  private func isPaid(_ id: TransferID) throws -> Bool {
    try scope.connection.first(
      "SELECT 1 FROM transfers WHERE app = $1 AND id = $2 AND state <> 'in_review'",
      [scope.tenant, .id(id)]
    ) { _ in true } ?? false
  }
}
