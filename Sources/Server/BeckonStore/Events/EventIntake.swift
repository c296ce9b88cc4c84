import BeckonBasics
import BeckonEngine
import BeckonModel

/// Stores a batch of events, each with an outcome of its own, and lets the rules see them.
public struct EventIntake {
  private let scope: Scope
  private let batch: EventBatch
  /// Who is behind each of the batch's owners, as far as that was asked.
  private var people: [Int: Person?] = [:]

  /// What became of an event.
  public enum Outcome: Hashable, Sendable {
    /// Stored; the reason says what was put right or left out, if anything was.
    case accepted(reason: String?)
    /// An event of this id is there.
    case duplicate
    /// Not stored, and never will be.
    case rejected(reason: String)
  }

  /// Takes a batch.
  public init(_ scope: Scope, _ batch: EventBatch) {
    self.scope = scope
    self.batch = batch
  }

  private typealias Admitted = (place: Int, event: EventBatch.Ready, subject: Identifier)

  /// Stores the events and gives what became of each, in their order. First it is decided who may
  /// be written about, then all ids are claimed, then all new facts stored; the rules see them
  /// last, in their order.
  /// - Throws: `DatabaseError`.
  public mutating func store() throws -> [Outcome] {
    var outcomes: [Outcome] = []
    outcomes.reserveCapacity(batch.items.count)
    let admitted = try admit(&outcomes)
    let facts = Facts(scope)
    let isNew = try facts.claim(admitted.map(\.event.id))
    let new = zip(admitted, isNew).filter(\.1).map(\.0)
    try facts.append(
      new.map { _, event, subject in
        NewFact(
          id: event.id, name: event.name, subject: subject, at: event.time.at,
          trust: batch.trust, consent: event.consent, properties: event.properties)
      })
    if batch.isTold { try Outbox(scope).append(new.compactMap(told)) }
    for (place, event, _) in new {
      let note = try event.ruled.flatMap { try applyRules(to: event, $0) }
      outcomes[place] = .accepted(reason: note ?? event.time.note)
    }
    return outcomes
  }

  // MARK: Whose events

  /// Those that may be stored. The others' outcomes are put in place; theirs is `duplicate` until
  /// it is known that they are new.
  private mutating func admit(_ outcomes: inout [Outcome]) throws -> [Admitted] {
    let subjects = try batch.owners.indices.map { try subject(of: $0) }
    let erased = try Facts(scope)
      .erased(among: subjects.compactMap { $0 }, to: batch.trust)
    var admitted: [Admitted] = []
    admitted.reserveCapacity(batch.items.count)
    for (place, item) in batch.items.enumerated() {
      switch item {
      case .rejected(let reason): outcomes.append(.rejected(reason: reason))
      case .ready(let event):
        guard let subject = subjects[event.subject] else {
          outcomes.append(.rejected(reason: "there is no such person in this app"))
          continue
        }
        if erased.contains(subject), try !hasReturned(event) {
          outcomes.append(.rejected(reason: "the person was erased"))
          continue
        }
        outcomes.append(.duplicate)
        admitted.append((place, event, subject))
      }
    }
    return admitted
  }

  /// Under what an owner's events are stored; `nil` for a person who is not there. A merged
  /// person's events are the survivor's.
  private mutating func subject(of owner: Int) throws -> Identifier? {
    if let digest = batch.owners[owner].digest { return digest }
    return try person(behind: owner)?.id.identifier
  }

  /// Whether somebody new is known by what an erased person was known by, and the event happened
  /// since.
  private mutating func hasReturned(_ event: EventBatch.Ready) throws -> Bool {
    try person(behind: event.subject).map { $0.createdAt <= event.time.at } ?? false
  }

  private mutating func person(behind owner: Int) throws -> Person? {
    if let known = people[owner] { return known }
    let person = try person(of: batch.owners[owner].subject)
    people.updateValue(person, forKey: owner)
    return person
  }

  private func person(of subject: Event.Subject) throws -> Person? {
    let people = People(scope)
    switch subject {
    case .person(let id): return try people.present(id)
    case .userID(let text):
      return try people.find(Identity(kind: .userID, value: text)).flatMap(people.present)
    case .installID(let text):
      return try Installs(scope).find(client: text)?.person.flatMap(people.present)
    case .none: return nil
    }
  }

  // MARK: Webhooks

  private func told(_ admitted: Admitted) -> Outbox.Entry? {
    let event = admitted.event
    guard let told = event.told else { return nil }
    let who: [JSON.Member] =
      switch batch.owners[event.subject].subject {
      // The one into whom a merged person was merged.
      case .person: [JSON.Member("person", .id(PersonID(admitted.subject)))]
      case .userID(let text): [JSON.Member("user_id", .string(text))]
      case .installID(let text): [JSON.Member("install_id", .string(text))]
      case .none: []
      }
    return Outbox.Entry(
      topic: .event(event.name), id: event.id.identifier, subject: admitted.subject, who: who,
      data: [
        "id": .string(told.clientID), "fact": .id(event.id), "name": .string(event.name),
        "at": .instant(event.time.at), "trust": .string(batch.trust.rawValue),
        "properties": told.properties,
      ])
  }

  // MARK: Rules

  private mutating func applyRules(
    to event: EventBatch.Ready, _ properties: JSON
  ) throws -> String? {
    if event.name == EventBatch.refund { return try refund(properties, by: event.id) }
    guard let person = try person(behind: event.subject) else { return nil }
    let moving = MovingFact(
      id: event.id, trust: batch.trust, isPayable: event.time.isPayable,
      isReversed: try Reversals(scope).isReversed(event.id))
    for referral in try Referrals(scope).all(of: person.id) {
      guard let campaign = scope.app.campaign(referral.campaign) else { continue }
      _ = try ReferralLoop(scope: scope, campaign: campaign, present: [person.id]).fire(
        .event(name: event.name, properties: properties), for: referral, by: moving)
    }
    return nil
  }

  private func refund(_ properties: JSON, by id: FactID) throws -> String? {
    guard batch.trust == .server else {
      return "a refund takes effect only with a secret key; it is stored, nothing is taken back"
    }
    guard let of = properties["of"]?.string else {
      return "a refund needs the property 'of', the id of the fact that it takes back"
    }
    let taken = try Reversals(scope).reverse(FactID(Identifier(clientID: of)), by: id)
    return taken.isEmpty ? "that fact has paid nothing; if it comes later, it pays nothing" : nil
  }
}
