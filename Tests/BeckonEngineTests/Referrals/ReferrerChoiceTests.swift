import BeckonEngine
import BeckonModel
import Testing

/// Who becomes the referrer of several who could have brought somebody.
@Suite struct ReferrerChoiceTests {
  private static func candidate(
    _ referrer: UInt64, at hour: Double, _ match: MatchType = .unique
  ) -> ReferrerCandidate {
    ReferrerCandidate(
      source: ReferralSource(
        referrer: .numbered(referrer), campaign: nil, method: "way \(referrer)", match: match,
        evidence: ["link": "lnk"]), at: .hour(hour))
  }

  @Test(
    "Of those who are sure the first wins, or the last; without any, the best evidence",
    arguments: [
      (.strongest, [(1, 9, .unique), (2, 1, .unique)], 1, []),
      (.first, [(1, 9, .unique), (2, 1, .unique)], 2, ["1 later"]),
      (.last, [(1, 9, .unique), (2, 1, .unique)], 1, ["2 earlier"]),
      (.last, [(1, 1, .unique), (2, 9, .unique)], 2, ["1 earlier"]),
      (.first, [(1, 9, .declared), (2, 5, .unique)], 2, ["1 less_sure"]),
      (.first, [(1, 9, .unique), (2, 5, .default)], 1, ["2 less_sure"]),
      (.last, [(1, 1, .weak), (2, 5, .default)], 1, ["2 less_sure"]),
      // Of two at one time the better evidence, and nobody loses to themselves.
      (.first, [(1, 5, .unique), (2, 5, .unique)], 1, ["2 later"]),
      (.last, [(1, 5, .unique), (2, 5, .unique)], 1, ["2 earlier"]),
      (.last, [(1, 5, .unique), (1, 6, .unique)], 1, []),
      (
        .first, [(1, 9, .unique), (2, 1, .unique), (3, 2, .weak)], 2, ["1 later", "3 less_sure"]
      ),
      (.first, [], nil, []),
    ] as [(ReferrerChoice, [(UInt64, Double, MatchType)], UInt64?, [String])])
  func choose(
    choice: ReferrerChoice, of: [(UInt64, Double, MatchType)], winner: UInt64?, lost: [String]
  ) {
    let source = choice.choose(among: of.map { Self.candidate($0.0, at: $0.1, $0.2) })
    #expect(source?.referrer == winner.map { .numbered($0) })
    let losers = source?.evidence[Referral.lost]?.elements ?? []
    #expect(
      losers.map { "\($0["method"]?.string?.last ?? "?") \($0["why"]?.string ?? "?")" } == lost)
    #expect(source == nil || source?.evidence["link"] == "lnk")
  }

  @Test(
    "Before the sign-up one who is noted gives way to the one whom the campaign prefers",
    arguments: [
      (.strongest, .awaitingSignUp, .unique, 2, 9, .unique, false),
      (.last, .awaitingSignUp, .unique, 2, 9, .unique, true),
      (.last, .awaitingSignUp, .unique, 2, -9, .unique, false),
      (.first, .awaitingSignUp, .unique, 2, 9, .unique, false),
      (.first, .awaitingSignUp, .unique, 2, -9, .unique, true),
      (.first, .awaitingSignUp, .declared, 2, 9, .unique, true),
      (.last, .awaitingSignUp, .unique, 2, 9, .declared, false),
      // Nobody gives way to themselves, and a referral that has begun is set.
      (.last, .awaitingSignUp, .unique, 1, 9, .unique, false),
      (.last, .pending, .unique, 2, 9, .unique, false),
      (.last, .confirmed, .unique, 2, 9, .unique, false),
    ] as [(ReferrerChoice, ReferralState, MatchType, UInt64, Double, MatchType, Bool)])
  func givesWay(
    choice: ReferrerChoice, state: ReferralState, standing: MatchType, named: UInt64,
    hour: Double, match: MatchType, givesWay: Bool
  ) {
    let member = Referral.example(person: 7, referrer: 1, state: state, match: standing)
    let usual = ReferrerChoice.first.choose(among: [Self.candidate(named, at: hour, match)])
    #expect(choice.givesWay(member, to: usual) == givesWay)
    #expect(!choice.givesWay(member, to: nil))
  }

  @Test("Evidence keeps the last ten who lost")
  func bounded() {
    let many = (1...15).map { Self.candidate(UInt64($0), at: Double($0)) }
    let lost = ReferrerChoice.first.choose(among: many)?.evidence[Referral.lost]?.elements
    #expect(lost?.count == 10)
    #expect(lost?.last?["referrer"] == .id(PersonID.numbered(15)))
  }
}
