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
    ] as [(TransferState, [String], Bool, Bool)])
  func decidedAnew(state: TransferState, reasons: [String], rejected: Bool, anew: Bool) {
    let reward = RecordedReward(state: state, reasons: reasons, isRejected: rejected)
    #expect(reward.isDecidedAnew(by: .server) == anew)
    #expect(!reward.isDecidedAnew(by: .client))
  }
}
