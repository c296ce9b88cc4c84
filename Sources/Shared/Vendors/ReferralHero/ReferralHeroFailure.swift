import BeckonModel

/// An error as this vendor's clients read it: `{"status": "error", "message", "code"}`
/// (docs/PROTOCOLS/referralhero.md, Errors).
public struct ReferralHeroFailure: Error, Hashable, Sendable {
  /// Every error; a code never changes its meaning.
  public enum Code: String, CaseIterable, Sendable {
    /// There is no key.
    case noToken = "no_token"
    /// The key is unknown, or the caller has not shown that they are the member.
    case invalidToken = "invalid_token"
    /// The app may not be used.
    case inactiveAccount = "inactive_account"
    /// Too many calls; `Retry-After` says when to go on.
    case tooManyCalls = "too_many_calls"
    /// The path names no campaign.
    case noListUUID = "no_list_uuid"
    /// The app has no such campaign.
    case invalidList = "invalid_list"
    /// The path names no member.
    case noSubscriberID = "no_subscriber_id"
    /// The campaign has no such member, or none whom the call can be about.
    case subscriberNotFound = "subscriber_not_found"
    /// Nothing says who it is about.
    case noEmailAddress = "no_email_address"
    /// What says who it is about is no such address.
    case invalidEmailAddress = "invalid_email_address"
    /// The call says no `social`.
    case noName = "no_name"
    /// The call says no number of points.
    case noPoints = "no_points"
    /// The host is none of the campaign's.
    case noHostingURL = "no_hosting_url"
    /// The campaign's goal has no such conversion event.
    case wrongListType = "wrong_list_type"
    /// The conversion event was told before.
    case alreadyCompleted = "custom_event_already_completed"
    /// Nobody referred them, as far as the call and the campaign tell.
    case referrerInvalid = "referrer_invalid"
    /// The campaign cannot be made so.
    case listCreation = "error_list_creation"
    /// The kind of the campaign is none.
    case unknownListType = "unknown_list_type"
    /// The member is promoted already.
    case alreadyPromoted = "subscriber_already_promoted"
    /// Only who is promoted has a reward for that.
    case notPromoted = "subscriber_not_promoted"
    /// The campaign has no such reward.
    case rewardNotFound = "reward_not_found"
    /// The campaign has no such group of coupons.
    case couponGroupNotFound = "coupon_group_not_found"
    /// Something in the call is not acceptable; the message says what.
    case invalidParameter = "invalid_parameter"
    /// The campaign takes no members now.
    case inactiveList = "inactive_list"
    /// The server cannot answer now.
    case serverError = "server_error"
  }

  /// Which error it is.
  public let code: Code
  /// What is wrong this time, and what to do.
  public let message: String

  /// Makes an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Reads an answer; `nil` when it is no error of this set.
  public init?(json: JSON) {
    guard json["status"] == "error" else { return nil }
    let code = json["code"]?.string.flatMap(Code.init(word:))
    self.init(code ?? .serverError, json["message"]?.string ?? "")
  }

  /// The body.
  public var json: JSON {
    [
      "status": "error", "message": .string(message), "code": .string(code.rawValue),
    ]
  }
}
