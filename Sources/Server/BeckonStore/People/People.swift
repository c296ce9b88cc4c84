import BeckonModel

/// People and what they are known by. Everything personal stands in the tables of this feature; all
/// others hold opaque ids.
public struct People {
  let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
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
    try scope.connection.rows(
      "SELECT kind, value FROM identities WHERE app = $1 AND person = $2 ORDER BY kind, value",
      [scope.tenant, .id(person)]
    ) { Identity(kind: try $0.choice(0), value: $0.text(1)) }
  }

  /// Makes a person.
  /// - Throws: `DatabaseError`.
  func create(
    consent: String?, awaitsSignUp: Bool = false, vendor: Vendor? = nil
  ) throws -> Person {
    let person = Person(
      id: scope.newID(), attributes: .object([]), consent: consent, awaitsSignUp: awaitsSignUp,
      createdAt: scope.now, mergedInto: nil, vendor: vendor, erasedAt: nil)
    try scope.connection.send(
      """
      INSERT INTO people (app, id, attributes, consent, created_at, awaits_sign_up, vendor)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """,
      [
        scope.tenant, .id(person.id), .json(person.attributes), .text(consent), scope.time,
        awaitsSignUp ? .integer(1) : .null, .text(vendor?.rawValue),
      ])
    return person
  }

  /// Notes that somebody who was known has signed up.
  /// - Throws: `DatabaseError`.
  func noteSignUp(of person: PersonID) throws {
    try scope.connection.send(
      "UPDATE people SET awaits_sign_up = NULL WHERE app = $1 AND id = $2",
      [scope.tenant, .id(person)])
  }

  /// Notes that a person is known by more than a vendor's protocol: what that takes for a proof is
  /// none of them any more.
  /// - Throws: `DatabaseError`.
  func noteKnownOtherwise(_ person: PersonID) throws {
    try scope.connection.send(
      "UPDATE people SET vendor = NULL WHERE app = $1 AND id = $2", [scope.tenant, .id(person)])
  }

  /// Makes an identity a person's; it must be nobody's.
  /// - Throws: `DatabaseError`.
  func attach(_ identity: Identity, to person: PersonID) throws {
    try scope.connection.send(
      "INSERT INTO identities (app, kind, value, person) VALUES ($1, $2, $3, $4)",
      [scope.tenant, .text(identity.kind.rawValue), .text(identity.value), .id(person)])
  }

  /// Stores attributes and consent as they are now.
  /// - Throws: `DatabaseError`.
  func store(attributes: JSON, consent: String?, of person: PersonID) throws {
    try scope.connection.send(
      "UPDATE people SET attributes = $3, consent = $4 WHERE app = $1 AND id = $2",
      [scope.tenant, .id(person), .json(attributes), .text(consent)])
  }

  private func row(_ id: PersonID) throws -> Person? {
    try scope.connection.first(
      """
      SELECT id, attributes, consent, created_at, merged_into, erased_at, awaits_sign_up, vendor
      FROM people WHERE app = $1 AND id = $2
      """, [scope.tenant, .id(id)]
    ) { row in
      Person(
        id: row.id(0), attributes: try row.json(1), consent: row.optionalText(2),
        awaitsSignUp: !row.isNull(6), createdAt: row.instant(3), mergedInto: row.optionalID(4),
        vendor: row.isNull(7) ? nil : try row.choice(7), erasedAt: row.optionalInstant(5))
    }
  }
}
