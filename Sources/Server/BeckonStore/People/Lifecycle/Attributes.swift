import BeckonEngine
import BeckonModel

/// Attributes of people, and the rules that wait for them.
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
    /// The attributes as they are now, and what the change paid.
    case set(attributes: JSON, paid: [Transfer])
    /// They would be more, or larger, than allowed.
    case tooLarge
    /// There is no such person.
    case unknown
  }

  /// Sets attributes; `null` removes one, what is left out stays.
  /// - Parameter makesRoom: whether what only clients wrote gives way if there is no room.
  /// - Throws: `DatabaseError`.
  public func set(
    _ changes: JSON, consent: String?, of id: PersonID, trust: Trust, makesRoom: Bool
  ) throws -> Outcome {
    let people = People(scope)
    guard let person = try people.present(id) else { return .unknown }
    var after = person.attributes.changed(by: changes)
    let byServer = trust == .server ? person.changeByServer(changes) : nil
    if !AttributeRoom.fits(after) {
      let kept = (person.serverAttributes ?? person.attributes).changed(by: changes)
      guard makesRoom, let cut = AttributeRoom.fit(after, keeping: kept) else { return .tooLarge }
      after = cut
    }
    let agreed = consent ?? person.consent
    let isNews = byServer.map { $0.before != $0.after } ?? false
    guard isNews || after != person.attributes || agreed != person.consent else {
      return .set(attributes: after, paid: [])
    }
    try people.store(
      attributes: after, byServer: byServer?.after ?? person.serverAttributes, consent: agreed,
      of: person.id)
    let fact = try Facts(scope).append(
      .attributes, about: person, trust: trust, properties: changes)
    let moving = MovingFact(id: fact, trust: trust)
    var paid: [Transfer] = []
    for referral in try Referrals(scope).all(of: person.id) {
      guard let campaign = scope.app.campaign(referral.campaign) else { continue }
      let loop = ReferralLoop(scope: scope, campaign: campaign, present: [person.id])
      paid += try loop.fire(
        .attributes(
          AttributeChange(before: person.attributes, after: after), byServer: byServer),
        for: referral, by: moving)
    }
    return .set(attributes: after, paid: paid)
  }
}

extension Person {
  /// What a change by the app's server does to what it wrote before.
  fileprivate func changeByServer(_ changes: JSON) -> AttributeChange {
    let before = serverAttributes ?? attributes
    return AttributeChange(before: before, after: before.changed(by: changes))
  }
}
