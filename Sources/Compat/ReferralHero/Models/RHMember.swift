import BeckonModel

/// A member of a campaign, as the server tells them to the app. Of others, names and addresses are
/// masked.
public struct RHMember: Hashable, Sendable {
  /// The id, `sub_…`.
  public let id: String
  /// The referral code.
  public let code: String
  /// What the member is called; empty where the app may not know.
  public let name: String
  /// The mail address; the same.
  public let email: String
  /// The campaign's page, with the code.
  public let referralLink: String
  /// The link that the server follows itself.
  public let universalLink: String
  /// The place in the campaign, from 1.
  public let position: Int
  /// What the member has earned in the campaign in the unit `points`.
  public let points: Int
  /// How many stand before the member in a waiting list; `nil` in other campaigns.
  public let peopleAhead: Int?
  /// Whom the member has referred, all steps done.
  public let peopleReferred: Int
  /// Whom the member has referred, of whom only the first step is done.
  public let pendingReferrals: Int
  /// Whether somebody has referred the member.
  public let isReferred: Bool
  /// How far the member's own referral has come: `pending`, `unconfirmed`, `confirmed`; empty for
  /// who was not referred.
  public let status: String
  /// What the call did: `subscriber_created`, `custom_event_completed`, …; empty in lists.
  public let response: String
  /// What the server has taken otherwise than it was said.
  public let warnings: [String]

  init(_ json: JSON) {
    func text(_ name: String) -> String { json[name]?.string ?? "" }
    func number(_ name: String) -> Int { Int(json[name]?.integer ?? 0) }
    id = text("id")
    code = text("code")
    name = text("name")
    email = text("email")
    referralLink = text("referral_link")
    universalLink = text("universal_link")
    position = number("position")
    points = number("points")
    peopleAhead = json["people_ahead"]?.integer.map { Int($0) }
    peopleReferred = number("people_referred")
    pendingReferrals = number("pending_referrals")
    isReferred = json["referred"]?.bool ?? false
    status = text("referral_status")
    response = text("response")
    warnings = (json["warnings"]?.elements ?? []).compactMap(\.string)
  }

  static func all(_ json: JSON?) -> [RHMember] { (json?.elements ?? []).map(RHMember.init) }
}

/// Something that a campaign has given a member.
public struct RHReward: Hashable, Sendable {
  /// The id of the transfer.
  public let id: String
  /// The rule's name.
  public let name: String
  /// `pending`, `sent` or `canceled`.
  public let status: String
  /// How much, in the unit's smallest part.
  public let value: Int64
  /// Of what.
  public let unit: String
  /// The coupon that came with it; empty without one.
  public let couponCode: String

  init(_ json: JSON) {
    id = json["id"]?.string ?? ""
    name = json["name"]?.string ?? ""
    status = json["status"]?.string ?? ""
    value = json["value"]?.integer ?? 0
    unit = json["unit"]?.string ?? ""
    couponCode = json["coupon_code"]?.string ?? ""
  }
}
