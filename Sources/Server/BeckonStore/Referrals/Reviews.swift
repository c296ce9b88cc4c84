import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Decides about rewards that wait for somebody's decision.
public struct Reviews {
  private let scope: Scope
  private var ledger: Ledger { Ledger(scope) }
  private var release: Release { Release(scope) }

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

  /// Lets a transfer go: posts it, or, while its rule still holds it, leaves it pending until then.
  /// Only now does it count for its rule's caps and take its coupon.
  /// - Throws: `DatabaseError`.
  public func approve(_ id: TransferID, reason: String) throws -> Outcome {
    guard let transfer = try ledger.find(id) else { return .unknown }
    guard transfer.state == .inReview else { return .notInReview(transfer.state) }
    if let refusal = try release.useUp(transfer) { return .refused(refusal) }
    try note(.approved, of: id)
    try ReferralReview(scope).approve(transfer)
    try release.letGo(transfer, reason: reason)
    return try decided(id)
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

  private func note(_ decision: RecordedReward.Review, of id: TransferID) throws {
    try scope.connection.send(
      "UPDATE transfers SET review = $3 WHERE app = $1 AND id = $2",
      [scope.tenant, .id(id), .text(decision.rawValue)])
  }
}
