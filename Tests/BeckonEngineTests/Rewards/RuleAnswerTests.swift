import BeckonEngine
import BeckonModel
import Testing

/// What a rule says to a stored fact, and why it has paid nothing.
@Suite struct RuleAnswerTests {
  private static let (ben, ana) = (PersonID.numbered(1), PersonID.numbered(2))
  private static let campaign = Campaign(
    id: .numbered(9), listUUID: "list", name: "spring", goal: 3, kind: .referral,
    url: "https://shop.example", exclusiveGroup: nil, rules: [])

  /// Ben's part: whom Ana brought, with one step of three done.
  struct Part: Sendable {
    var isMember = true
    var isReferred = true
    var state = ReferralState.pending
    var steps: Set<Int> = [1]
    var isSignedUp = true
    var isCounted = true

    var known: CampaignPart {
      let referral = Referral(
        id: .numbered(1), campaign: RuleAnswerTests.campaign.id, person: RuleAnswerTests.ben,
        referrer: isReferred ? RuleAnswerTests.ana : nil, state: state, method: nil,
        match: .unique, evidence: .object([]), risk: ReferralRisk([]), link: nil,
        joinedAt: .hour(0), referredAt: nil, isReturning: false, isRiskCleared: false,
        referrerInstall: nil)
      return CampaignPart(
        referral: isMember ? referral : nil,
        chain: isMember ? ReferrerChain(nearest: referral) : ReferrerChain(), steps: steps,
        signedUpAt: isSignedUp ? .hour(0) : nil, notCountedBy: isCounted ? [] : [.numbered(1)])
    }
  }

  private static func rule(
    _ trigger: RewardTrigger, to: Beneficiary = .recipient
  ) -> RewardRule {
    RewardRule(name: "rule", trigger: trigger, beneficiary: to, amount: 50, unit: "points")
  }

  private static func fact(
    _ name: String = "buy", _ kind: AskedFact.Kind = .event, _ properties: JSON = [:],
    at: Double = 1, received: Double = 1
  ) -> AskedFact {
    AskedFact(
      id: .numbered(1), name: name, kind: kind, properties: properties, trust: .server,
      at: .hour(at), received: .hour(received), isReversed: false)
  }

  /// `silent`, the reason, or `fires` with what becomes of each payout.
  private static func words(_ rule: RewardRule, _ fact: AskedFact, _ part: Part) -> [String] {
    let answer = RuleAnswer(
      of: CampaignRule(id: .numbered(1), rule: rule), in: campaign, to: fact, about: part.known)
    switch answer {
    case .silent: return ["silent"]
    case .unmet(let unmet): return [unmet.rawValue]
    case .fires(let payouts, let lacksReferrer):
      return payouts.map { payout in
        if case .refuse(let reason) = payout.disposition { reason.rawValue } else { "fires" }
      } + (lacksReferrer ? ["no_referrer"] : [])
    }
  }

  private static let buyRule = rule(.event(name: "buy", filter: .all), to: .both)
  private static let stepRule = rule(.referral(state: .confirmed), to: .referrer)
  private static let countRule = rule(
    .referrals(count: 2, state: .pending, every: false), to: .referrer)

  @Test(
    arguments: [
      (buyRule, fact(), Part(), ["fires", "fires"]), (buyRule, fact("look"), Part(), ["silent"]),
      (buyRule, fact("x", .step(1, of: nil)), Part(), ["silent"]),
      (buyRule, fact(), Part(isReferred: false), ["no_referral", "no_referrer"]),
      (buyRule, fact(), Part(isMember: false), ["not_in_campaign"]),
      (buyRule, fact(), Part(isSignedUp: false), ["not_signed_up"]),
      (buyRule, fact(), Part(state: .awaitingSignUp), ["not_signed_up"]),
      (buyRule, fact(), Part(state: .reversed), ["referral_ended"]),
      (buyRule, fact(at: -1), Part(), ["before_sign_up", "before_sign_up"]),
      (buyRule, fact(at: 1, received: 1 + 31 * 24), Part(), ["too_old", "too_old"]),
      (
        rule(.event(name: "buy", filter: .all), to: .referrer), fact(), Part(isReferred: false),
        ["no_referrer"]
      ),
    ] as [(RewardRule, AskedFact, Part, [String])])
  func anEventIsAnswered(rule: RewardRule, fact: AskedFact, part: Part, words: [String]) {
    #expect(Self.words(rule, fact, part) == words)
  }

  @Test func aFilterThatIsNotPassedIsNamed() throws {
    let filter = try PropertyFilter(["plan": "year"], at: "filter")
    let rule = Self.rule(.event(name: "buy", filter: filter))
    #expect(Self.words(rule, Self.fact("buy", .event, ["plan": "year"]), Part()) == ["fires"])
    #expect(
      Self.words(rule, Self.fact("buy", .event, ["plan": "month"]), Part())
        == ["filter_not_matched"])
  }

  @Test(
    arguments: [
      (stepRule, 3, nil, Part(state: .confirmed, steps: [1, 2, 3]), ["fires"]),
      (stepRule, 1, nil, Part(), ["other_step"]),
      (stepRule, 3, nil, Part(steps: [1, 3]), ["steps_missing"]),
      (stepRule, 3, 8, Part(), ["silent"]),
      (stepRule, 3, 9, Part(isMember: false), ["not_in_campaign"]),
      (
        stepRule, 3, 9, Part(isReferred: false, state: .confirmed, steps: [1, 2, 3]),
        ["no_referrer"]
      ),
      (countRule, 1, nil, Part(), ["count_not_reached"]), (countRule, 2, nil, Part(), ["silent"]),
      (countRule, 1, nil, Part(isCounted: false), ["not_counted"]),
      (countRule, 1, nil, Part(isReferred: false), ["no_referrer"]),
    ] as [(RewardRule, Int, UInt64?, Part, [String])])
  func aStepIsAnswered(rule: RewardRule, step: Int, campaign: UInt64?, part: Part, words: [String])
  {
    let kind = AskedFact.Kind.step(step, of: campaign.map { .numbered($0) })
    #expect(Self.words(rule, Self.fact("x", kind), part) == words)
  }

  @Test(
    arguments: [
      (RewardTrigger.attributeFirstSet(name: "level"), ["level": 1], ["fires"]),
      (.attributeFirstSet(name: "level"), ["level": .null], ["condition_not_met"]),
      (.attributeFirstSet(name: "level"), ["other": 1], ["silent"]),
      (.attributeCrosses(name: "level", bound: 5), ["level": 5], ["fires"]),
      (.attributeCrosses(name: "level", bound: 5), ["level": 4], ["condition_not_met"]),
    ] as [(RewardTrigger, JSON, [String])])
  func attributesAreAnswered(trigger: RewardTrigger, changes: JSON, words: [String]) {
    let fact = Self.fact("beckon.attributes", .attributes, changes)
    #expect(Self.words(Self.rule(trigger), fact, Part()) == words)
  }

  @Test(
    arguments: [
      (TransferState.posted, 1, false, nil), (.posted, 2, false, "paid_before"),
      (.posted, 1, true, "taken_back"), (.pending, 1, false, "pending"),
      (.inReview, 1, false, "in_review"), (.voided, 1, false, "voided"),
    ] as [(TransferState, UInt64, Bool, String?)])
  func whatIsRecordedIsTheReason(
    state: TransferState, fact: UInt64, isTakenBack: Bool, code: String?
  ) throws {
    let reward = Transfer(
      id: .numbered(1), kind: .reward, from: .budget(Self.campaign.id), to: .person(Self.ben),
      amount: 50, unit: "points", state: state, fact: .numbered(fact), createdAt: .hour(1))
    let reason = UnpaidReason(
      try payout(), for: Self.fact(), recorded: reward, isTakenBack: isTakenBack, refusal: .noCoupon
    )
    #expect(reason?.code == code)
  }

  @Test func withoutARewardWhatWasKeptIsTheReason() throws {
    func reason(_ refusal: Payout.Refusal?) throws -> String? {
      UnpaidReason(
        try payout(), for: Self.fact(), recorded: nil, isTakenBack: false, refusal: refusal)?.code
    }
    #expect(try reason(.capTotal) == "cap_total")
    #expect(try reason(nil) == "not_then")
  }

  @Test func noTwoReasonsHaveOneCode() {
    #expect(Set(UnpaidReason.codes).count == UnpaidReason.codes.count)
  }

  private func payout() throws -> Payout {
    let answer = RuleAnswer(
      of: CampaignRule(id: .numbered(1), rule: Self.buyRule), in: Self.campaign, to: Self.fact(),
      about: Part().known)
    guard case .fires(let payouts, _) = answer else { throw NothingFired() }
    return try #require(payouts.first)
  }

  private struct NothingFired: Error {}
}
