import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/campaigns/{campaign}/referrals`, newest first: method, evidence, risk, and why rules
/// that fired or wait for a count did not pay.
enum ListReferrals {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.campaign()
    let columns = FindReferrals.columns + ["counts", "not_counted", "refusals"]
    return try .list(call, "referrals", columns: columns) { scope, cursor, limit in
      let before = try cursor.map { try Page.id($0, ReferralID.self) }
      let rows = try Referrals(scope).page(of: campaign.id, before: before, limit: limit + 1)
      return try Page(rows, limit, { try describe($0, scope, to: call.proof.key) }, \.id.text)
    }
  }

  static func describe(
    _ referral: Referral, _ scope: Scope, to key: KeyKind
  ) throws -> JSON {
    let refusals = try Campaigns(scope).refusals(of: referral.id).map { refusal in
      JSON.object([
        "rule": .id(refusal.rule), "person": .id(refusal.person),
        "reason": .string(refusal.reason), "at": .instant(refusal.at),
      ])
    }
    let objections = try ReferralReview(scope).objections(to: referral)
    let notCounted = objections.map { objection in
      JSON.object([
        "rule": .id(objection.rule), "reasons": .array(objection.reasons.map(JSON.string)),
      ])
    }
    return .object(
      (referral.json(to: key).members ?? []) + [
        JSON.Member("counts", .bool(notCounted.isEmpty)),
        JSON.Member("not_counted", .array(notCounted)),
        JSON.Member("refusals", .array(refusals)),
      ])
  }
}
