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
    /// It counts, now or by an earlier request of the same id: an answer that can be repeated.
    case answered(status: Int, body: String)
    /// An earlier step is missing. It is kept, and counts when the gap closes.
    case early(missing: Int, Referral)
    /// The step was reached before, or now; the referral as it is, and what it paid.
    case recorded(Referral, paid: [Transfer])
    /// There is no such person, or they are not in this campaign.
    case unknown
  }

  /// The stored answer to a conversion's id, if it was answered.
  /// - Throws: `DatabaseError`.
  public func record(
    step: Int, of id: PersonID, in campaign: Campaign, clientID: String, trust: Trust
  ) throws -> Outcome {
    let facts = Facts(scope)
    let fact = Self.fact(clientID)
    if let earlier = try facts.outcome(of: fact) {
      return .answered(status: earlier.status, body: earlier.body)
    }
    guard let person = try People(scope).present(id),
      let referral = try Referrals(scope).find(person.id, in: campaign.id)
    else { return .unknown }
    _ = try facts.append(
      .conversion, about: person, trust: trust,
      properties: ["campaign": .id(campaign.id), "step": .integer(step)], id: fact)
    let moving = MovingFact(id: fact, trust: trust, isPayable: true)
    let loop = ReferralLoop(scope: scope, campaign: campaign)
    let recorded = try loop.record(step, of: referral, by: moving)
    let current = try Referrals(scope).find(person.id, in: campaign.id) ?? referral
    if case .early(let missing) = recorded.advance { return .early(missing: missing, current) }
    return .recorded(current, paid: recorded.paid)
  }

  /// Keeps the answer to a conversion under its id.
  /// - Throws: `DatabaseError`.
  public func keep(status: Int, body: String, clientID: String) throws {
    try Facts(scope).keep(status: status, body: body, of: Self.fact(clientID))
  }

  private static func fact(_ clientID: String) -> FactID { FactID(Identifier(clientID: clientID)) }
}
