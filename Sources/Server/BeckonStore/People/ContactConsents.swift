import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What people have said of being written to. Whoever has said nothing has not said yes. Each
/// change is a fact besides (`beckon.contact_consent`), so that it can be shown when somebody said
/// what.
public struct ContactConsents {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// What a person has said, in the order of the channels' names.
  /// - Throws: `DatabaseError`.
  public func all(of person: PersonID) throws -> [ContactConsent] {
    try scope.connection.rows(
      """
      SELECT channel, is_given, told_by, at FROM contact_consents
      WHERE app = \(scope.tenant) AND person = \(.id(person)) ORDER BY channel
      """
    ) { row in
      ContactConsent(
        try row.choice(0), isGiven: row.bool(1), by: try row.choice(2), at: row.instant(3))
    }
  }

  /// What was said, as the API writes it: `{"mail": {"given": true, …}}`.
  public static func json(_ consents: [ContactConsent]) -> JSON {
    .object(consents.map { JSON.Member($0.channel.rawValue, $0.json) })
  }

  /// Notes what a person says. What they have said before stays as it was, with its time, unless
  /// it is another word, or the app's server says what only a client had said.
  /// - Throws: `DatabaseError`.
  public func set(
    _ said: [ContactChannel: Bool], of person: Person, by trust: Trust
  ) throws {
    let known = try all(of: person.id)
    let news = said.filter { channel, isGiven in
      guard let old = known.first(where: { $0.channel == channel }) else { return true }
      return old.isGiven != isGiven || (trust == .server && old.by == .client)
    }.map { ContactConsent($0.key, isGiven: $0.value, by: trust, at: scope.now) }
      .sorted { $0.channel.rawValue < $1.channel.rawValue }
    guard !news.isEmpty else { return }
    for consent in news { try store(consent, of: person.id) }
    let properties = news.map { JSON.Member($0.channel.rawValue, .bool($0.isGiven)) }
    _ = try Facts(scope).append(
      .contactConsent, about: person, trust: trust, properties: .object(properties))
  }

  private func store(_ consent: ContactConsent, of person: PersonID) throws {
    try scope.connection.send(
      """
      INSERT INTO contact_consents (app, person, channel, is_given, told_by, at)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (app, person, channel) DO UPDATE SET is_given = excluded.is_given,
        told_by = excluded.told_by, at = excluded.at
      """,
      [
        scope.tenant, .id(person), .text(consent.channel.rawValue), .bool(consent.isGiven),
        .text(consent.by.rawValue), .instant(consent.at),
      ])
  }

  /// Makes what a merged person said the survivor's, as far as it is the later word.
  /// - Throws: `DatabaseError`.
  func merge(_ old: PersonID, into new: PersonID) throws {
    let known = try all(of: new)
    for consent in try all(of: old) {
      let other = known.first { $0.channel == consent.channel }
      let holds = other.map { ContactConsent.later(consent, $0) } ?? consent
      if holds != other { try store(holds, of: new) }
    }
    try forget(old)
  }

  /// Forgets what only clients said in a person's name, who may not have been that person.
  /// - Throws: `DatabaseError`.
  func forgetClaims(of person: PersonID) throws {
    try scope.connection.send(
      "DELETE FROM contact_consents WHERE app = $1 AND person = $2 AND told_by = $3",
      [scope.tenant, .id(person), .text(Trust.client.rawValue)])
  }

  /// Forgets what a client said yes to for a person, before it is another's by a merge: a stranger
  /// may have said so. A no is kept, because nobody is written to by it.
  /// - Throws: `DatabaseError`.
  func forgetClaimedYes(of person: PersonID) throws {
    try scope.connection.send(
      """
      DELETE FROM contact_consents
      WHERE app = $1 AND person = $2 AND told_by = $3 AND is_given = $4
      """, [scope.tenant, .id(person), .text(Trust.client.rawValue), .bool(true)])
  }

  /// Forgets what a person said.
  /// - Throws: `DatabaseError`.
  func forget(_ person: PersonID) throws {
    try scope.connection.send(
      "DELETE FROM contact_consents WHERE app = $1 AND person = $2", [scope.tenant, .id(person)])
  }
}
