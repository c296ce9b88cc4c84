import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/people/{person}/invitees`, newest first: whom a person has brought, as far as they may
/// know, whoever asks.
enum ListInviteesEndpoint {
  private static let columns = ["campaign", "name", "state", "joined_at"]

  static func prepare(_ call: Call) throws -> Work {
    try .list(call, "invitees", columns: columns) { scope, cursor, limit in
      let before = try cursor.map { try Page.id($0, ReferralID.self) }
      let referrer = try call.person(scope).id
      let rows = try Referrals(scope).page(referredBy: referrer, before: before, limit: limit + 1)
      return try Page(rows, limit, { try describe($0, scope).json }, \.id.text)
    }
  }

  private static func describe(
    _ referral: Referral, _ scope: Scope
  ) throws -> ListInvitees.Invitee {
    // A weak match is too uncertain to tell anybody of somebody.
    let isTold = referral.referrer(to: .publishable) != nil
    let identity = isTold ? try People(scope).identities(of: referral.person).first : nil
    return ListInvitees.Invitee(
      campaign: referral.campaign, name: identity?.masked, state: referral.state,
      joinedAt: referral.joinedAt)
  }
}
