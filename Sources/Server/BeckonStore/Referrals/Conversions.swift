import BeckonBasics
import BeckonEngine
import BeckonModel

/// Conversions: a person reaches a step of a campaign.
public struct Conversions {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// What became of a conversion.
  public enum Outcome: Sendable {
    /// An earlier request of the same id was answered so.
    case answered(status: Int, body: String)
    /// The id belongs to another conversion.
    case conflict
    /// An earlier step is missing. It is kept, and counts when the gap closes.
    case early(missing: Int, Referral)
    /// The step was reached before, or now; the referral as it is, and what it paid.
    case recorded(Referral, paid: [Transfer])
    /// There is no such person, or they are not in this campaign.
    case unknown
  }

  /// Records a conversion.
  /// - Throws: `DatabaseError`.
  public func record(
    step: Int, of id: PersonID, in campaign: Campaign, clientID: String, trust: Trust
  ) throws -> Outcome {
    let facts = Facts(scope)
    let fact = Self.fact(clientID)
    if let earlier = try facts.outcome(of: fact) {
      let isSame = earlier.fingerprint == Self.fingerprint(step, id, campaign)
      return isSame ? .answered(status: earlier.status, body: earlier.body) : .conflict
    }
    guard let person = try People(scope).present(id),
      let referral = try Referrals(scope).find(person.id, in: campaign.id)
    else { return .unknown }
    // An event of this id is another fact, and a refund must mean one of them.
    guard try facts.claim(fact) else { return .conflict }
    _ = try facts.append(
      .conversion, about: person, trust: trust,
      properties: ["campaign": .id(campaign.id), "step": .integer(step)], id: fact)
    let moving = MovingFact(id: fact, trust: trust, isPayable: true)
    let loop = ReferralLoop(scope: scope, campaign: campaign)
    let recorded = try loop.record(step, of: referral, by: moving)
    var current = referral
    if case .advanced(let states) = recorded.advance, referral.state.isCounted {
      current.state = states.last ?? referral.state
    }
    let reversals = Reversals(scope)
    if try reversals.isReversed(fact) {
      try reversals.reverseSteps(reachedBy: fact)
      current = try Referrals(scope).find(referral.id) ?? current
    }
    if case .early(let missing) = recorded.advance { return .early(missing: missing, current) }
    return .recorded(current, paid: recorded.paid)
  }

  /// Keeps the answer to a conversion under its id.
  /// - Throws: `DatabaseError`.
  public func keep(
    status: Int, body: String, step: Int, of person: PersonID, in campaign: Campaign,
    clientID: String
  ) throws {
    try Facts(scope).keep(
      Self.fingerprint(step, person, campaign), status: status, body: body,
      of: Self.fact(clientID))
  }

  private static func fingerprint(
    _ step: Int, _ person: PersonID, _ campaign: Campaign
  ) -> Identifier {
    Identifier(hashing: "conversion", campaign.id.text, person.text, "\(step)")
  }

  private static func fact(_ clientID: String) -> FactID { FactID(Identifier(clientID: clientID)) }
}
