import BeckonEngine
import BeckonModel
import Testing

/// Joining a campaign, and what a source that names a referrer does to a member.
@Suite struct ReferrerChangeTests {
  private static func source(_ referrer: UInt64?, _ match: MatchType = .unique) -> ReferralSource {
    ReferralSource(
      referrer: referrer.map { .numbered($0) }, campaign: nil, method: "click_id", match: match,
      evidence: ["click": "clk"])
  }

  @Test(
    "A source sets a first referrer, vouches for the same, and takes a claimed one's place",
    arguments: [
      (.made, 2, nil, false, .sets), (.awaitingSignUp, 2, nil, false, .sets),
      (.made, 2, 2, false, .strengthens), (.made, 2, 2, true, .strengthens),
      (.made, 3, 2, true, .replaces), (.awaitingSignUp, 3, 2, true, .replaces),
      (.alreadyReferred, 3, 2, false, .none), (.made, 3, 2, false, .none),
      (.tooLate, 2, nil, false, .none),
      (.own, 1, nil, false, .none), (.cycle, 2, nil, false, .none), (nil, nil, nil, false, .none),
      (.made, nil, nil, false, .none),
    ] as [(ReferrerOutcome?, UInt64?, UInt64?, Bool, ReferrerChange)])
  func change(
    outcome: ReferrerOutcome?, named: UInt64?, standing: UInt64?, isClaimed: Bool,
    change: ReferrerChange
  ) {
    let member = Referral.example(referrer: standing, isClaimed: isClaimed)
    #expect(ReferrerChange.decide(outcome, of: Self.source(named), for: member) == change)
    #expect(ReferrerChange.decide(outcome, of: nil, for: member) == .none)
  }

  @Test("Another referrer brings evidence of their own, and what was cleared is open anew")
  func referred() {
    let member = Referral.example(
      referrer: 2, risk: [.velocity], isReturning: true, isRiskCleared: true, isClaimed: true)
    let referred = member.referred(
      by: Self.source(3, .default), risk: ReferralRisk([.sharedAddress]), install: .numbered(9),
      at: .hour(5))
    #expect(referred.referrer == .numbered(3) && referred.referredAt == .hour(5))
    #expect(referred.match == .default && referred.method == "click_id")
    #expect(referred.evidence["click"] == "clk")
    #expect(referred.evidence[Referral.replaced] == .id(PersonID.numbered(2)))
    #expect(referred.risk.reasons == [.sharedAddress] && !referred.isRiskCleared)
    #expect(!referred.isReferrerClaimed && referred.referrerInstall == .numbered(9))
    #expect(referred.isReturning && referred.joinedAt == member.joinedAt)
    #expect(referred.state == member.state && referred.id == member.id)
  }

  @Test("Who joins without a referrer has no time and no install of one")
  func joined() {
    func join(_ source: ReferralSource?) -> Referral {
      Referral(
        id: .numbered(1), of: .numbered(1), in: .numbered(1), from: source,
        state: .awaitingSignUp, risk: ReferralRisk([]), link: nil, isReturning: false,
        install: .numbered(9), at: .hour(0))
    }
    let organic = join(nil)
    #expect(organic.referrer == nil && organic.referredAt == nil && organic.match == .none)
    #expect(organic.referrerInstall == nil && organic.evidence == .object([]))
    let referred = join(Self.source(2))
    #expect(referred.referrer == .numbered(2) && referred.referredAt == .hour(0))
    #expect(referred.referrerInstall == .numbered(9) && referred.state == .awaitingSignUp)
    // A campaign's own link brings people and names nobody.
    #expect(join(Self.source(nil)).referrerInstall == nil)
  }

  @Test(
    "It is too late when the person has gone on since the sign-up, or the server told so",
    arguments: [
      (.pending, [], false), (.pending, [(1, 2, false)], false),
      (.unconfirmed, [(1, 2, false), (2, 3, true)], true),
      // What a client told before the sign-up may be anybody's word.
      (.pending, [(2, -1, true)], false), (.pending, [(2, -1, false)], true),
      (.pending, [(3, 1, true)], true), (.superseded, [], true), (.reversed, [], true),
      (.awaitingSignUp, [], false), (nil, [], false),
    ] as [(ReferralState?, [(Int, Double, Bool)], Bool)])
  func movedOn(state: ReferralState?, steps: [(Int, Double, Bool)], hasMovedOn: Bool) {
    let recorded = steps.map { RecordedStep(step: $0.0, at: .hour($0.1), isByClient: $0.2) }
    #expect(
      ReferrerProposal.hasMovedOn(state, recorded, signUpReceived: .hour(0)) == hasMovedOn)
  }

  @Test("Before the sign-up any second step is one too many")
  func movedOnBeforeSignUp() {
    let step = RecordedStep(step: 2, at: .hour(0), isByClient: true)
    #expect(ReferrerProposal.hasMovedOn(.awaitingSignUp, [step], signUpReceived: nil))
  }

  @Test(
    "A referrer is claimed once the server names the person, but for the install it names",
    arguments: [
      (2, 9, 9, false), (2, 9, 8, true), (2, 9, nil, true), (2, nil, nil, true), (2, nil, 9, true),
      (nil, 9, 8, false),
    ] as [(UInt64?, UInt64?, UInt64?, Bool)])
  func claimed(referrer: UInt64?, setOn: UInt64?, named: UInt64?, isClaimed: Bool) {
    let referral = Referral.example(referrer: referrer, install: setOn)
    #expect(referral.becomesClaimed(but: named.map { .numbered($0) }) == isClaimed)
    let claimed = Referral.example(referrer: referrer, install: setOn, isClaimed: true)
    #expect(claimed.isSupported(from: .numbered(9)) == (setOn == 9))
    #expect(!referral.isSupported(from: .numbered(9)))
  }

  @Test(
    "The link's campaign, then the one asked for; else the usual one; then where they wait",
    arguments: [
      (nil, nil, [], [1], [1]), (nil, nil, [], [2, 1], [2]), (1, nil, [], [1, 2], [1]),
      (1, 2, [], [1, 2, 3], [1, 2]), (2, 2, [], [1, 2], [2]), (nil, 2, [], [1, 2], [2]),
      // One that is gone leads nowhere.
      (9, nil, [], [1], [1]), (9, nil, [], [1, 2], [1]), (nil, nil, [], [], []),
      (nil, nil, [2, 1], [1, 2], [1, 2]), (1, nil, [1, 2], [1, 2, 3], [1, 2]),
      (nil, nil, [9], [1, 2], [1]),
      // The link's takes nobody any more: the usual one beside it, unless one is asked for.
      (7, nil, [], [1, 7], [7, 1]), (7, 2, [], [1, 2, 7], [7, 2]), (nil, 7, [], [1, 7], [7]),
    ] as [(UInt64?, UInt64?, [UInt64], [UInt64], [UInt64])])
  func campaigns(
    linked: UInt64?, asked: UInt64?, waiting: [UInt64], all: [UInt64], joined: [UInt64]
  ) {
    let campaigns = JoinedCampaigns.all(
      linked: linked.map { .numbered($0) }, asked: asked.map { .example($0) },
      waiting: waiting.map { .numbered($0) }, usual: all.first.map { .example($0) },
      of: all.map { .example($0) }, takes: { $0.id != .numbered(7) })
    #expect(campaigns.map(\.id) == joined.map { .numbered($0) })
  }
}
