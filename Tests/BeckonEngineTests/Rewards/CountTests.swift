import BeckonEngine
import BeckonModel
import Testing

/// Which referrals rules on counts count, and which counts they pay.
@Suite struct CountTests {
  private static func rule(
    _ wanted: Int64 = 3, every: Bool = false, min: MatchType = .default, trust: Trust = .client
  ) -> RewardRule {
    RewardRule(
      name: "count", trigger: .referrals(count: wanted, state: .confirmed, every: every),
      beneficiary: .referrer, amount: 1, unit: "points", minimumMatch: min, trust: trust)
  }

  private static func standing(
    _ match: MatchType = .unique, _ risk: [ReferralRisk.Reason] = [], isReturning: Bool = false,
    isVouched: Bool = true, isReferrerClaimed: Bool = false, isSettledElsewhere: Bool = false
  ) -> ReferralStanding {
    ReferralStanding(
      match: match, risk: ReferralRisk(Set(risk)), isReturning: isReturning, isVouched: isVouched,
      isReferrerClaimed: isReferrerClaimed, isSettledElsewhere: isSettledElsewhere)
  }

  @Test(
    "A referral counts only if it is good enough for the rule",
    arguments: [
      (standing(), rule(), []), (standing(.default), rule(), []),
      (standing(.declared), rule(), ["weak_match"]),
      (standing(.declared), rule(min: .declared), []),
      (standing(.weak), rule(min: .declared), ["weak_match"]),
      (standing(.default), rule(min: .unique), ["weak_match"]),
      (standing(.unique, [.selfReferral]), rule(), ["self_referral"]),
      (standing(.unique, [.referrerInstall]), rule(), ["referrer_install"]),
      (standing(.unique, [.velocity, .sharedAddress, .disposableMail]), rule(), []),
      (standing(isReturning: true), rule(), ["returning"]),
      (standing(isSettledElsewhere: true), rule(), ["imported"]),
      (standing(isVouched: false), rule(), []),
      (standing(isVouched: false), rule(trust: .server), ["client_fact"]),
      (standing(isVouched: true), rule(trust: .server), []),
      (standing(isReferrerClaimed: true), rule(), []),
      (standing(isReferrerClaimed: true), rule(trust: .server), ["claimed_referrer"]),
    ] as [(ReferralStanding, RewardRule, [String])])
  func objections(standing: ReferralStanding, rule: RewardRule, reasons: [String]) {
    #expect(standing.objections(of: rule) == reasons)
  }

  @Test(
    "A count is paid when it is reached or passed, and each multiple of it",
    arguments: [
      ([2], 3, false, [3]), ([1], 4, false, [3]), ([3], 4, false, []), ([4], 3, false, []),
      ([2, 2], 4, false, [3]), ([3, 1], 4, false, []), ([0], 2, false, []),
      ([2], 3, true, [3]), ([2], 9, true, [3, 6, 9]), ([3], 5, true, []),
      ([4, 5], 9, true, [6, 9]),
      ([7], 6, true, []),
    ] as [([Int64], Int64, Bool, [Int64])])
  func reached(before: [Int64], after: Int64, every: Bool, counts: [Int64]) {
    func tally(_ number: Int64) -> ReferralTally {
      var tally = ReferralTally()
      tally.add(number, Self.standing())
      tally.add(50, Self.standing(.weak))
      return tally
    }
    let change = CountChange(
      state: .confirmed, before: before.map(tally), after: tally(after))
    #expect(
      Self.rule(every: every).firings(on: .count(change)) == counts.map { "count \($0)" })
    let other = CountChange(state: .pending, before: before.map(tally), after: tally(after))
    #expect(Self.rule(every: every).firings(on: .count(other)) == [])
  }

  @Test(
    "The step that brings a referral to a state",
    arguments: [
      (1, ReferralState.confirmed, 1), (2, .pending, 1), (2, .confirmed, 2), (3, .pending, 1),
      (3, .unconfirmed, 2), (3, .confirmed, 3), (1, .pending, nil), (2, .unconfirmed, nil),
      (3, .reversed, nil), (3, .awaitingSignUp, nil),
    ] as [(Int, ReferralState, Int?)])
  func step(goal: Int, state: ReferralState, step: Int?) {
    #expect(ReferralProgress.step(reaching: state, goal: goal) == step)
  }
}
