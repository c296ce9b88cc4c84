import BeckonEngine
import BeckonModel
import Testing

@Suite struct RecordedRewardTests {
  @Test(
    "Only what rests on a client's word alone is decided anew, by the server's",
    arguments: [
      (TransferState.inReview, ["client_fact"], false, true),
      (.inReview, ["self_referral", "client_fact"], false, true),
      (.inReview, ["client_fact", "merged"], false, true),
      (.inReview, ["self_referral"], false, false),
      (.voided, ["client_fact", "a robot"], true, true),
      (.voided, ["client_fact", "merged", "a robot"], true, true),
      (.voided, ["client_fact", "erased"], false, false),
      (.voided, ["self_referral", "client_fact", "a robot"], true, false),
      (.voided, ["self_referral", "client_fact"], true, false),
      (.pending, [], false, false), (.posted, [], false, false),
      (.pending, ["client_fact", "approved"], false, false),
      (.inReview, ["claimed_referrer"], false, true),
      (.voided, ["client_fact", "claimed_referrer", "a robot"], true, true),
      (.voided, ["claimed_referrer", "self_referral", "a robot"], true, false),
    ] as [(TransferState, [String], Bool, Bool)])
  func decidedAnew(state: TransferState, reasons: [String], rejected: Bool, anew: Bool) {
    let reward = RecordedReward(state: state, reasons: reasons, end: rejected ? .rejected : nil)
    #expect(reward.successor(heldFor: []) == (anew ? .inPlace : .none))
    #expect(reward.successor(heldFor: ["client_fact", "claimed_referrer"]) == .none)
  }

  @Test(
    "What was taken back because a client's fact was not true can be paid again",
    arguments: [
      (.voided, .toldOtherwise, .inPlace), (.posted, .toldOtherwise, .beside),
      (.voided, .other, .none), (.posted, .other, .none),
    ] as [(TransferState, RecordedReward.End, RecordedReward.Successor)])
  func untrue(
    state: TransferState, end: RecordedReward.End, successor: RecordedReward.Successor
  ) {
    for reasons in [[], ["self_referral"], ["client_fact"]] {
      let reward = RecordedReward(state: state, reasons: reasons, end: end)
      #expect(reward.successor(heldFor: []) == successor)
      #expect(reward.successor(heldFor: ["client_fact"]) == successor)
    }
  }

  @Test(
    "What a reward is held for follows its referral, and keeps what is its own",
    arguments: [
      (["claimed_referrer"], [], false, []), ([], [], true, ["claimed_referrer"]),
      (["self_referral", "client_fact", "claimed_referrer"], [], false, ["client_fact"]),
      (
        ["client_fact"], [.selfReferral], true,
        ["self_referral", "client_fact", "claimed_referrer"]
      ),
      (["referrer_install", "merged"], [.velocity], false, ["merged"]),
    ] as [([String], [ReferralRisk.Reason], Bool, [String])])
  func reasons(old: [String], risk: [ReferralRisk.Reason], isClaimed: Bool, new: [String]) {
    #expect(
      RecordedReward.reasons(
        old, risk: ReferralRisk(Set(risk)), isReferrerClaimed: isClaimed) == new)
  }
}
