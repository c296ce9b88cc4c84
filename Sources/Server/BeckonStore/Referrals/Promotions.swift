import BeckonBasics
import BeckonEngine
import BeckonModel

/// Members whom the app's server promotes in a campaign: those who have won it, or who need not
/// wait any more. What that gives is said by rules on `promoted`.
public struct Promotions {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Notes that a member is promoted, and tells those who follow; once they are, nothing happens.
  /// - Throws: `DatabaseError`.
  public func promote(_ member: CampaignMember) throws -> CampaignMember {
    guard member.promotedAt == nil else { return member }
    let promoted = try Members(scope).promote(member)
    try Members(scope).publish(.promoted, of: member.referral)
    return promoted
  }

  /// Why rules on promoted members have given a member nothing, rule by rule; the reason of one
  /// that no refusal tells is that nobody has referred the member.
  /// - Parameter rule: the only rule that is asked for; without it all are.
  /// - Throws: `DatabaseError`.
  public func unpaid(
    _ member: CampaignMember, in campaign: Campaign, only rule: RuleID? = nil
  ) throws -> [(rule: CampaignRule, reason: String)] {
    let rules = campaign.agreed(with: member.referral).rules.filter {
      $0.rule.trigger == .promoted && (rule == nil || $0.id == rule)
    }
    let paid = try Ledger(scope).rewards(for: member.referral.id).compactMap(\.rule)
    let refusals = try Campaigns(scope).refusals(of: member.referral.id)
    return rules.filter { !paid.contains($0.id) }.map { rule in
      let reason = refusals.last { $0.rule == rule.id }?.reason
      return (rule, reason ?? Payout.Refusal.noReferral.rawValue)
    }
  }

  /// Pays a promoted member what the campaign's rules give for it, each rule once for ever; a rule
  /// that has come since pays when this is done once more.
  /// - Parameter rule: the only rule that shall pay; without it all do.
  /// - Throws: `DatabaseError`.
  public func unlock(
    _ member: CampaignMember, in campaign: Campaign, only rule: RuleID? = nil
  ) throws -> [Transfer] {
    let referral = member.referral
    guard member.promotedAt != nil, let person = try People(scope).present(referral.person) else {
      return []
    }
    let id = FactID(
      Identifier(hashing: "promotion", referral.id.text, key: scope.app.pepper))
    if try Facts(scope).claim(id) {
      try Facts(scope).append([
        NewFact(
          id: id, name: Facts.Own.promoted.rawValue, subject: person.id.identifier, at: scope.now,
          trust: .server, consent: person.consent,
          properties: JSON.object(["campaign": .id(campaign.id)]).text)
      ])
    }
    let asked = rule.map { id in campaign.keeping { $0.id == id } } ?? campaign
    return try ReferralLoop(scope: scope, campaign: asked).fire(
      .promoted, for: referral, by: MovingFact(id: id, trust: .server))
  }
}
