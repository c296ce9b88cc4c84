import BeckonEngine
import BeckonModel

/// Attributes of people, which are their records, and the rules that wait for them.
public struct Attributes {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// What a caller is told whose attributes would be too many or too large.
  public static let tooLarge = FieldError(
    "attributes",
    "would be more than \(Limits.attributesCount), or \(Limits.attributesBytes) bytes")

  /// What became of a change.
  public enum Outcome: Sendable {
    /// The attributes as they are now.
    case set(attributes: JSON, Consequences)
    /// They would be more, or larger, than allowed.
    case tooLarge
    /// There is no such person.
    case unknown
  }

  /// What follows from a change.
  public struct Consequences: Sendable {
    /// What it paid.
    public var paid: [Transfer] = []
    /// What became of the referrer whom it named.
    public var referrer: ReferrerOutcome?
  }

  /// Sets attributes; `null` removes one, what is left out stays.
  /// - Parameter makesRoom: whether what only clients wrote gives way if there is no room.
  /// - Throws: `DatabaseError`; `RecordRefusal` when the app's rules do not let the caller.
  public func set(
    _ changes: JSON, consent: String?, of id: PersonID, trust: Trust, makesRoom: Bool
  ) throws -> Outcome {
    try write(
      RecordChange(attributes: changes), consent: consent, of: id, trust: trust,
      makesRoom: makesRoom)
  }

  /// Writes into a person's record.
  /// - Parameter makesRoom: whether what only clients wrote gives way if there is no room.
  /// - Throws: `DatabaseError`; `RecordRefusal` when the app's rules do not let the caller.
  public func write(
    _ change: RecordChange, consent: String? = nil, of id: PersonID, trust: Trust, makesRoom: Bool
  ) throws -> Outcome {
    let people = People(scope)
    guard let person = try people.present(id) else { return .unknown }
    var after = change.applied(to: person.attributes)
    try RecordGuard(scope.app.settings).check(from: person.attributes, to: after, by: trust)
    let byServer = trust == .server ? person.changeByServer(change) : nil
    if !AttributeRoom.fits(after) {
      let kept = change.applied(to: person.serverAttributes ?? person.attributes)
      guard makesRoom, let cut = AttributeRoom.fit(after, keeping: kept) else { return .tooLarge }
      after = cut
    }
    let agreed = consent ?? person.consent
    let isNews = byServer.map { $0.before != $0.after } ?? false
    guard isNews || after != person.attributes || agreed != person.consent else {
      return .set(attributes: after, Consequences())
    }
    try people.store(
      attributes: after, byServer: byServer?.after ?? person.serverAttributes, consent: agreed,
      of: person.id)
    let seen = AttributeChange(before: person.attributes, after: after)
    // Whom it names is the referrer before the rules ask for one.
    let referrer = try ReferrerAttribute(scope: scope).claim(seen, of: person.id, by: trust)
    let fact = try Facts(scope).append(
      .attributes, about: person, trust: trust, properties: change.properties)
    let paid = try fire(
      .attributes(seen, byServer: byServer), for: person.id, by: MovingFact(id: fact, trust: trust))
    return .set(attributes: after, Consequences(paid: paid, referrer: referrer))
  }

  private func fire(
    _ occurrence: Occurrence, for person: PersonID, by fact: MovingFact
  ) throws -> [Transfer] {
    var paid: [Transfer] = []
    for referral in try Referrals(scope).all(of: person) {
      guard let campaign = scope.app.campaign(referral.campaign) else { continue }
      let loop = ReferralLoop(scope: scope, campaign: campaign, present: [person])
      paid += try loop.fire(occurrence, for: referral, by: fact)
    }
    return paid
  }
}

extension Person {
  /// What a change by the app's server does to what it wrote before.
  fileprivate func changeByServer(_ change: RecordChange) -> AttributeChange {
    let before = serverAttributes ?? attributes
    return AttributeChange(before: before, after: change.applied(to: before))
  }
}
