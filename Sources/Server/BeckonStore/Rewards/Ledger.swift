import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The double-entry ledger. A transfer is one row with two sides; people's balances are kept beside
/// it in the same transaction, all other accounts are sums over the transfers, so that no row is
/// hot.
public struct Ledger {
  let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Records a transfer and moves the balances of the people in it. `false`, and nothing moves,
  /// when one of this id is there already: a reward is paid once.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func record(_ transfer: Transfer) throws -> Bool {
    guard try insert(transfer) else { return false }
    switch transfer.state {
    case .posted: try move(transfer, posted: 1, pending: 0)
    case .pending, .inReview: try move(transfer, posted: 0, pending: 1)
    case .voided: return true
    }
    try publish(transfer)
    return true
  }

  /// What became of a reward.
  enum Outcome {
    case done
    /// It was paid before.
    case isThere
    /// The beneficiary's balance would pass `Limits.balanceMax`; nothing was recorded.
    case balanceFull
  }

  /// Records a reward, if the balance of the beneficiary has room for it.
  func pay(_ reward: Transfer) throws -> Outcome {
    guard try insert(reward) else { return .isThere }
    let isPosted = reward.state == .posted
    let moved = try scope.connection.run(
      """
      INSERT INTO balances (app, person, unit, posted, pending) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (app, person, unit) DO UPDATE SET
        posted = balances.posted + excluded.posted,
        pending = balances.pending + excluded.pending
      WHERE balances.posted <= $6 AND balances.pending <= $6
        AND balances.posted <= $6 - balances.pending
      """,
      [
        scope.tenant, .identifier(reward.to.owner), .text(reward.unit),
        .integer(isPosted ? reward.amount : 0), .integer(isPosted ? 0 : reward.amount),
        .integer(Limits.balanceMax - reward.amount),
      ])
    guard moved == 0 else {
      if isPosted { try Points(scope).count(reward) }
      try publish(reward)
      return .done
    }
    // So rare that to take it away again is cheaper than to look at every balance first.
    try scope.connection.send(
      "DELETE FROM transfers WHERE app = $1 AND id = $2", [scope.tenant, .id(reward.id)])
    return .balanceFull
  }

  private func publish(
    _ transfer: Transfer, current: (() throws -> Transfer?)? = nil
  ) throws {
    let feed = Feed(scope)
    if let row = try transfer.feedRow(feed, current: current) { try feed.publish([row]) }
  }

  private func insert(_ transfer: Transfer) throws -> Bool {
    try scope.connection.insertNew([transfer.row(of: scope.tenant)], by: Transfer.insertion)[0]
  }

  /// Posts a transfer that is pending or in review; `false` when it is neither.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func post(_ id: TransferID, reason: String? = nil) throws -> Bool {
    guard let transfer = try settle(id, to: .posted, [reason].compactMap { $0 }) else {
      return false
    }
    try move(transfer, posted: 1, pending: -1)
    try publish(transfer) { try find(id) }
    return true
  }

  /// Holds a transfer that was in review until a time, when it is posted. Only now does it count
  /// for the caps of its rule.
  func hold(_ transfer: Transfer, until dueAt: Instant, reason: String) throws {
    let reasons = JSON.array((transfer.reasons + [reason]).map(JSON.string))
    try scope.connection.send(
      """
      UPDATE transfers SET state = 'pending', due_at = $3, reasons = $4, charged_at = $5
      WHERE app = $1 AND id = $2
      """, [scope.tenant, .id(transfer.id), .instant(dueAt), .text(reasons.text), scope.time])
  }

  /// Gives a transfer its coupon's code.
  func give(_ coupon: String, to id: TransferID) throws {
    try scope.connection.send(
      "UPDATE transfers SET coupon = $3 WHERE app = $1 AND id = $2",
      [scope.tenant, .id(id), .text(coupon)])
  }

  /// Takes away a reward that is in review or was given up, because another is recorded in its
  /// place.
  func discard(_ reward: Transfer) throws {
    if reward.state == .inReview { try move(reward, posted: 0, pending: -1) }
    try scope.connection.send(
      "DELETE FROM transfers WHERE app = $1 AND id = $2 AND state IN ('in_review', 'voided')",
      [scope.tenant, .id(reward.id)])
    try Feed(scope).publishChange(.topic(.rewardHeld), [reward.id.identifier])
  }

  /// Gives a transfer up that is pending or in review; `false` when it is neither.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func void(_ id: TransferID, reason: String) throws -> Bool {
    try void(id, reasons: [reason], isReplaced: false)
  }

  /// One that is replaced by another leaves that one its coupon and its share of the caps.
  private func void(_ id: TransferID, reasons: [String], isReplaced: Bool) throws -> Bool {
    guard let transfer = try settle(id, to: .voided, reasons) else { return false }
    try move(transfer, posted: 0, pending: -1)
    try Feed(scope).publishChange(.topic(.rewardHeld), [id.identifier])
    // What was in review has used up nothing yet.
    guard !isReplaced, transfer.state == .pending else { return true }
    // Nobody has seen the coupon, since it shows only with a posted reward.
    if transfer.coupon != nil { try Coupons(scope).giveBack(from: id) }
    try Caps(scope).giveBack(transfer, chargedAt: chargedAt(id) ?? transfer.createdAt)
    return true
  }

  /// When a pending reward that was in review first counted for caps; `nil` for one that counted
  /// since it was recorded.
  private func chargedAt(_ id: TransferID) throws -> Instant? {
    try scope.connection.first(
      "SELECT charged_at FROM transfers WHERE app = $1 AND id = $2", [scope.tenant, .id(id)]
    ) { $0.optionalInstant(0) } ?? nil
  }

  /// Records a held reward for another person, to whom the first one is merged.
  func reassign(_ held: Transfer, to person: PersonID) throws {
    let replacement = Self.replacement(ofMerged: held.id)
    _ = try void(held.id, reasons: [RecordedReward.merged], isReplaced: true)
    try record(held.merged(into: person, id: replacement))
    try scope.connection.send(
      """
      UPDATE transfers SET charged_at = (
        SELECT charged_at FROM transfers WHERE app = $1 AND id = $2)
      WHERE app = $1 AND id = $3
      """, [scope.tenant, .id(held.id), .id(replacement)])
    if held.coupon != nil { try Coupons(scope).move(from: held.id, to: replacement) }
  }

  /// Takes a reward back: voids it while it is not posted, else moves the full amount from the
  /// person to the clawback account, even if the balance goes below zero. The clawback's id is
  /// derived from the reward's, so it happens once. Gives the clawback, or the voided reward; `nil`
  /// when there is nothing left to take back.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func takeBack(_ id: TransferID, fact: FactID?, reasons: [String]) throws -> Transfer? {
    guard let transfer = try find(id), transfer.kind == .reward else { return nil }
    if try void(id, reasons: reasons, isReplaced: false) { return try find(id) }
    guard transfer.state == .posted, transfer.to.kind == .person else { return nil }
    // Who was paid may be merged into another since, or erased, and then what they had is
    // forfeited.
    let holder = try People(scope).present(PersonID(transfer.to.owner))?.id
    let clawback = Transfer(
      id: Self.clawback(of: id), kind: .clawback,
      from: holder.map(Account.person) ?? .app(.forfeited), to: .app(.clawback),
      amount: transfer.amount, unit: transfer.unit,
      campaign: transfer.campaign, rule: transfer.rule, referral: transfer.referral, fact: fact,
      reverses: id, reasons: reasons, createdAt: scope.now)
    return try record(clawback) ? clawback : nil
  }

  /// The id of the transfer that takes a reward back, if there is one.
  static func clawback(of reward: TransferID) -> TransferID {
    TransferID(Identifier(hashing: "clawback", reward.text))
  }

  private func settle(
    _ id: TransferID, to state: TransferState, _ added: [String]
  ) throws -> Transfer? {
    guard let transfer = try find(id), [.pending, .inReview].contains(transfer.state) else {
      return nil
    }
    let reasons = JSON.array((transfer.reasons + added).map(JSON.string))
    try scope.connection.send(
      """
      UPDATE transfers SET state = $3, settled_at = $4, reasons = $5
      WHERE app = $1 AND id = $2
      """,
      [scope.tenant, .id(id), .text(state.rawValue), scope.time, .text(reasons.text)])
    return transfer
  }

  /// Adds a transfer to both people's balances, `posted` and `pending` times (1, 0 or −1), and to
  /// points when it is posted.
  private func move(_ transfer: Transfer, posted: Int64, pending: Int64) throws {
    if posted == 1 { try Points(scope).count(transfer) }
    for (account, sign) in [(transfer.from, Int64(-1)), (transfer.to, Int64(1))]
    where account.kind == .person {
      try scope.connection.send(
        """
        INSERT INTO balances (app, person, unit, posted, pending) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (app, person, unit) DO UPDATE SET
          posted = balances.posted + excluded.posted,
          pending = balances.pending + excluded.pending
        """,
        [
          scope.tenant, .identifier(account.owner), .text(transfer.unit),
          .integer(sign * posted * transfer.amount), .integer(sign * pending * transfer.amount),
        ])
    }
  }
}
