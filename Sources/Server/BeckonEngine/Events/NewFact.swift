import BeckonModel

/// A fact that is about to be stored.
public struct NewFact: Hashable, Sendable {
  /// Its id; of a client's own id, the hash.
  public let id: FactID
  /// What happened. Names of Beckon's own facts begin with `beckon.`.
  public let name: String
  /// Whose fact it is: a person's id, or the keyed hash of a user id or install id.
  public let subject: Identifier
  /// When it happened.
  public let at: Instant
  /// How far it can be trusted.
  public let trust: Trust
  /// Version of the terms to which the person had agreed.
  public let consent: String?
  /// More about it, as compact JSON.
  public let properties: String
  /// Keyed hash of the install on which it happened, where that is not its subject.
  public let install: Identifier?
  /// Whether it came by a route for pages.
  public let isFromPage: Bool

  /// Makes a fact.
  public init(
    id: FactID, name: String, subject: Identifier, at: Instant, trust: Trust, consent: String?,
    properties: String, install: Identifier? = nil, isFromPage: Bool = false
  ) {
    self.isFromPage = isFromPage
    self.id = id
    self.name = name
    self.subject = subject
    self.at = at
    self.trust = trust
    self.consent = consent
    self.properties = properties
    self.install = install
  }
}
