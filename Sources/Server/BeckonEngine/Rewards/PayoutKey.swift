import BeckonModel

/// What names a payment: the same key is the same payment, however often the fact comes. It names
/// the beneficiary by role, not by person, so that it stays the same when two people turn out to be
/// one.
public struct PayoutKey: Hashable, Sendable {
  /// The rule.
  public let rule: RuleID
  /// The referral; for a rule on a count the referrer, whose count it is.
  public let cause: Identifier
  /// Which firing: a step or count, and the fact for a rule that pays per event.
  public let firing: String
  /// Who is paid.
  public let role: Beneficiary

  init(rule: RuleID, cause: Identifier, firing: String, role: Beneficiary) {
    self.rule = rule
    self.cause = cause
    self.firing = firing
    self.role = role
  }

  /// The key under which a rule pays somebody for a count of theirs.
  public static func count(_ count: Int64, by rule: RuleID, of person: PersonID) -> PayoutKey {
    PayoutKey(
      rule: rule, cause: person.identifier, firing: RewardRule.firing(onCount: count),
      role: .referrer)
  }

  /// Every key under which a rule can have paid once for a referral. What it pays per event is not
  /// among them, nor what it pays for a count.
  public static func once(by rule: RuleID, for referral: ReferralID) -> [PayoutKey] {
    let states: [ReferralState] = [.pending, .unconfirmed, .confirmed]
    return (["", "promoted"] + states.map(\.rawValue)).flatMap { firing in
      [Beneficiary.recipient, .referrer].map { role in
        PayoutKey(rule: rule, cause: referral.identifier, firing: firing, role: role)
      }
    }
  }

  /// The key of the same payment for another referral.
  public func moved(to referral: ReferralID) -> PayoutKey {
    PayoutKey(rule: rule, cause: referral.identifier, firing: firing, role: role)
  }
}
