import BeckonEngine
import BeckonModel
import Testing

/// What rules would have paid for stored facts.
@Suite struct DryRunTests {
  private static let (ben, ana) = (PersonID.numbered(1), PersonID.numbered(2))
  private static let rule: RuleID = .numbered(1)

  /// A campaign with one rule: 50 for Ana, who brought Ben, each time that Ben buys.
  private static func campaign(
    _ cap: RewardCap = RewardCap(), trust: Trust = .client, scope: RewardScope = .event,
    holdMilliseconds: Int64 = 0, couponPool: String? = nil
  ) -> Campaign {
    let reward = RewardRule(
      name: "buyers", trigger: .event(name: "buy", filter: .all), beneficiary: .referrer,
      amount: 50, unit: "points", couponPool: couponPool, holdMilliseconds: holdMilliseconds,
      cap: cap, trust: trust, scope: scope)
    return Campaign(
      id: .numbered(9), listUUID: "list", name: "spring", goal: 1, kind: .referral,
      url: "https://shop.example", exclusiveGroup: nil,
      rules: [CampaignRule(id: rule, rule: reward)])
  }

  private static let part: CampaignPart = {
    let referral = Referral(
      id: .numbered(1), campaign: .numbered(9), person: ben, referrer: ana, state: .confirmed,
      method: nil, match: .unique, evidence: .object([]), risk: ReferralRisk([]), link: nil,
      joinedAt: .hour(0), referredAt: nil, isReturning: false, isRiskCleared: false,
      referrerInstall: nil)
    return CampaignPart(
      referral: referral, chain: ReferrerChain(nearest: referral), steps: [1],
      signedUpAt: .hour(0))
  }()

  /// Ben buys so often, on days one after the other; of these purchases some were taken back.
  private static func run(
    _ campaign: Campaign, purchases: Int, reversed: Set<Int> = [], onOneDay: Bool = false
  ) -> DryRun {
    var run = DryRun(campaign)
    for number in 1...purchases {
      let fact = AskedFact(
        id: .numbered(UInt64(number)), name: "buy", kind: .event, properties: [:],
        trust: .client, at: .hour(1), received: .hour(1), isReversed: reversed.contains(number))
      run.take(fact, about: part, on: onOneDay ? "2026-06-01" : "2026-06-0\(number)")
    }
    return run
  }

  private static func sum(_ run: DryRun) -> Int64? {
    run.earned.first { $0.key.person == ana && $0.key.unit == "points" }?.value
  }

  @Test(
    "Caps begin empty, and bound a person, a month, a day and all",
    arguments: [
      (RewardCap(), false, 200, nil), (RewardCap(perPerson: 100), false, 100, .capPerPerson),
      (RewardCap(perMonth: 150), false, 150, .capPerMonth),
      (RewardCap(perDay: 50), false, 200, nil), (RewardCap(perDay: 50), true, 50, .capPerDay),
      (RewardCap(total: 99), false, 50, .capTotal),
    ] as [(RewardCap, Bool, Int64, Payout.Refusal?)])
  func caps(cap: RewardCap, onOneDay: Bool, sum: Int64, refusal: Payout.Refusal?) throws {
    let run = Self.run(Self.campaign(cap), purchases: 4, onOneDay: onOneDay)
    let outcome = try #require(run.outcomes[Self.rule])
    #expect(Self.sum(run) == sum && outcome.amount == sum && outcome.payments == sum / 50)
    let refused = refusal.map { [$0: 4 - sum / 50] } ?? [:]
    #expect(outcome.refusals == refused)
  }

  @Test("A rule that pays once pays once, and a fact that was taken back pays nothing")
  func once() throws {
    let run = Self.run(Self.campaign(scope: .referral), purchases: 3, reversed: [1])
    let outcome = try #require(run.outcomes[Self.rule])
    #expect(outcome.payments == 1 && outcome.refusals == [.refunded: 1])
  }

  @Test("Held rewards and coupons are counted, reviews apart from them and under no cap")
  func apart() throws {
    let held = Self.run(
      Self.campaign(holdMilliseconds: 1_000, couponPool: "spring"), purchases: 2)
    let outcome = try #require(held.outcomes[Self.rule])
    #expect(outcome.payments == 2 && outcome.held == 2 && outcome.coupons == 2)
    let careful = Self.run(
      Self.campaign(RewardCap(total: 50), trust: .server), purchases: 3)
    let reviewed = try #require(careful.outcomes[Self.rule])
    #expect(reviewed.reviews == 3 && reviewed.payments == 0 && reviewed.refusals.isEmpty)
    #expect(careful.earned.isEmpty)
  }
}
