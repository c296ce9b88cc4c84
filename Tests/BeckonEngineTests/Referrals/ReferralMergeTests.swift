import BeckonEngine
import BeckonModel
import Testing

/// What becomes of referrals when two people turn out to be one.
@Suite struct ReferralMergeTests {
  @Test("Where the survivor is, the survivor's stays; all others become the survivor's")
  func merged() {
    let old = [
      Referral.example(1, campaign: 1), .example(2, campaign: 2), .example(3, campaign: 3),
    ]
    let new = [Referral.example(4, person: 5, campaign: 2), .example(5, person: 5, campaign: 4)]
    let merge = ReferralMerge(old, into: new)
    #expect(merge.moved.map(\.id) == [.numbered(1), .numbered(3)])
    #expect(merge.superseded.map(\.id) == [.numbered(2)])
  }

  @Test(
    "What was settled elsewhere for one of two is settled for both",
    arguments: [
      (nil, nil, nil), (nil, .open, .open), (.open, .settled, .settled), (nil, .settled, .settled),
      (.settled, .settled, .settled),
    ] as [(ImportedRewards?, ImportedRewards?, ImportedRewards?)])
  func imported(one: ImportedRewards?, other: ImportedRewards?, merged: ImportedRewards?) {
    #expect(ImportedRewards.merged(one, other) == merged)
    #expect(ImportedRewards.merged(other, one) == merged)
  }

  @Test(
    "A part goes on when its install turns out to be old, if it rests on more, or on nothing yet",
    arguments: [
      (.awaitingSignUp, nil, true), (.pending, nil, false), (.confirmed, nil, false),
      (.pending, .settled, true), (.confirmed, .open, true),
    ] as [(ReferralState, ImportedRewards?, Bool)])
  func oldInstall(state: ReferralState, imported: ImportedRewards?, goesOn: Bool) {
    #expect(Referral.example(state: state, imported: imported).outlivesItsInstall == goesOn)
  }

  @Test(
    "What ends leaves its referrer's counts, once",
    arguments: [
      (.pending, 2, true, true), (.confirmed, 2, true, true), (.confirmed, nil, true, false),
      (.awaitingSignUp, 2, true, false), (.superseded, 2, false, false),
      (.reversed, 2, false, false),
    ] as [(ReferralState, UInt64?, Bool, Bool)])
  func ends(state: ReferralState, referrer: UInt64?, canEnd: Bool, isCounted: Bool) {
    let referral = Referral.example(referrer: referrer, state: state)
    #expect(referral.canEnd == canEnd)
    let move = ReferralMove(
      person: .numbered(2), campaign: referral.campaign, old: state, new: nil)
    #expect(referral.moveToEnd == (isCounted ? move : nil))
  }

  @Test(
    "A referrer noted before the sign-up stays if it was noted in time for it",
    arguments: [
      (2, 0.0, true), (2, -100, true), (2, 24, true), (2, 24.1, false), (1, 0, false),
      (nil, 99, true),
    ] as [(UInt64?, Double, Bool)])
  func waiting(referrer: UInt64?, noted: Double, stays: Bool) {
    let referral = Referral.example(
      person: 1, referrer: referrer, state: .awaitingSignUp, referredAt: .hour(noted))
    #expect(referral.keepsReferrer(signUpReceived: .hour(0)) == stays)
  }
}
