import BeckonContract
import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

extension Call {
  /// Whether it is one of an app's server, by version 2 of the vendor's API.
  var isReferralHeroServer: Bool { route.path.hasPrefix(ReferralHeroServerRoute.base + "/") }

  /// The answer to it.
  func answered(_ data: [JSON.Member], _ response: ReferralHero.Response) -> Reply {
    .json(ReferralHeroAnswer(data, response, at: now, callsLeft: callsLeft).json)
  }

  /// The answer to it where `data` is no object.
  func answered(_ data: JSON) -> Reply {
    .json(ReferralHeroAnswer(data: data, at: now, callsLeft: callsLeft).json)
  }

  /// The answer of a member.
  func answered(
    _ subscriber: Subscriber, _ response: ReferralHero.Response
  ) throws -> Reply {
    .subscriber(try subscriber.answer(self), response, self)
  }

  private var callsLeft: Int? {
    isReferralHeroServer ? ReferralHeroAnswer.callsOfServer : nil
  }

  /// The member of a campaign who is known by one of these; of several, the first.
  /// - Throws: `DatabaseError`.
  func subscriber(
    knownBy identities: [Identity], in campaign: Campaign, _ scope: Scope
  ) throws -> Subscriber? {
    for identity in identities {
      guard let person = try People(scope).find(identity),
        let present = try People(scope).present(person),
        let member = try Members(scope).find(present.id, in: campaign.id), member.leftAt == nil,
        MemberStanding.of(member.referral, goal: campaign.goal) != .unknown
      else { continue }
      return try Subscriber(member, in: campaign, self, scope)
    }
    return nil
  }

  /// Whom it is about: the member whose id the path has, or who is known by what the call says.
  /// - Throws: `Problem` when there is none; `DatabaseError`.
  func subscriber(
    _ request: SubscriberRequest, in campaign: Campaign, _ scope: Scope
  ) throws -> Subscriber {
    if parameters.count > 1 { return try subscriber(in: campaign, scope) }
    try request.requireIdentity()
    guard let known = try subscriber(knownBy: request.identities, in: campaign, scope) else {
      throw Problem(ReferralHeroFailure.noSubscriber)
    }
    return known
  }

  /// The same where the call changes something: whom the app's server names, rather than by the
  /// path's id, is who they are, whoever has claimed it before.
  /// - Throws: `Problem` when there is none; `DatabaseError`.
  func namedSubscriber(
    _ request: SubscriberRequest, in campaign: Campaign, _ scope: Scope
  ) throws -> Subscriber {
    let known = try subscriber(request, in: campaign, scope)
    guard proof.key == .secret, parameters.count < 2 else { return known }
    _ = try SignUp(
      scope,
      SignUp.Request(
        identities: request.identities, installID: nil, campaign: nil, referrer: nil, click: nil,
        attributes: nil, consent: nil, proof: proof, issuesToken: false, isSignUp: false,
        mayCreate: false, person: known.member.referral.person, optIn: try request.optIn(self))
    ).run()
    guard let member = try Members(scope).find(known.member.referral.id) else { return known }
    return try Subscriber(member, in: campaign, self, scope)
  }
}
