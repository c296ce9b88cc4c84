import BeckonBasics
import BeckonEngine
import BeckonModel

/// Stores a batch of events, each with an outcome of its own, and lets the rules see them.
public struct EventIntake {
  private let scope: Scope
  private let batch: EventBatch
  private let paysBeforeSignUp: Bool
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
  /// - Parameter paysBeforeSignUp: whether what happened before a person's sign-up may pay all the
  ///   same, because it waited until it was known whose it is.
  public init(_ scope: Scope, _ batch: EventBatch, paysBeforeSignUp: Bool = false) {
    self.scope = scope
    self.batch = batch
    self.paysBeforeSignUp = paysBeforeSignUp
  }

  private typealias Admitted = (place: Int, event: EventBatch.Ready, subject: Identifier)

  /// Stores all events and gives what became of each, in their order.
  /// - Throws: `DatabaseError`.
  public mutating func store() throws -> [Outcome] {
    try store(batch.items[...])
  }

  /// Stores the events of a batch from a place on, until all are stored or it is late, and gives
  /// what became of those that are. At least one event is. Who is behind them is asked once,
  /// however many parts they come in.
  /// - Parameter follow: does what else follows from an event at a place of the batch, and gives
  ///   what became of it.
  /// - Throws: `DatabaseError`.
  public static func store(
    _ batch: EventBatch, from place: Int, _ scope: Scope, isLate: () -> Bool,
    follow: (Int, Outcome) throws -> Outcome = { $1 }
  ) throws -> [Outcome] {
    var intake = EventIntake(scope, batch)
    var outcomes: [Outcome] = []
    repeat {
      let part = batch.items[batch.part(from: place + outcomes.count)]
      for outcome in try intake.store(try intake.known(part, isLate: isLate)) {
        outcomes.append(try follow(place + outcomes.count, outcome))
      }
    } while place + outcomes.count < batch.count && !isLate()
    return outcomes
  }

  /// First it is decided who may be written about, then all ids are claimed, then all new facts
  /// stored; the rules see them last, in their order. An event of the server's is new also where a
  /// client has used its id.
  private mutating func store(_ items: ArraySlice<EventBatch.Item>) throws -> [Outcome] {
    var outcomes: [Outcome] = []
    outcomes.reserveCapacity(items.count)
    let admitted = try admit(items, &outcomes)
    let facts = Facts(scope)
    let isFree = try facts.claim(admitted.map(\.event.id), trust: batch.trust)
    var outranked: Set<FactID> = []
    if batch.trust == .server {
      for (admitted, isFree) in zip(admitted, isFree) where !isFree {
        if try ClaimedFacts(scope).giveWay(admitted.event.id) {
          outranked.insert(admitted.event.id)
        }
      }
    }
    var taken: Set<FactID> = []
    let new = zip(admitted, isFree).filter { admitted, isFree in
      isFree || outranked.contains(admitted.event.id) && taken.insert(admitted.event.id).inserted
    }.map(\.0)
    try facts.append(
      new.map { _, event, subject in
        NewFact(
          id: event.id, name: event.name, subject: subject, at: event.time.at,
          trust: batch.trust, consent: event.consent, properties: event.properties,
          install: subject == batch.install ? nil : batch.install, isFromPage: batch.isFromPage)
      })
    if batch.isPublished { try Feed(scope).publish(new.compactMap { feedRow($0, outranked) }) }
    for (place, event, _) in new {
      let isOutranking = outranked.contains(event.id)
      if isOutranking { try takeBack(event) }
      let note = try event.ruled.flatMap { try applyRules(to: event, $0) }
      let outranking = isOutranking ? Self.outranking : nil
      outcomes[place] = .accepted(reason: note ?? outranking ?? event.time.note)
    }
    return outcomes
  }

  // MARK: Whose events

  /// Those of the items whose people are known, up to the one at whose look-up it is late; the
  /// first is looked up in any case.
  private mutating func known(
    _ items: ArraySlice<EventBatch.Item>, isLate: () -> Bool
  ) throws -> ArraySlice<EventBatch.Item> {
    for (place, item) in zip(items.indices, items) {
      guard case .ready(let event) = item, batch.owners[event.subject].digest == nil,
        people[event.subject] == nil
      else { continue }
      if place > items.startIndex, isLate() { return items[..<place] }
      _ = try person(behind: event.subject)
    }
    return items
  }

  /// Those that may be stored. The others' outcomes are put in place; theirs is `duplicate` until
  /// it is known that they are new.
  private mutating func admit(
    _ items: ArraySlice<EventBatch.Item>, _ outcomes: inout [Outcome]
  ) throws -> [Admitted] {
    let subjects = try subjects(of: items)
    let erased = try Facts(scope).erased(among: Set(subjects.values), to: batch.trust)
    var admitted: [Admitted] = []
    admitted.reserveCapacity(items.count)
    for item in items {
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
        admitted.append((outcomes.count, event, subject))
        outcomes.append(.duplicate)
      }
    }
    return admitted
  }

  /// Under what the events are stored, by their owners.
  private mutating func subjects(
    of items: ArraySlice<EventBatch.Item>
  ) throws -> [Int: Identifier] {
    var subjects: [Int: Identifier] = [:]
    for case .ready(let event) in items where subjects[event.subject] == nil {
      subjects[event.subject] = try subject(of: event.subject)
    }
    return subjects
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

  // MARK: The feed

  private func feedRow(_ admitted: Admitted, _ outranked: Set<FactID>) -> NewFeedRow? {
    let event = admitted.event
    // What the client said may have been delivered, and a delivery's id is used once.
    let id =
      outranked.contains(event.id)
      ? Identifier(hashing: "told by server", event.id.text) : event.id.identifier
    guard let original = event.original else { return nil }
    let who: [JSON.Member] =
      switch batch.owners[event.subject].subject {
      // The one into whom a merged person was merged.
      case .person: [JSON.Member("person", .id(PersonID(admitted.subject)))]
      case .userID(let text): [JSON.Member("user_id", .string(text))]
      case .installID(let text): [JSON.Member("install_id", .string(text))]
      case .none: []
      }
    let data: JSON = [
      "id": .string(original.clientID), "fact": .id(event.id), "name": .string(event.name),
      "at": .instant(event.time.at), "trust": .string(batch.trust.rawValue),
      "properties": original.properties,
    ]
    return NewFeedRow(
      kind: .topic(.event(event.name)), id: id, subject: admitted.subject,
      isByClient: batch.trust == .client, body: Feed.body(of: who, data))
  }

  // MARK: Rules

  private mutating func applyRules(
    to event: EventBatch.Ready, _ properties: JSON
  ) throws -> String? {
    if event.name == EventBatch.refund { return try refund(properties, by: event.id) }
    guard let person = try person(behind: event.subject) else { return nil }
    guard person.signedUpAt != nil else {
      return "the person has not signed up yet: pays no reward"
    }
    var isUnverified = false
    try withReferrals(of: event) { loop, referral, moving in
      isUnverified = isUnverified || referral.state == .unverified
      _ = try loop.fire(
        .event(name: event.name, properties: properties), for: referral, by: moving)
    }
    if isBeforeSignUp(event, person) { return "before the person signed up: pays no reward" }
    return isUnverified ? "the mail address is not confirmed: pays when it is" : nil
  }

  private func isBeforeSignUp(_ event: EventBatch.Ready, _ person: Person) -> Bool {
    !paysBeforeSignUp && person.signedUpAt.map { event.time.at < $0 } ?? true
  }

  /// What the receipt of an event says that the server told after a client.
  static let outranking = "takes the place of what a client told under this id"

  /// Takes back what a client's fact of the same id has paid, unless the server's pays the same.
  private mutating func takeBack(_ event: EventBatch.Ready) throws {
    var kept: Set<TransferID> = []
    if let properties = event.ruled {
      try withReferrals(of: event) { loop, referral, moving in
        guard !moving.isReversed else { return }
        kept.formUnion(
          try loop.rewards(
            for: .event(name: event.name, properties: properties), of: referral, by: moving))
      }
    }
    try Reversals(scope).takeBack(event.id, except: kept)
    try Reversals(scope).retractSteps(reachedBy: event.id)
  }

  private mutating func withReferrals(
    of event: EventBatch.Ready, _ body: (ReferralLoop, Referral, MovingFact) throws -> Void
  ) throws {
    guard let person = try person(behind: event.subject) else { return }
    let moving = MovingFact(
      id: event.id, trust: batch.trust, isPayable: event.time.isPayable,
      isReversed: try Reversals(scope).isReversed(event.id),
      isBeforeSignUp: isBeforeSignUp(event, person))
    for referral in try Referrals(scope).all(of: person.id) {
      guard let campaign = scope.app.campaign(referral.campaign) else { continue }
      let loop = ReferralLoop(scope: scope, campaign: campaign, present: [person.id])
      try body(loop, referral, moving)
    }
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
