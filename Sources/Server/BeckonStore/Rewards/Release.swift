import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Lets rewards go that were in review. Only now do they count for their rules' caps and take their
/// coupons.
struct Release {
  private let scope: Scope
  private var ledger: Ledger { Ledger(scope) }

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// The reason of what was let go without a review.
  static let released = "reason_gone"

  /// Lets a reward go about which nobody need decide any more. One that cannot be paid now stays
  /// in review, and says why.
  func release(_ transfer: Transfer) throws {
    if let refusal = try useUp(transfer) {
      try ledger.discard(transfer)
      try ledger.record(transfer.held(for: transfer.to, reasons: [refusal.rawValue]))
    } else {
      try letGo(transfer, reason: Self.released)
    }
  }

  /// Posts a reward, or, while its rule still holds it, leaves it pending until then.
  func letGo(_ transfer: Transfer, reason: String) throws {
    let dueAt = transfer.createdAt.adding(
      milliseconds: try rule(of: transfer)?.holdMilliseconds ?? 0)
    if dueAt > scope.now {
      try ledger.hold(transfer, until: dueAt, reason: reason)
    } else {
      try ledger.post(transfer.id, reason: reason)
    }
  }

  /// Counts a reward for caps and takes its coupon; the reason when it cannot be had.
  func useUp(_ transfer: Transfer) throws -> Payout.Refusal? {
    guard let campaign = transfer.campaign.flatMap(scope.app.campaign),
      let rule = try rule(of: transfer), let id = transfer.rule, let fact = transfer.fact
    else { return nil }
    let bounds = RewardBounds(scope, campaign)
    guard bounds.areAny(for: rule) else { return nil }
    let charge = CapCharge(
      rule: id, person: PersonID(transfer.to.owner), amount: transfer.amount, cap: rule.cap,
      at: transfer.createdAt)
    if let refusal = try bounds.refusal(of: charge, causedBy: fact) { return refusal }
    let coupon = try bounds.coupon(of: rule, for: transfer.id)
    guard coupon != .missing else { return .noCoupon }
    if let code = coupon.code { try ledger.give(code, to: transfer.id) }
    try bounds.use(charge, causedBy: fact)
    return nil
  }

  /// The rule as it is today, or as the referral was promised it; `nil` when it was retired, and
  /// then nothing bounds it.
  private func rule(of transfer: Transfer) throws -> RewardRule? {
    guard let campaign = transfer.campaign.flatMap(scope.app.campaign) else { return nil }
    let madeAt = campaign.terms == .atReferral ? try referralTime(of: transfer) : nil
    let rules = (madeAt.map(campaign.agreed(at:)) ?? campaign).rules
    return rules.first { $0.id == transfer.rule }?.rule
  }

  private func referralTime(of transfer: Transfer) throws -> Instant? {
    guard let referral = transfer.referral else { return nil }
    return try scope.connection.first(
      "SELECT COALESCE(referred_at, joined_at) FROM referrals WHERE app = $1 AND id = $2",
      [scope.tenant, .id(referral)]
    ) { $0.instant(0) }
  }
}
