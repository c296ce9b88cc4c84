import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What members are given by hand, without a rule: from the campaign's budget, posted at once. A
/// negative amount takes back, as a clawback does, even if the balance goes below zero.
public struct Grants {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// What is granted.
  public struct Grant: Sendable {
    /// Its id; the same id again grants nothing.
    public let id: TransferID
    /// The campaign that pays.
    public let campaign: CampaignID
    /// How much, in the unit's smallest part; not 0. Below it, what is taken back.
    public let amount: Int64
    /// Of what.
    public let unit: String
    /// Why.
    public let reason: String?

    /// Describes a grant.
    public init(
      id: TransferID, campaign: CampaignID, amount: Int64, unit: String = Transfer.pointsUnit,
      reason: String? = nil
    ) {
      (self.id, self.campaign, self.amount) = (id, campaign, amount)
      (self.unit, self.reason) = (unit, reason)
    }
  }

  /// What became of a grant.
  public enum Outcome: Hashable, Sendable {
    /// It was granted, now or by an earlier request of the same id.
    case done(Transfer)
    /// The id belongs to another grant.
    case conflict(Transfer)
    /// The person has not joined the campaign, or has left it.
    case noMember
    /// The balance would come further from zero than `Limits.balanceMax`.
    case balanceFull
  }

  /// The transfer's id for a caller's own id of a grant.
  public func transferID(_ id: String) -> TransferID {
    TransferID(Identifier(hashing: "grant", id, key: scope.app.pepper))
  }

  /// Grants something to a person.
  /// - Throws: `DatabaseError`.
  public func grant(_ grant: Grant, to person: PersonID) throws -> Outcome {
    let ledger = Ledger(scope)
    if let earlier = try ledger.find(grant.id) {
      return try isSame(earlier, grant, to: person) ? .done(earlier) : .conflict(earlier)
    }
    guard let member = try Members(scope).find(person, in: grant.campaign), member.takesPart else {
      return .noMember
    }
    let transfer = transfer(grant, to: member.referral)
    guard grant.amount < 0 else {
      switch try ledger.pay(transfer) {
      case .done: return .done(transfer)
      case .balanceFull: return .balanceFull
      case .isThere:
        throw DatabaseError.unavailable("the same grant is being made by another request")
      }
    }
    let posted = try ledger.balance(of: person, grant.unit).posted
    guard posted >= -Limits.balanceMax - grant.amount else { return .balanceFull }
    try ledger.record(transfer)
    return .done(transfer)
  }

  private func transfer(_ grant: Grant, to referral: Referral) -> Transfer {
    let isGiven = grant.amount > 0
    let person = Account.person(referral.person)
    return Transfer(
      id: grant.id, kind: isGiven ? .reward : .clawback,
      from: isGiven ? .budget(grant.campaign) : person, to: isGiven ? person : .app(.clawback),
      amount: abs(grant.amount), unit: grant.unit, campaign: grant.campaign,
      referral: referral.id, reasons: [grant.reason].compactMap { $0 }, createdAt: scope.now,
      settledAt: scope.now)
  }

  /// The person may have been merged into another since.
  private func isSame(_ earlier: Transfer, _ grant: Grant, to person: PersonID) throws -> Bool {
    let isGiven = earlier.kind == .reward
    let account = isGiven ? earlier.to : earlier.from
    return try earlier.campaign == grant.campaign && earlier.unit == grant.unit
      && earlier.amount == abs(grant.amount) && isGiven == (grant.amount > 0)
      && People(scope).present(PersonID(account.owner))?.id == person
  }
}
