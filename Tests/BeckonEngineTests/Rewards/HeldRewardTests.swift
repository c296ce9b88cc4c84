import BeckonEngine
import BeckonModel
import Testing

/// What becomes of a reward in review when its referral changes.
@Suite struct HeldRewardTests {
  private static let (ben, ana, zoe) = (
    Account.person(.numbered(1)), Account.person(.numbered(2)), Account.person(.numbered(3))
  )

  struct Case: Sendable {
    var to = HeldRewardTests.ana
    var reasons = ["self_referral"]
    var level = 1
    var trust = Trust.server
    var match = MatchType.unique
    var risk: [ReferralRisk.Reason] = [.selfReferral]
    var isCleared = false
    /// The referrers, the nearest first.
    var chain: [UInt64] = [2]
    var claimedLevel: Int?
    var organic = false
    var beneficiary = Beneficiary.both
    let what: HeldReward
  }

  @Test(
    "It is decided as if its referral had always been what it is now",
    arguments: [
      Case(what: .stays),
      Case(isCleared: true, what: .released(ana, reasons: [])),
      Case(risk: [], what: .released(ana, reasons: [])),
      Case(
        risk: [.selfReferral, .referrerInstall],
        what: .held(ana, reasons: ["self_referral", "referrer_install"])),
      // What else it waits for is its own.
      Case(
        reasons: ["self_referral", "client_fact"], risk: [],
        what: .held(ana, reasons: ["client_fact"])),
      Case(
        reasons: ["self_referral", "merged"], risk: [], what: .released(ana, reasons: ["merged"])),
      // Another referrer: it is held for them, or for nobody.
      Case(chain: [3], what: .held(zoe, reasons: ["self_referral"])),
      Case(risk: [], chain: [3], what: .released(zoe, reasons: [])),
      Case(chain: [], what: .void("referrer_replaced")),
      Case(level: 2, chain: [2], what: .void("referrer_replaced")),
      Case(to: zoe, level: 2, chain: [2, 3], what: .stays),
      Case(match: .weak, what: .void("weak_match")),
      // A claimed referrer, for a rule that trusts only the server.
      Case(
        claimedLevel: 1, what: .held(ana, reasons: ["self_referral", "claimed_referrer"])),
      Case(trust: .client, claimedLevel: 1, what: .stays),
      Case(claimedLevel: 2, what: .stays),
      // What is paid also to somebody whom nobody referred waits for no referrer.
      Case(to: ben, claimedLevel: 1, organic: true, beneficiary: .recipient, what: .stays),
      Case(
        to: ben, risk: [], claimedLevel: 1, organic: true, beneficiary: .recipient,
        what: .released(ben, reasons: [])),
      Case(
        reasons: ["claimed_referrer"], risk: [], what: .released(ana, reasons: [])),
      // The person's own reward stays the person's.
      Case(to: ben, match: .weak, chain: [], what: .stays),
      Case(to: ben, risk: [], chain: [], what: .released(ben, reasons: [])),
    ])
  func reconsidered(_ example: Case) {
    let held = Transfer(
      id: .numbered(1), kind: .reward, from: .budget(.numbered(1)), to: example.to, amount: 50,
      unit: "points", state: .inReview, reasons: example.reasons, createdAt: .hour(0))
    let rule = RewardRule(
      name: "rule", trigger: .referral(state: .confirmed), beneficiary: example.beneficiary,
      amount: 50, unit: "points", level: example.level, trust: example.trust,
      organic: example.organic)
    let referral = Referral.example(
      match: example.match, risk: example.risk, isRiskCleared: example.isCleared)
    var chain = ReferrerChain()
    for (place, person) in example.chain.enumerated() {
      chain.add(.numbered(person), isClaimed: place + 1 == example.claimedLevel)
    }
    #expect(HeldReward.reconsider(held, by: rule, of: referral, chain) == example.what)
  }

  @Test("A risk that somebody has approved of holds no later reward", arguments: [true, false])
  func approved(isCleared: Bool) {
    let referral = Referral.example(risk: [.selfReferral], isRiskCleared: isCleared)
    let fact = MovingFact(id: .numbered(1), trust: .server, isPayable: true, isReversed: false)
    let context = RewardContext(
      referral, ReferrerChain(nearest: referral), fact, now: .hour(1), isCampaignPaying: true)
    #expect(context.risk.holding == (isCleared ? [] : [.selfReferral]))
  }
}
