import BeckonBasics
import BeckonContract
import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST …/subscribers/add_points` and `…/‹id›/add_points` `{points}`: a grant to a member, below
/// zero what is taken back. Each call gives anew; with an `Idempotency-Key` the same call gives
/// once.
enum AddPoints {
  static func prepare(_ call: Call) throws -> Work {
    let campaign = try call.list()
    let request = try SubscriberRequest(call, campaign)
    guard let points = request.points, points != 0 else {
      throw Problem(ReferralHeroFailure(.noPoints, "Send 'points', a whole number, not 0."))
    }
    if call.parameters.count < 2 { try request.requireIdentity() }
    return .write { scope in
      let subscriber = try call.namedSubscriber(request, in: campaign, scope)
      let grants = Grants(scope)
      let outcome = try grants.grant(
        Grants.Grant(
          id: grants.transferID(call.ambient.identifier().text), campaign: campaign.id,
          amount: points, reason: "points added"),
        to: subscriber.member.referral.person)
      switch outcome {
      case .done: return try call.answered(subscriber, .pointsAdded)
      case .conflict, .noMember: throw Problem(ReferralHeroFailure.noSubscriber)
      case .balanceFull:
        throw FieldError("points", "are more than the balance has room for")
      }
    }
  }
}
