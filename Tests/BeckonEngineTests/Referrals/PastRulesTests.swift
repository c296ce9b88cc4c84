import BeckonEngine
import BeckonModel
import Testing

/// Which rules a referral was promised.
@Suite struct PastRulesTests {
  private static func rule(
    _ id: UInt64, _ amount: Int64, cap: RewardCap = RewardCap(), count: Bool = false
  ) -> CampaignRule {
    CampaignRule(
      id: .numbered(id),
      rule: RewardRule(
        name: "rule",
        trigger: count
          ? .referrals(count: 3, state: .confirmed, every: false) : .referral(state: .confirmed),
        beneficiary: .referrer, amount: amount, unit: "points", cap: cap))
  }

  /// Paid 10 until hour 1, 20 until hour 2, 30 since.
  private static func campaign(
    _ terms: RewardTerms, now: [CampaignRule] = [rule(1, 30)], past: [CampaignRule] = []
  ) -> Campaign {
    Campaign(
      id: .numbered(1), listUUID: "list", name: "spring", goal: 1, kind: .referral,
      url: "https://shop.example", exclusiveGroup: nil, rules: now, terms: terms,
      past: [
        PastRules(until: .hour(1), rules: [rule(1, 10)] + past),
        PastRules(until: .hour(2), rules: [rule(1, 20)]),
      ])
  }

  @Test(
    "Those that were in force when it was made, if the terms say so",
    arguments: [
      (.current, 0, 30), (.atReferral, 0, 10), (.atReferral, 0.999, 10), (.atReferral, 1, 20),
      (.atReferral, 1.5, 20), (.atReferral, 2, 30), (.atReferral, 99, 30),
    ] as [(RewardTerms, Double, Int64)])
  func agreed(terms: RewardTerms, hour: Double, amount: Int64) {
    let campaign = Self.campaign(terms)
    #expect(campaign.agreed(at: .hour(hour)).rules.map(\.rule.amount) == [amount])
    let referral = Referral.example(referredAt: .hour(hour))
    #expect(campaign.agreed(with: referral) == campaign.agreed(at: .hour(hour)))
    #expect(campaign.rulesEver.count == (terms == .current ? 1 : 3))
  }

  @Test("Without a referrer the time is that of joining")
  func organic() {
    let organic = Referral.example(referrer: nil, referredAt: nil)
    #expect(Self.campaign(.atReferral).agreed(with: organic).rules.map(\.rule.amount) == [10])
  }

  @Test("A retired rule goes on for those who were promised it; one that came later does not")
  func retired() {
    let campaign = Self.campaign(.atReferral, now: [Self.rule(9, 90)])
    #expect(campaign.agreed(at: .hour(0)).rules.map(\.id) == [.numbered(1)])
    #expect(campaign.agreed(at: .hour(3)).rules.map(\.id) == [.numbered(9)])
  }

  @Test("Caps and rules on counts are those of now; a retired rule has its last cap")
  func boundsOfNow() {
    let capped = RewardCap(total: 100)
    let now = [Self.rule(1, 30, cap: capped), Self.rule(5, 50, count: true)]
    let before = [Self.rule(5, 40, count: true), Self.rule(2, 15, cap: RewardCap(perDay: 1))]
    let agreed = Self.campaign(.atReferral, now: now, past: before).agreed(at: .hour(0)).rules
    #expect(agreed.map(\.rule.amount) == [10, 15, 50])
    #expect(agreed.map(\.rule.cap) == [capped, RewardCap(perDay: 1), RewardCap()])
  }
}
