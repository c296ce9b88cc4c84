import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/campaigns/{campaign}/referrals/{referral}/review` `{decision: approve|reject,
/// reason?}`, about a referral that rules on counts do not count.
enum ReviewReferral {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.campaign()
    let fields = try call.fields()
    try fields.allow(only: ["decision", "reason"])
    let decision = try fields.require(
      "decision", fields.choice("decision", ReviewTransfer.Decision.self))
    let reason = try fields.string("reason", max: Limits.nameBytes)
    let id = try call.id(1, ReferralID.self)
    return .write { scope in
      let referrals = Referrals(scope)
      guard let referral = try referrals.find(id), referral.campaign == campaign.id,
        referral.referrer != nil
      else { throw Problem.notFound("referral") }
      guard referral.state.isReached(byGoal: campaign.goal) else {
        throw Problem(.notInReview, "The referral is \(referral.state.rawValue).")
      }
      var paid: [Transfer] = []
      switch decision {
      case .approve: paid = try ReferralReview(scope).approve(referral)
      case .reject: try ReferralReview(scope).reject(referral, reason: reason ?? "rejected")
      }
      let decided = try ListReferrals.describe(
        referrals.find(id) ?? referral, scope, to: call.proof.key)
      return .json(
        .object(
          (decided.members ?? []) + [
            JSON.Member("paid", Paid.describe(paid, of: referral.person, to: call.proof))
          ]))
    }
  }
}
