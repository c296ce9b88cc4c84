import BeckonEngine
import BeckonModel
import Testing

/// Whom rules pay how much for what, and what becomes of it.
@Suite struct PayoutTests {
  private static let (ben, ana, zoe) = (
    PersonID.numbered(1), PersonID.numbered(2), PersonID.numbered(3)
  )

  private static func rule(
    _ to: Beneficiary = .both, level: Int = 1, hold: Int64 = 0, min: MatchType = .default,
    trust: Trust = .client, organic: Bool = false, scope: RewardScope = .referral
  ) -> RewardRule {
    RewardRule(
      name: "rule", trigger: .referral(state: .confirmed), beneficiary: to, amount: 50,
      unit: "points", level: level, holdMilliseconds: hold, minimumMatch: min, trust: trust,
      organic: organic, scope: scope)
  }

  /// What the rules know of Ben, whom Ana referred, whom Zoe referred.
  struct Known: Sendable {
    var referrers = [PayoutTests.ana, PayoutTests.zoe]
    var claimedLevel: Int?
    var match = MatchType.unique
    var risk: Set<ReferralRisk.Reason> = []
    var isReturning = false
    var trust = Trust.server
    var isPayable = true
    var isBeforeSignUp = false
    var isSettledElsewhere = false

    var context: RewardContext {
      RewardContext(
        referral: .numbered(1), recipient: PayoutTests.ben, referrers: referrers,
        claimedLevel: claimedLevel, match: match, risk: ReferralRisk(risk),
        isReturning: isReturning, fact: .numbered(1), trust: trust, isPayable: isPayable,
        isBeforeSignUp: isBeforeSignUp, received: .hour(0),
        isSettledElsewhere: isSettledElsewhere)
    }
  }

  private static func payouts(
    _ rule: RewardRule, _ known: Known = Known(), on occurrence: Occurrence = .state(.confirmed)
  ) -> [Payout] {
    Payout.all(
      by: [CampaignRule(id: .numbered(1), rule: rule)], on: occurrence, in: known.context)
  }

  @Test(
    "Each word of a rule pays its own people",
    arguments: [
      (rule(.recipient), [ben]), (rule(.referrer), [ana]), (rule(.both), [ben, ana]),
      (rule(.referrer, level: 2), [zoe]), (rule(.both, level: 2), [ben, zoe]),
      (rule(.referrer, level: 3), []),
    ] as [(RewardRule, [PersonID])])
  func beneficiaries(rule: RewardRule, people: [PersonID]) {
    #expect(Self.payouts(rule).map(\.beneficiary) == people)
    #expect(Self.payouts(rule, on: .state(.pending)) == [])
  }

  @Test(
    "What becomes of a reward",
    arguments: [
      (rule(), Known(), .post),
      (rule(hold: 7), Known(), .hold(until: Instant.hour(0).adding(milliseconds: 7))),
      (rule(), Known(match: .weak), .refuse(.weakMatch)),
      (rule(min: .declared), Known(match: .declared), .post),
      (rule(), Known(isPayable: false), .refuse(.tooOld)),
      (rule(), Known(isBeforeSignUp: true), .refuse(.beforeSignUp)),
      (rule(), Known(isReturning: true), .refuse(.returning)),
      (rule(), Known(isSettledElsewhere: true), .refuse(.imported)),
      (rule(), Known(risk: [.velocity, .sharedAddress]), .post),
      (rule(), Known(risk: [.selfReferral]), .review(["self_referral"])),
      (rule(hold: 7), Known(risk: [.selfReferral]), .review(["self_referral"])),
      // A rule may trust clients, or wait for the app's server.
      (rule(), Known(trust: .client), .post),
      (rule(trust: .server), Known(trust: .client), .review(["client_fact"])),
      (rule(trust: .server), Known(trust: .server), .post),
      (rule(trust: .server), Known(claimedLevel: 1), .review(["claimed_referrer"])),
      (rule(), Known(claimedLevel: 1), .post),
      (rule(trust: .server), Known(claimedLevel: 2), .post),
      (
        rule(trust: .server), Known(claimedLevel: 1, risk: [.referrerInstall], trust: .client),
        .review(["referrer_install", "client_fact", "claimed_referrer"])
      ),
      // What cannot be paid is not worth a review.
      (rule(trust: .server), Known(match: .weak, trust: .client), .refuse(.weakMatch)),
    ] as [(RewardRule, Known, Payout.Disposition)])
  func disposition(rule: RewardRule, known: Known, what: Payout.Disposition) {
    let payouts = Self.payouts(rule, known)
    #expect(payouts.count == 2 && payouts.allSatisfy { $0.disposition == what })
    #expect(payouts.allSatisfy { $0.waitsForServer == what.reasons.contains("client_fact") })
  }

  @Test(
    "Without a referrer only an organic rule pays, the person alone",
    arguments: [(false, Payout.Disposition.refuse(.noReferral)), (true, .post)])
  func organic(isOrganic: Bool, what: Payout.Disposition) {
    let payouts = Self.payouts(Self.rule(organic: isOrganic), Known(referrers: [], match: .none))
    #expect(payouts.map(\.beneficiary) == [Self.ben] && payouts.map(\.disposition) == [what])
  }

  @Test("An organic reward of the person's own does not wait for a claimed referrer")
  func organicClaimed() {
    let own = Self.rule(.recipient, trust: .server, organic: true)
    #expect(Self.payouts(own, Known(claimedLevel: 1)).map(\.disposition) == [.post])
  }

  @Test(
    "A rule that asks for a currency takes what says it, in any case, and nothing else",
    arguments: [
      (nil, ["currency": "USD"], true), ("EUR", ["currency": "EUR"], true),
      ("EUR", ["currency": "eur"], true), ("EUR", ["currency": "USD"], false),
      ("EUR", [:], false), ("EUR", ["currency": 978], false), (nil, [:], true),
    ] as [(String?, JSON, Bool)])
  func currency(asked: String?, properties: JSON, isPaid: Bool) {
    let rule = RewardRule(
      name: "rule", trigger: .event(name: "buy", filter: .all), beneficiary: .referrer, amount: 1,
      unit: "points", currency: asked.flatMap(Currency.init))
    let payouts = Self.payouts(rule, on: .event(name: "buy", properties: properties))
    #expect(payouts.map(\.disposition) == [isPaid ? .post : .refuse(.otherCurrency)])
  }

  @Test("A count pays the referrer by its own key, whatever this referral's risk")
  func count() {
    let rule = RewardRule(
      name: "three", trigger: .referrals(count: 3, state: .confirmed, every: true),
      beneficiary: .both, amount: 1, unit: "points")
    var (before, after) = (ReferralTally(), ReferralTally())
    let good = Referral.example().standing(isVouched: true)
    before.add(2, good)
    after.add(6, good)
    let payouts = Self.payouts(
      rule, Known(match: .weak, risk: [.selfReferral], isReturning: true),
      on: .count(CountChange(state: .confirmed, before: [before], after: after)))
    #expect(payouts.map(\.beneficiary) == [Self.ana, Self.ana])
    #expect(payouts.map(\.key.firing) == ["count 3", "count 6"])
    #expect(payouts.allSatisfy { $0.key.cause == Self.ana.identifier && $0.disposition == .post })
    #expect(
      payouts.first?.key == PayoutKey.count(3, by: .numbered(1), of: Self.ana))
  }

  @Test(
    "A rule's own refusal is told first, then that nobody is there, then that the fact is void",
    arguments: [
      (Known(), true, false, nil), (Known(), false, false, .erased),
      (Known(), false, true, .erased),
      (Known(), true, true, .refunded), (Known(match: .weak), false, true, .weakMatch),
      (Known(risk: [.selfReferral]), true, true, .refunded),
    ] as [(Known, Bool, Bool, Payout.Refusal?)])
  func refused(known: Known, isPresent: Bool, isReversed: Bool, refusal: Payout.Refusal?) throws {
    let payout = try #require(Self.payouts(Self.rule(), known).first)
    #expect(payout.refusal(isReversed: isReversed) { isPresent } == refusal)
  }

  // MARK: Keys

  @Test("A key names the beneficiary by role, so that it outlives a merge; per event also the fact")
  func keys() {
    let keys = Self.payouts(Self.rule()).map(\.key)
    #expect(keys.map(\.role) == [.recipient, .referrer])
    #expect(Set(keys).count == 2 && keys.allSatisfy { $0.firing == "confirmed" })
    let merged = Self.payouts(Self.rule(), Known(referrers: [Self.zoe])).map(\.key)
    #expect(merged == keys)
    let perEvent = Self.payouts(Self.rule(scope: .event)).map(\.key.firing)
    #expect(perEvent.allSatisfy { $0 == "confirmed \(FactID.numbered(1).text)" })
  }

  @Test("Every key of a rule that pays once is among those that a merge looks at")
  func once() {
    let once = Set(PayoutKey.once(by: .numbered(1), for: .numbered(1)))
    #expect(Set(Self.payouts(Self.rule()).map(\.key)).isSubset(of: once))
    let moved = once.map { $0.moved(to: .numbered(2)) }
    #expect(Set(moved) == Set(PayoutKey.once(by: .numbered(1), for: .numbered(2))))
    #expect(once.isDisjoint(with: Self.payouts(Self.rule(scope: .event)).map(\.key)))
  }

  @Test(
    "The first cap that a payment would pass is told",
    arguments: [
      (RewardCap(), nil), (RewardCap(perPerson: 100), nil),
      (RewardCap(perPerson: 99), .capPerPerson), (RewardCap(perMonth: 89), .capPerMonth),
      (RewardCap(perMonth: 90), nil), (RewardCap(perDay: 79), .capPerDay),
      (RewardCap(total: 549), .capTotal), (RewardCap(perPerson: 99, total: 1), .capPerPerson),
      (RewardCap(perPerson: 100, perMonth: 90, perDay: 80, total: 550), nil),
    ] as [(RewardCap, Payout.Refusal?)])
  func caps(cap: RewardCap, refusal: Payout.Refusal?) {
    #expect(CapUse(person: 50, month: 40, day: 30, total: 500).refusal(of: 50, cap: cap) == refusal)
  }

  @Test("What has been paid may be as large as a number can be")
  func capOverflow() {
    let full = CapUse(person: .max, day: 0, total: 0)
    #expect(full.refusal(of: 1, cap: RewardCap(perPerson: .max)) == .capPerPerson)
  }

  // MARK: Transfers

  @Test(
    "The transfer says what becomes of the reward",
    arguments: [
      (rule(), Known(), .posted, nil, []),
      (rule(hold: 3_600_000), Known(), .pending, Instant.hour(1), []),
      (rule(), Known(risk: [.selfReferral]), .inReview, nil, ["self_referral"]),
    ] as [(RewardRule, Known, TransferState, Instant?, [String])])
  func transfer(
    rule: RewardRule, known: Known, state: TransferState, dueAt: Instant?, reasons: [String]
  ) throws {
    let payout = try #require(Self.payouts(rule, known).last)
    let transfer = Transfer(
      .numbered(9), paying: payout, of: .numbered(4), in: known.context, coupon: nil,
      at: .hour(0))
    #expect(transfer.state == state && transfer.dueAt == dueAt && transfer.reasons == reasons)
    #expect(transfer.from == .budget(.numbered(4)) && transfer.to == .person(Self.ana))
    #expect((transfer.settledAt == nil) == (state != .posted))
  }
}
