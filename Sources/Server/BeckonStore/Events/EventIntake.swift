import BeckonBasics
import BeckonEngine
import BeckonModel

/// Stores events one by one, each with an outcome of its own, and lets the rules see them.
public struct EventIntake {
  private let scope: Scope
  private let trust: Trust
  private let sentAt: Instant?

  /// One event, as it came.
  public struct Event: Sendable {
    /// The client's own id.
    public let id: String
    /// What happened.
    public let name: String
    /// Whose event it is.
    public let subject: Subject
    /// When, by the sender's clock.
    public let at: Instant?
    /// More about it.
    public let properties: JSON
    /// Version of the terms to which the person agreed.
    public let consent: String?

    /// Makes an event.
    public init(
      id: String, name: String, subject: Subject, at: Instant?, properties: JSON,
      consent: String?
    ) {
      self.id = id
      self.name = name
      self.subject = subject
      self.at = at
      self.properties = properties
      self.consent = consent
    }
  }

  /// Whose an event is.
  public enum Subject: Sendable {
    /// A person's, by id.
    case person(PersonID)
    /// A person's, by the app's own id.
    case userID(String)
    /// An install's, by the app's own id.
    case installID(String)
    /// Nobody's.
    case none
  }

  /// What became of an event.
  public enum Outcome: Hashable, Sendable {
    /// Stored; the reason says what was put right or left out, if anything was.
    case accepted(reason: String?)
    /// An event of this id is there.
    case duplicate
    /// Not stored, and never will be.
    case rejected(reason: String)
  }

  /// Takes events of one request, with `trust`, sent at `sentAt` by their clock.
  public init(_ scope: Scope, trust: Trust, sentAt: Instant?) {
    self.scope = scope
    self.trust = trust
    self.sentAt = sentAt
  }

  /// Name of the event that takes back what another caused; its property `of` is that one's id.
  public static let refund = "refund"

  /// Stores an event.
  /// - Throws: `DatabaseError`.
  public func take(_ event: Event) throws -> Outcome {
    guard let time = EventTime(at: event.at, sentAt: sentAt, received: scope.now) else {
      return .rejected(reason: "older than \(Limits.factAgeDays) days")
    }
    guard !event.name.hasPrefix("beckon.") || event.name == "beckon.dropped" else {
      return .rejected(reason: "names that begin with beckon. are Beckon's own")
    }
    let facts = Facts(scope)
    let id = FactID(Identifier(clientID: event.id))
    guard let subject = try subject(of: event) else {
      return .rejected(reason: "there is no such person in this app")
    }
    if try facts.isErased(subject), try !hasReturned(event, by: time.at) {
      return .rejected(reason: "the person was erased")
    }
    guard try facts.claim(id) else { return .duplicate }
    try facts.append(
      NewFact(
        id: id, name: event.name, subject: subject, at: time.at, trust: trust,
        consent: event.consent, properties: event.properties))
    let note = try applyRules(event, id, time)
    return .accepted(reason: note ?? Self.note(on: time))
  }

  private static func note(on time: EventTime) -> String? {
    if time.isClamped { return "the time lay in the future and was set to the time of receipt" }
    return time.isPayable ? nil : "older than \(Limits.payableAgeDays) days: pays no reward"
  }

  /// Under what the event is stored; `nil` when it names a person who is not there. A merged
  /// person's events are the survivor's.
  private func subject(of event: Event) throws -> Identifier? {
    switch event.subject {
    case .person(let person): try People(scope).present(person)?.id.identifier
    case .userID(let text):
      scope.app.digest(of: Identity(kind: .userID, value: text))
    case .installID(let text): scope.app.digest(ofInstall: text)
    case .none: Identifier(high: 0, low: 0)
    }
  }

  /// Whether somebody new is known by what an erased person was known by, and the event happened
  /// since.
  private func hasReturned(_ event: Event, by at: Instant) throws -> Bool {
    try person(of: event).map { $0.createdAt <= at } ?? false
  }

  // MARK: Rules

  private func applyRules(_ event: Event, _ id: FactID, _ time: EventTime) throws -> String? {
    if event.name == Self.refund { return try refund(event, by: id) }
    guard scope.app.rewardedEvents.contains(event.name), let person = try person(of: event) else {
      return nil
    }
    let moving = MovingFact(id: id, trust: trust, isPayable: time.isPayable)
    for referral in try Referrals(scope).all(of: person.id) {
      guard let campaign = scope.app.campaign(referral.campaign) else { continue }
      _ = try ReferralLoop(scope: scope, campaign: campaign).fire(
        .event(name: event.name, properties: event.properties), for: referral, by: moving)
    }
    return nil
  }

  private func person(of event: Event) throws -> Person? {
    let people = People(scope)
    switch event.subject {
    case .person(let id): return try people.present(id)
    case .userID(let text):
      return try people.find(Identity(kind: .userID, value: text)).flatMap(people.present)
    case .installID(let text):
      return try Installs(scope).find(client: text)?.person.flatMap(people.present)
    case .none: return nil
    }
  }

  private func refund(_ event: Event, by id: FactID) throws -> String? {
    guard trust == .server else {
      return "a refund takes effect only with a secret key; it is stored, nothing is taken back"
    }
    guard let of = event.properties["of"]?.string else {
      return "a refund needs the property 'of', the id of the fact that it takes back"
    }
    let taken = try Reversals(scope).reverse(FactID(Identifier(clientID: of)), by: id)
    return taken.isEmpty ? "that fact has paid nothing; if it comes later, it pays nothing" : nil
  }
}
