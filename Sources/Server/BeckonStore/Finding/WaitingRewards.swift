import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Rewards that are held: until a time, or until somebody decides. Each with the fact and the
/// referral that caused it.
public struct WaitingRewards {
  /// Most that are decided about together, so that nobody else waits long.
  public static let decidedMax = 200

  private let scope: Scope
  private var ledger: Ledger { Ledger(scope) }

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// A page, the last made first.
  /// - Throws: `DatabaseError`.
  public func page(
    _ filter: FoundTransfers.Filter, behind place: ListPlace?, limit: Int
  ) throws -> FoundRows {
    let walks = FoundTransfers(scope).walks(filter, describe)
    return try ListWalk.page(of: walks, behind: place, limit: limit)
  }

  private func describe(_ transfer: Transfer) throws -> JSON {
    .object([
      "transfer": transfer.json, "fact": try transfer.fact.map(fact),
      "referral": try transfer.referral.flatMap(Referrals(scope).find)?.json(to: .secret),
    ])
  }

  /// A fact as it is stored, as long as it is kept. It is found by the time at which it was
  /// received: of one with an id of the sender's own that is noted with the id, of Beckon's own it
  /// is in the id.
  private func fact(_ id: FactID) throws -> JSON {
    let received = try Facts(scope).claimed(id) ?? id.identifier.instant
    let stored = try scope.connection.first(
      """
      SELECT name, at, trust, properties FROM facts {by facts_by_time}
      WHERE app = $1 AND received_at = $2 AND id = $3
      """, [scope.tenant, .instant(received), .id(id)]
    ) { row in
      [
        "id": .id(id), "name": .string(row.text(0)), "at": .instant(row.instant(1)),
        "received_at": .instant(received), "trust": .string(row.text(2)),
        "properties": try row.json(3),
      ] as JSON
    }
    return stored ?? ["id": .id(id)]
  }

  // MARK: Deciding

  /// What is decided.
  public enum Decision: String, CaseIterable, Sendable {
    /// What waits for a decision goes on; its rule may still hold it for a time.
    case approve
    /// It is given up.
    case reject
    /// It is paid now, also before its time.
    case release
  }

  /// What became of one.
  public enum Outcome: Sendable {
    /// It is as was decided, by this.
    case done(Transfer)
    /// It was so before.
    case unchanged(Transfer)
    /// It cannot be paid, and stays in review.
    case refused(Payout.Refusal)
    /// It is no longer held, and was decided otherwise; or it is no reward.
    case notHeld(Transfer)
    /// There is no such transfer.
    case unknown
  }

  /// The ids that a filter finds; `nil` when it finds more than may be decided about together, or
  /// would have to look at too many.
  /// - Throws: `DatabaseError`.
  public func ids(_ filter: FoundTransfers.Filter) throws -> [TransferID]? {
    let walks = FoundTransfers(scope).walks(filter) { .id($0.id) }
    let found = try ListWalk.page(of: walks, behind: nil, limit: Self.decidedMax)
    guard found.next == nil else { return nil }
    return found.rows.compactMap { $0.json.string.flatMap { TransferID($0) } }
  }

  /// Decides about one. The same decision again changes nothing.
  /// - Throws: `DatabaseError`.
  public func decide(_ decision: Decision, _ id: TransferID, reason: String?) throws -> Outcome {
    guard let transfer = try ledger.find(id) else { return .unknown }
    guard transfer.kind == .reward else { return .notHeld(transfer) }
    switch (transfer.state, decision) {
    case (.inReview, .reject):
      return outcome(try Reviews(scope).reject(id, reason: reason ?? "rejected"))
    case (.inReview, .approve):
      return outcome(try Reviews(scope).approve(id, reason: reason ?? "approved"))
    case (.inReview, .release):
      let approved = try Reviews(scope).approve(id, reason: reason ?? "released")
      guard case .decided(let transfer) = approved, transfer.state == .pending else {
        return outcome(approved)
      }
      try ledger.post(id)
      return try done(id)
    case (.pending, .release):
      try ledger.post(id, reason: reason ?? "released")
      return try done(id)
    case (.pending, .reject):
      try ledger.void(id, reason: reason ?? "rejected")
      return try done(id)
    case (.pending, .approve), (.posted, .approve), (.posted, .release), (.voided, .reject):
      return .unchanged(transfer)
    case (.posted, .reject), (.voided, .approve), (.voided, .release):
      return .notHeld(transfer)
    }
  }

  private func done(_ id: TransferID) throws -> Outcome {
    try ledger.find(id).map(Outcome.done) ?? .unknown
  }

  private func outcome(_ review: Reviews.Outcome) -> Outcome {
    switch review {
    case .decided(let transfer): .done(transfer)
    case .refused(let refusal): .refused(refusal)
    case .notInReview, .unknown: .unknown
    }
  }
}
