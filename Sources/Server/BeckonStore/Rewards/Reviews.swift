import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Decides about rewards that wait for somebody's decision.
public struct Reviews {
  private let scope: Scope
  private var ledger: Ledger { Ledger(scope) }

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// What became of a decision.
  public enum Outcome: Sendable {
    /// The transfer as it is now.
    case decided(Transfer)
    /// It is not in review.
    case notInReview(TransferState)
    /// It cannot be paid, and stays in review.
    case refused(Payout.Refusal)
    /// There is no such transfer.
    case unknown
  }

  /// How a review ended; the raw value stands in the database.
  enum Decision: String, CaseIterable {
    case approved, rejected
  }

  /// Lets a transfer go: posts it, or, while its rule still holds it, leaves it pending until then.
  /// Only now does it count for its rule's caps and take its coupon.
  /// - Throws: `DatabaseError`.
  public func approve(_ id: TransferID, reason: String) throws -> Outcome {
    guard let transfer = try ledger.find(id) else { return .unknown }
    guard transfer.state == .inReview else { return .notInReview(transfer.state) }
    if let refusal = try useUp(transfer) { return .refused(refusal) }
    try note(.approved, of: id)
    try ReferralReview(scope).approve(transfer)
    try letGo(transfer, reason: reason)
    return try decided(id)
  }

  /// Lets a transfer go about which nobody need decide any more. One that cannot be paid now stays
  /// in review, and says why.
  func release(_ transfer: Transfer) throws {
    if let refusal = try useUp(transfer) {
      try ledger.discard(transfer)
      try ledger.record(transfer.held(for: transfer.to, reasons: [refusal.rawValue]))
    } else {
      try letGo(transfer, reason: Self.released)
    }
  }

  /// The reason of what was let go without a review.
  static let released = "reason_gone"

  private func letGo(_ transfer: Transfer, reason: String) throws {
    let dueAt = transfer.createdAt.adding(milliseconds: rule(of: transfer)?.holdMilliseconds ?? 0)
    if dueAt > scope.now {
      try ledger.hold(transfer, until: dueAt, reason: reason)
    } else {
      try ledger.post(transfer.id, reason: reason)
    }
  }

  /// Gives a transfer up. What was held for a client's fact alone is revived when the app's server
  /// tells the same.
  /// - Throws: `DatabaseError`.
  public func reject(_ id: TransferID, reason: String) throws -> Outcome {
    guard let transfer = try ledger.find(id) else { return .unknown }
    guard transfer.state == .inReview else { return .notInReview(transfer.state) }
    try ledger.void(id, reason: reason)
    try note(.rejected, of: id)
    return try decided(id)
  }

  private func decided(_ id: TransferID) throws -> Outcome {
    try ledger.find(id).map(Outcome.decided) ?? .unknown
  }

  private func note(_ decision: Decision, of id: TransferID) throws {
    try scope.connection.send(
      "UPDATE transfers SET review = $3 WHERE app = $1 AND id = $2",
      [scope.tenant, .id(id), .text(decision.rawValue)])
  }

  /// The rule as it is today; `nil` when it was retired, and then nothing bounds it.
  private func rule(of transfer: Transfer) -> RewardRule? {
    let rules = transfer.campaign.flatMap(scope.app.campaign)?.rules ?? []
    return rules.first { $0.id == transfer.rule }?.rule
  }

  /// Counts the transfer for caps and takes its coupon; the reason when it cannot be had.
  private func useUp(_ transfer: Transfer) throws -> Payout.Refusal? {
    guard let campaign = transfer.campaign.flatMap(scope.app.campaign),
      let rule = rule(of: transfer), let id = transfer.rule, let fact = transfer.fact
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
}
