import BeckonContract
import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

/// A member of a campaign, and how much of them the caller may see and do.
struct Subscriber {
  let scope: Scope
  let campaign: Campaign
  let member: CampaignMember
  /// Whether the caller may read and change the member: they have a secret key or the member's
  /// token, or the app trusts everybody who has its key (`open_members`).
  let isOwn: Bool
  private let isToldByServer: Bool

  init(_ member: CampaignMember, in campaign: Campaign, _ call: Call, _ scope: Scope) throws {
    self.scope = scope
    self.campaign = campaign
    self.member = member
    isOwn = try call.owns(member.referral.person, scope)
    isToldByServer = call.proof.trust == .server
  }

  /// How they stand.
  var standing: MemberStanding { .of(member.referral, goal: campaign.goal) }

  /// Whether the app's server tells a step that only a client had told: its word counts as if it
  /// had come first.
  func isVouching(_ step: MemberStep, _ number: Int) throws -> Bool {
    guard case .refuse(.alreadyCompleted, _) = step, isToldByServer else { return false }
    return try !Conversions(scope).isVouched(number, of: member.referral, in: campaign)
  }

  /// - Throws: `Problem` when the caller may not change the member.
  func requireOwn() throws {
    guard isOwn else { throw Problem(ReferralHeroFailure.foreignSubscriber) }
  }
}

extension ReferralHeroFailure {
  /// The caller has not shown that they are the member.
  static let foreignSubscriber = ReferralHeroFailure(
    .invalidToken,
    "This subscriber is there already, and the app's key alone does not show that the caller is "
      + "they. Send the token that the answer to their sign-up gave, as cookie or in "
      + "'\(HeaderName.token)', or the secret key; or let every client change members: PATCH "
      + "/v1/app {\"open_members\": true}.")

  /// There is no such member.
  static let noSubscriber = ReferralHeroFailure(
    .subscriberNotFound, "The provided subscriber does not exist in this campaign.")
}

extension MemberStanding {
  /// How a member of a campaign stands.
  static func of(_ referral: Referral?, goal: Int) -> MemberStanding {
    guard let referral, referral.state != .awaitingSignUp else { return .unknown }
    if referral.state == .unverified { return .unverified(isReferred: referral.referrer != nil) }
    guard referral.referrer == nil else { return .referred(referral.state) }
    switch referral.state {
    case .unconfirmed: return .organic(step: 2)
    case .confirmed, .superseded, .reversed: return .organic(step: goal)
    case .pending, .awaitingSignUp, .unverified: return .organic(step: 1)
    }
  }
}

extension Call {
  /// Whether the caller may read and change a person by this vendor's calls.
  func owns(_ person: PersonID, _ scope: Scope) throws -> Bool {
    if app.settings.opensMembers { return true }
    return try Tokens(scope).prove(proof, person)
  }

  /// The campaign of the path.
  /// - Throws: `Problem` when there is none.
  func list() throws -> Campaign {
    let name = parameters.first ?? ""
    guard !name.isEmpty else {
      throw Problem(
        ReferralHeroFailure(.noListUUID, "The path names no campaign: /lists/‹list_uuid›/…"))
    }
    guard let campaign = app.campaign(named: name) else {
      throw Problem(
        ReferralHeroFailure(
          .invalidList,
          "This app has no such campaign. A campaign gets its id by 'list_uuid' of POST "
            + "/v1/campaigns."))
    }
    return campaign
  }

  /// The member whom the path names behind the campaign.
  /// - Throws: `Problem` when there is none; `DatabaseError`.
  func subscriber(in campaign: Campaign, _ scope: Scope) throws -> Subscriber {
    guard !isReferralHeroServer || parameters.dropFirst().first != "" else {
      throw Problem(
        ReferralHeroFailure(.noSubscriberID, "The path names no subscriber: /subscribers/‹id›."))
    }
    guard parameters.count > 1, let member = try member(parameters[1], scope),
      member.referral.campaign == campaign.id,
      member.leftAt == nil, try People(scope).present(member.referral.person) != nil
    else { throw Problem(ReferralHeroFailure.noSubscriber) }
    return try Subscriber(member, in: campaign, self, scope)
  }

  /// By an id of this server's, or by that of the vendor's which came along by an import.
  private func member(_ id: String, _ scope: Scope) throws -> CampaignMember? {
    let members = Members(scope)
    if let own = ReferralID(subscriber: id) { return try members.find(own) }
    return id.isEmpty || id.utf8.count > Limits.identityBytes ? nil : try members.find(alias: id)
  }
}
