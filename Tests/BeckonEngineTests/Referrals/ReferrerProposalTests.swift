import BeckonEngine
import BeckonModel
import BeckonTesting
import Testing

/// Who may become whose referrer, and when.
@Suite struct ReferrerProposalTests {
  private static func person(_ number: UInt64) -> PersonID {
    PersonID(Identifier(high: 0, low: number))
  }
  private static let (ben, ana, zoe) = (person(1), person(2), person(3))
  private static let now = Instant(milliseconds: 1_800_000_000_000)

  struct Case: Sendable {
    var referrer = ReferrerProposalTests.ana
    var ancestors: Set<PersonID> = []
    var standing: PersonID?
    var isStandingClaimed = false
    var hasMovedOn = false
    /// `nil` before the sign-up.
    var hours: Double? = 0
    var campaign = CampaignStanding.active
    let outcome: ReferrerOutcome
  }

  @Test(
    "What becomes of a referrer who is named",
    arguments: [
      Case(outcome: .made), Case(hours: 24, outcome: .made), Case(hours: 24.01, outcome: .tooLate),
      Case(hasMovedOn: true, outcome: .tooLate), Case(hours: nil, outcome: .awaitingSignUp),
      Case(hasMovedOn: true, hours: nil, outcome: .awaitingSignUp),
      Case(referrer: ben, outcome: .own), Case(referrer: ben, hours: nil, outcome: .own),
      Case(ancestors: [ben], outcome: .cycle), Case(ancestors: [zoe, ben], outcome: .cycle),
      Case(ancestors: [ben], hours: nil, outcome: .cycle), Case(ancestors: [zoe], outcome: .made),
      // What refuses it without a look at the ancestors comes first.
      Case(ancestors: [ben], hours: 99, outcome: .tooLate),
      Case(ancestors: [ben], hasMovedOn: true, outcome: .tooLate),
      Case(ancestors: [ben], standing: zoe, outcome: .alreadyReferred),
      // Once set, it stands, and who names it again is told so, however late.
      Case(standing: ana, outcome: .made), Case(standing: ana, hours: 99, outcome: .made),
      Case(standing: ana, hours: nil, outcome: .awaitingSignUp),
      Case(standing: zoe, outcome: .alreadyReferred),
      Case(standing: zoe, hours: nil, outcome: .alreadyReferred),
      // One whom a client claimed gives way, as if there were none.
      Case(standing: zoe, isStandingClaimed: true, outcome: .made),
      Case(standing: zoe, isStandingClaimed: true, hours: 25, outcome: .tooLate),
      Case(standing: ana, isStandingClaimed: true, hours: 99, outcome: .made),
      Case(ancestors: [ben], standing: zoe, isStandingClaimed: true, outcome: .cycle),
      // A campaign that takes nobody sets no referrer; who is set stands.
      Case(campaign: .paused, outcome: .campaignPaused),
      Case(hours: nil, campaign: .ended, outcome: .campaignEnded),
      Case(hours: 99, campaign: .archived, outcome: .campaignEnded),
      Case(standing: ana, hours: 99, campaign: .ended, outcome: .made),
      Case(standing: ana, hours: nil, campaign: .ended, outcome: .awaitingSignUp),
      Case(standing: zoe, campaign: .scheduled, outcome: .alreadyReferred),
      Case(
        standing: zoe, isStandingClaimed: true, campaign: .scheduled, outcome: .campaignNotStarted),
      Case(referrer: ben, campaign: .ended, outcome: .own),
    ])
  func outcome(_ example: Case) {
    let proposal = ReferrerProposal(
      person: Self.ben, referrer: example.referrer, standing: example.standing,
      isStandingClaimed: example.isStandingClaimed,
      hasMovedOn: example.hasMovedOn,
      signUpReceived: example.hours.map {
        Self.now.adding(milliseconds: -Int64($0 * Double(Span.hourMilliseconds)))
      }, in: example.campaign)
    var isWalked = false
    let outcome = proposal.outcome(at: Self.now) {
      isWalked = true
      return Array(example.ancestors)
    }
    #expect(outcome == example.outcome)
    let isRefusedAtOnce =
      [.own, .alreadyReferred, .tooLate].contains(outcome) || outcome == example.campaign.refusal
    #expect(!isRefusedAtOnce || !isWalked)
  }

  @Test("A way that does not end among so many counts as a circle")
  func endless() {
    let proposal = ReferrerProposal(
      person: Self.ben, referrer: Self.ana, standing: nil, hasMovedOn: false,
      signUpReceived: Self.now)
    func outcome(_ count: Int) -> ReferrerOutcome {
      proposal.outcome(at: Self.now) { (0..<count).map { Self.person(UInt64($0) + 100) } }
    }
    #expect(outcome(ReferrerProposal.ancestorsMax - 1) == .made)
    #expect(outcome(ReferrerProposal.ancestorsMax) == .cycle)
  }

  @Test("Of the edges that lead back to somebody the latest goes")
  func cycle() {
    func edge(_ person: UInt64, _ referrer: UInt64, at: Int64) -> ReferralEdge {
      ReferralEdge(
        referral: ReferralID(Identifier(high: 0, low: person)), person: Self.person(person),
        referrer: Self.person(referrer), referredAt: Instant(milliseconds: at))
    }
    func latest(_ edges: [ReferralEdge]) -> PersonID? {
      ReferralEdge.latest(ofCycleThrough: Self.person(1), in: edges)?.person
    }
    #expect(latest([]) == nil)
    #expect(latest([edge(1, 2, at: 1), edge(2, 3, at: 2)]) == nil)
    #expect(latest([edge(1, 1, at: 1)]) == Self.person(1))
    #expect(latest([edge(1, 2, at: 1), edge(2, 3, at: 9), edge(3, 1, at: 5)]) == Self.person(2))
    // A circle that does not go through the person.
    #expect(latest([edge(1, 2, at: 1), edge(2, 3, at: 2), edge(3, 2, at: 3)]) == nil)
  }

  @Test("Where each edge that closes a circle is refused, nobody leads to themselves")
  func noCircles() {
    var dice = SeededGenerator(announcedFor: "chains of referrers")
    for _ in 0..<200 {
      var referrers: [PersonID: PersonID] = [:]
      func ancestors(of person: PersonID) -> Set<PersonID> {
        var (found, next) = (Set<PersonID>(), referrers[person])
        while let at = next, found.insert(at).inserted { next = referrers[at] }
        return found
      }
      for _ in 0..<40 {
        let person = Self.person(UInt64.random(in: 0..<12, using: &dice))
        let referrer = Self.person(UInt64.random(in: 0..<12, using: &dice))
        let proposal = ReferrerProposal(
          person: person, referrer: referrer, standing: referrers[person], hasMovedOn: false,
          signUpReceived: Self.now)
        let outcome = proposal.outcome(at: Self.now) { Array(ancestors(of: referrer)) }
        if outcome == .made { referrers[person] = referrer }
      }
      #expect(!referrers.isEmpty)
      #expect(referrers.keys.allSatisfy { !ancestors(of: $0).contains($0) })
    }
  }
}
