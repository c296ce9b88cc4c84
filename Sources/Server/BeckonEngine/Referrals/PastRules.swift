import BeckonModel

/// The rules that a campaign had until it was given others.
public struct PastRules: Hashable, Sendable {
  /// When they were replaced.
  public let until: Instant
  /// Them, in order.
  public let rules: [CampaignRule]

  /// Makes a version.
  public init(until: Instant, rules: [CampaignRule]) {
    self.until = until
    self.rules = rules
  }

  /// Most versions that a campaign remembers. Every server holds all of them in memory.
  public static let versionsMax = 100
}

extension Campaign {
  /// The campaign as a referral was promised it: with the rules of when the referral was made, if
  /// its terms say so.
  ///
  /// A rule on counts is about all referrals of a referrer, which may have been made under several
  /// versions, so it is always the one of now. A cap bounds what the campaign spends and promises
  /// nothing, so it is the one of now too; a rule that was retired has the last that it had.
  public func agreed(with referral: Referral) -> Campaign {
    agreed(at: referral.referredAt ?? referral.joinedAt)
  }

  /// The same for a referral that was made at an instant: when its referrer was set, or, without
  /// one, when the person joined.
  public func agreed(at made: Instant) -> Campaign {
    guard terms == .atReferral, let version = past.first(where: { made < $0.until }) else {
      return self
    }
    let agreed = version.rules.filter { !$0.rule.trigger.waitsForCount }.map { rule in
      CampaignRule(id: rule.id, rule: rule.rule.capped(by: latestCap(of: rule.id)))
    }
    return with(rules: agreed + rules.filter(\.rule.trigger.waitsForCount), past: past)
  }

  /// Every rule by which some referral may be paid: those of now, and those that were promised.
  public var rulesEver: [CampaignRule] {
    terms == .atReferral ? rules + past.flatMap(\.rules) : rules
  }

  /// The campaign with only some of its rules, those of now and those of before.
  public func keeping(_ isKept: (CampaignRule) -> Bool) -> Campaign {
    with(
      rules: rules.filter(isKept),
      past: past.map { PastRules(until: $0.until, rules: $0.rules.filter(isKept)) })
  }

  private func latestCap(of rule: RuleID) -> RewardCap {
    let versions = [rules] + past.reversed().map(\.rules)
    return versions.lazy.flatMap { $0 }.first { $0.id == rule }?.rule.cap ?? RewardCap()
  }

  private func with(rules: [CampaignRule], past: [PastRules]) -> Campaign {
    Campaign(
      id: id, listUUID: listUUID, name: name, goal: goal, kind: kind, url: url,
      exclusiveGroup: exclusiveGroup, rules: rules, schedule: schedule, terms: terms, past: past,
      referrerChoice: referrerChoice, asksForOptIn: asksForOptIn)
  }
}

extension RewardRule {
  /// The same rule under another cap.
  fileprivate func capped(by cap: RewardCap) -> RewardRule {
    RewardRule(
      name: name, trigger: trigger, beneficiary: beneficiary, amount: amount, unit: unit,
      couponPool: couponPool, level: level, holdMilliseconds: holdMilliseconds, cap: cap,
      minimumMatch: minimumMatch, trust: trust, organic: organic, scope: scope, currency: currency)
  }
}
