import BeckonDatabase
import BeckonEngine
import BeckonModel

/// People and what they are known by. Everything personal stands in the tables of this feature; all
/// others hold opaque ids.
public struct People {
  let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Those who were merged into a person, one by one and in chains.
  /// - Throws: `DatabaseError`.
  func merged(into person: PersonID) throws -> [PersonID] {
    try scope.connection.rows(
      """
      SELECT id FROM (
        WITH RECURSIVE merged (id) AS (
          SELECT id FROM people {by people_merged} WHERE app = $1 AND merged_into = $2
          UNION
          SELECT p.id FROM merged AS m JOIN people AS p {by people_merged}
            ON p.merged_into = m.id AND p.app = $1
        )
        SELECT id FROM merged
      ) AS all_merged ORDER BY id
      """, [scope.tenant, .id(person)]
    ) { $0.id(0) }
  }

  /// The person of this id, or into whom that one was merged; erased people too.
  /// - Throws: `DatabaseError`.
  public func find(_ id: PersonID) throws -> Person? {
    var person = try row(id)
    // Merges may be chained, never in a circle: only a present person takes another in.
    while let survivor = person?.mergedInto { person = try row(survivor) }
    return person
  }

  /// The person of this id, or into whom that one was merged, if not erased.
  /// - Throws: `DatabaseError`.
  public func present(_ id: PersonID) throws -> Person? {
    try find(id).flatMap { $0.isPresent ? $0 : nil }
  }

  /// Whether this very person can be paid.
  /// - Throws: `DatabaseError`.
  func isPresent(_ id: PersonID) throws -> Bool {
    try scope.connection.first(
      """
      SELECT 1 FROM people
      WHERE app = $1 AND id = $2 AND merged_into IS NULL AND erased_at IS NULL
      """, [scope.tenant, .id(id)]
    ) { _ in true } ?? false
  }

  /// The person of this identity.
  /// - Throws: `DatabaseError`.
  public func find(_ identity: Identity) throws -> PersonID? {
    try scope.connection.first(
      "SELECT person FROM identities WHERE app = $1 AND kind = $2 AND value = $3",
      [scope.tenant, .text(identity.kind.rawValue), .text(identity.value)]
    ) { $0.id(0) }
  }

  /// What a person is known by.
  /// - Throws: `DatabaseError`.
  public func identities(of person: PersonID) throws -> [Identity] {
    try known(of: person).map(\.identity)
  }

  /// What a person is known by, and who said so.
  /// - Throws: `DatabaseError`.
  public func known(of person: PersonID) throws -> [KnownIdentity] {
    try scope.connection.rows(
      """
      SELECT kind, value, confirmed_at FROM identities {by identities_by_person}
      WHERE app = $1 AND person = $2 ORDER BY kind, value
      """, [scope.tenant, .id(person)]
    ) { row in
      KnownIdentity(
        Identity(kind: try row.choice(0), value: row.text(1)), isConfirmed: !row.isNull(2))
    }
  }

  /// Mail addresses of a person of which the mailbox's owner has said that they are theirs, and
  /// when.
  /// - Throws: `DatabaseError`.
  public func verified(of person: PersonID) throws -> [(email: Identity, at: Instant)] {
    try scope.connection.rows(
      """
      SELECT value, verified_at FROM identities {by identities_by_person}
      WHERE app = $1 AND person = $2 AND kind = 'email' AND verified_at IS NOT NULL ORDER BY value
      """, [scope.tenant, .id(person)]
    ) { (email: Identity(kind: .email, value: $0.text(0)), at: $0.instant(1)) }
  }

  /// Notes that the owner of a mailbox has said that its address is theirs.
  /// - Throws: `DatabaseError`.
  func noteVerified(_ email: Identity) throws {
    try scope.connection.send(
      """
      UPDATE identities SET verified_at = $3 WHERE app = $1 AND kind = 'email' AND value = $2
      """, [scope.tenant, .text(email.value), scope.time])
  }

  /// Makes a person, who signed up at a time or has not yet.
  /// - Parameter received: when the sign-up was received; now unless told.
  /// - Throws: `DatabaseError`.
  func create(
    consent: String?, signedUpAt: Instant?, received: Instant? = nil, vendor: Vendor? = nil
  ) throws -> Person {
    let person = Person(
      id: scope.newID(), attributes: .object([]), serverAttributes: .object([]), consent: consent,
      signedUpAt: signedUpAt, signUpReceivedAt: signedUpAt.map { _ in received ?? scope.now },
      createdAt: scope.now, mergedInto: nil, vendor: vendor, erasedAt: nil)
    try scope.connection.send(
      """
      INSERT INTO people (app, id, attributes, consent, created_at, awaits_sign_up, signed_up_at,
        sign_up_received_at, server_attributes, vendor)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '{}', $9)
      """,
      [
        scope.tenant, .id(person.id), .json(person.attributes), .text(consent), scope.time,
        person.awaitsSignUp ? .integer(1) : .null, .instant(signedUpAt),
        .instant(person.signUpReceivedAt), .text(vendor?.name),
      ])
    return person
  }

  /// Notes when somebody signed up, and when that was received.
  /// - Throws: `DatabaseError`.
  func noteSignUp(of person: PersonID, at: Instant, received: Instant) throws {
    try scope.connection.send(
      """
      UPDATE people SET awaits_sign_up = NULL, signed_up_at = $3, sign_up_received_at = $4
      WHERE app = $1 AND id = $2
      """, [scope.tenant, .id(person), .instant(at), .instant(received)])
  }

  /// Notes that a person is known by more than a vendor's protocol: what that takes for a proof is
  /// none of them any more.
  /// - Throws: `DatabaseError`.
  func noteKnownOtherwise(_ person: PersonID) throws {
    try scope.connection.send(
      "UPDATE people SET vendor = NULL WHERE app = $1 AND id = $2", [scope.tenant, .id(person)])
  }

  /// Makes an identity a person's, by the word of a client or, confirmed, of the app's server.
  /// - Throws: `DatabaseError`.
  func attach(_ identity: Identity, to person: PersonID, isConfirmed: Bool) throws {
    try scope.connection.send(
      """
      INSERT INTO identities (app, kind, value, person, confirmed_at, mailbox)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (app, kind, value) DO UPDATE SET
        verified_at = CASE WHEN identities.person = excluded.person THEN identities.verified_at END,
        person = excluded.person, confirmed_at = excluded.confirmed_at
      """,
      [
        scope.tenant, .text(identity.kind.rawValue), .text(identity.value), .id(person),
        isConfirmed ? scope.time : .null,
        .identifier(Mailboxes.digest(of: identity, in: scope.app)),
      ])
  }

  /// Stores attributes, those of them that the app's server wrote, and consent, as they are now.
  /// - Throws: `DatabaseError`.
  func store(
    attributes: JSON, byServer: JSON?, consent: String?, of person: PersonID
  ) throws {
    try scope.connection.send(
      """
      UPDATE people SET attributes = $3, consent = $4, server_attributes = $5
      WHERE app = $1 AND id = $2
      """,
      [
        scope.tenant, .id(person), .json(attributes), .text(consent), .text(byServer?.text),
      ])
  }

  /// Makes the identities of a merged person those of the survivor.
  /// - Throws: `DatabaseError`.
  func moveIdentities(from old: PersonID, to new: PersonID) throws {
    try scope.connection.send(
      "UPDATE identities SET person = $3 WHERE app = $1 AND person = $2",
      [scope.tenant, .id(old), .id(new)])
  }

  /// Forgets who a person is and what is known of them. The row stays: others' rest on it.
  /// - Throws: `DatabaseError`.
  func forget(_ person: PersonID) throws {
    try scope.connection.send(
      "DELETE FROM identities WHERE app = $1 AND person = $2", [scope.tenant, .id(person)])
    try scope.connection.send(
      """
      UPDATE people SET attributes = '{}', server_attributes = '{}', consent = NULL,
        erased_at = $3
      WHERE app = $1 AND id = $2
      """, [scope.tenant, .id(person), scope.time])
  }

  private func row(_ id: PersonID) throws -> Person? {
    try scope.connection.first(
      """
      SELECT id, attributes, consent, created_at, merged_into, erased_at, awaits_sign_up,
        signed_up_at, sign_up_received_at, server_attributes, vendor
      FROM people WHERE app = $1 AND id = $2
      """, [scope.tenant, .id(id)]
    ) { row in
      // People of before these times were kept signed up when they were created, unless they wait.
      let usual = row.isNull(6) ? row.instant(3) : nil
      return Person(
        id: row.id(0), attributes: try row.json(1),
        serverAttributes: row.isNull(9) ? nil : try row.json(9), consent: row.optionalText(2),
        signedUpAt: row.optionalInstant(7) ?? usual,
        signUpReceivedAt: row.optionalInstant(8) ?? usual, createdAt: row.instant(3),
        mergedInto: row.optionalID(4), vendor: row.optionalText(10).map(Vendor.init(name:)),
        erasedAt: row.optionalInstant(5))
    }
  }
}
