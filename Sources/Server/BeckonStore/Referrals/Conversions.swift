import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// A person reaches a step of a campaign, as a caller says. What needs no database is done when it
/// is made, so that it takes no time of the transaction.
public struct Conversion: Sendable {
  /// The step that is reached, from 1.
  public let step: Int
  /// Who reaches it.
  public let person: PersonID
  let campaign: Campaign
  let trust: Trust
  /// The fact, by the client's own id.
  let fact: FactID
  /// Tells this conversion from any other under the same id.
  let fingerprint: Identifier
  /// Properties of the fact.
  let properties: String

  /// Prepares a conversion under the client's own id.
  public init(
    step: Int, of person: PersonID, in campaign: Campaign, clientID: String, trust: Trust
  ) {
    self.step = step
    self.person = person
    self.campaign = campaign
    self.trust = trust
    fact = FactID(Identifier(clientID: clientID))
    fingerprint = Identifier(hashing: "conversion", campaign.id.text, person.text, "\(step)")
    properties = JSON.object(["campaign": .id(campaign.id), "step": .integer(step)]).text
  }
}

/// Conversions in the database.
public struct Conversions {
  private let scope: Scope
  private var facts: Facts { Facts(scope) }

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
  public func record(_ conversion: Conversion) throws -> Outcome {
    guard var standing = try standing(conversion) else {
      return try earlier(conversion) ?? .unknown
    }
    // An event of this id is another fact, and a refund must mean one of them. Or the same request
    // was answered since we looked.
    let isFree = try !standing.isAnswered && facts.claim(conversion.fact, trust: conversion.trust)
    if !isFree {
      guard try outranks(conversion) else { return try earlier(conversion) ?? .conflict }
      standing = try self.standing(conversion) ?? standing
    }
    let referral = standing.referral
    try facts.append([standing.fact(of: conversion, at: scope.now)])
    let loop = ReferralLoop(
      scope: scope, campaign: conversion.campaign, present: standing.present)
    let recorded = try loop.record(
      conversion.step, of: referral, after: standing.steps,
      by: MovingFact(conversion, isReversed: standing.isReversed))
    let current = try after(recorded.decision, referral, conversion, standing)
    try publish(conversion, current)
    if case .early(let missing) = recorded.decision.advance {
      return .early(missing: missing, current)
    }
    return .recorded(current, paid: recorded.paid)
  }

  /// Makes the id the server's that a client has used. What the client's fact has done is undone,
  /// unless it was the same conversion: then the step stands, by the server's word from now on.
  private func outranks(_ conversion: Conversion) throws -> Bool {
    guard conversion.trust == .server else { return false }
    let earlier = try facts.outcome(of: conversion.fact)
    guard try ClaimedFacts(scope).giveWay(conversion.fact) else { return false }
    if earlier?.fingerprint != conversion.fingerprint {
      try Reversals(scope).takeBack(conversion.fact, except: [])
      try Reversals(scope).retractSteps(reachedBy: conversion.fact)
    }
    return true
  }

  private func publish(_ conversion: Conversion, _ referral: Referral) throws {
    // That the step was reached is published with it.
    guard scope.app.feedInterest.wantsBody(of: .topic(.conversion)) else { return }
    try Feed(scope).publish(
      .conversion, conversion.fact.identifier, about: referral.person.identifier,
      isByClient: conversion.trust == .client
    ) {
      Feed.body(
        of: [JSON.Member("person", .id(referral.person))],
        .object([
          "fact": .id(conversion.fact), "campaign": .id(referral.campaign),
          "step": .integer(conversion.step), "referral": .id(referral.id),
          "state": .string(referral.state.rawValue), "referrer": referral.referrer.map(JSON.id),
          "trust": .string(conversion.trust.rawValue),
        ]))
    }
  }

  /// The referral as it is after the step, and after the refund if it came first.
  private func after(
    _ decision: StepDecision, _ referral: Referral, _ conversion: Conversion,
    _ standing: ConversionStanding
  ) throws -> Referral {
    if standing.isReversed {
      try Reversals(scope).reverseSteps(reachedBy: conversion.fact)
      return try Referrals(scope).find(referral.id) ?? referral
    }
    var current = referral
    current.state = decision.state
    return current
  }

  /// Whether a step rests on the word of the app's server, or on what somebody approved.
  /// - Throws: `DatabaseError`.
  public func isVouched(
    _ step: Int, of referral: Referral, in campaign: Campaign
  ) throws -> Bool {
    try ReferralLoop(scope: scope, campaign: campaign).fact(of: step, of: referral)?.isVouched
      ?? true
  }

  /// Keeps the answer to a conversion under its id.
  /// - Throws: `DatabaseError`.
  public func keep(status: Int, body: String, of conversion: Conversion) throws {
    try facts.keep(
      conversion.fingerprint, status: status, body: body, of: conversion.fact)
  }

  /// The answer that is kept of this conversion; `nil` when it was not told before.
  /// - Throws: `DatabaseError`.
  public func answer(to conversion: Conversion) throws -> (status: Int, body: String)? {
    guard case .answered(let status, let body) = try earlier(conversion) else { return nil }
    return (status, body)
  }

  /// What was answered to this conversion before; `nil` when it was not.
  private func earlier(_ conversion: Conversion) throws -> Outcome? {
    try facts.outcome(of: conversion.fact).map { earlier in
      earlier.fingerprint == conversion.fingerprint
        ? .answered(status: earlier.status, body: earlier.body) : .conflict
    }
  }

  /// All that one look tells; `nil` when the person is not there or not in the campaign. A merged
  /// person's conversion is the survivor's.
  private func standing(_ conversion: Conversion) throws -> ConversionStanding? {
    if let standing = try standing(of: conversion.person, conversion) { return standing }
    guard let survivor = try People(scope).present(conversion.person)?.id,
      survivor != conversion.person
    else { return nil }
    return try standing(of: survivor, conversion)
  }

  private func standing(
    of person: PersonID, _ conversion: Conversion
  ) throws -> ConversionStanding? {
    try scope.connection.rows(
      ConversionStanding.statement,
      for: [ConversionStanding.parameters(of: conversion, by: person, in: scope)],
      ConversionStanding.read
    ).first
  }
}
