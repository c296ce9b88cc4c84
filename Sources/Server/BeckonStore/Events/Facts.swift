import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The stored facts. Nothing changes a fact; only retention and erasure delete it.
public struct Facts {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Remembers a fact's id; `false` when it is known already.
  /// - Throws: `DatabaseError`.
  public func claim(_ id: FactID, trust: Trust = .server) throws -> Bool {
    try claim([id], trust: trust)[0]
  }

  /// Remembers facts' ids, and tells of each whether it is new; of two that are equal, the second
  /// is not.
  /// - Throws: `DatabaseError`.
  func claim(_ ids: [FactID], trust: Trust) throws -> [Bool] {
    try scope.connection.insertNew(
      ids.map { Self.identifier($0, trust, scope) }, by: Self.identifiers)
  }

  /// When a fact's id was claimed; `nil` when it is not known, or no longer.
  /// - Throws: `DatabaseError`.
  public func claimed(_ id: FactID) throws -> Instant? {
    try scope.connection.first(
      "SELECT at FROM fact_ids WHERE app = $1 AND id = $2", [scope.tenant, .id(id)]
    ) { $0.instant(0) }
  }

  /// A fact's id as a row of `identifiers`.
  static func identifier(_ id: FactID, _ trust: Trust, _ scope: Scope) -> [DatabaseValue] {
    [scope.tenant, .id(id), scope.time, trust == .client ? .integer(1) : .null]
  }

  /// How ids of facts are remembered.
  static let identifiers = Insertion(
    "fact_ids", key: [.integer("app"), .identifier("id")],
    [.integer("at"), .integer("by_client")])
  /// How facts are stored.
  static let rows = Insertion(
    "facts",
    [
      .integer("app"), .identifier("id"), .text("name"), .identifier("subject"), .integer("at"),
      .integer("received_at"), .text("trust"), .text("consent"), .text("properties"),
      .identifier("install"), .integer("from_page"),
    ])

  /// Stores facts.
  /// - Throws: `DatabaseError`.
  public func append(_ facts: [NewFact]) throws {
    try scope.connection.insert(facts.map { Self.row($0, scope) }, by: Self.rows)
  }

  /// A fact as a row of `rows`.
  static func row(_ fact: NewFact, _ scope: Scope) -> [DatabaseValue] {
    [
      scope.tenant, .id(fact.id), .text(fact.name), .identifier(fact.subject), .instant(fact.at),
      scope.time, .text(fact.trust.rawValue), .text(fact.consent), .text(fact.properties),
      .identifier(fact.install), .bool(fact.isFromPage),
    ]
  }

  /// Stores a fact of Beckon's own about a person, now.
  /// - Throws: `DatabaseError`.
  func append(
    _ name: Own, about person: Person, at: Instant? = nil, trust: Trust,
    properties: JSON = .object([])
  ) throws -> FactID {
    let fact = NewFact(
      id: scope.newID(), name: name.rawValue, subject: person.id.identifier,
      at: at ?? scope.now, trust: trust, consent: person.consent, properties: properties.text)
    try append([fact])
    return fact.id
  }

  /// The fact of a person's sign-up, as long as it is kept.
  /// - Throws: `DatabaseError`.
  func signUp(of person: PersonID) throws -> (id: FactID, trust: Trust)? {
    try scope.connection.first(
      """
      SELECT id, trust FROM facts {by facts_by_subject}
      WHERE app = $1 AND subject = $2 AND name = $3 ORDER BY seq LIMIT 1
      """, [scope.tenant, .id(person), .text(Own.signUp.rawValue)]
    ) { (id: $0.id(0), trust: try $0.choice(1)) }
  }

  /// A page of a subject's facts, for the export of a person.
  /// - Throws: `DatabaseError`.
  func page(of subject: Identifier, behind seq: Int64, _ limit: Int) throws -> [ExportRow] {
    try scope.connection.rows(
      """
      SELECT seq, id, name, at, received_at, trust, consent, properties FROM facts
      WHERE app = $1 AND subject = $2 AND seq > $3 ORDER BY seq LIMIT $4
      """,
      [scope.tenant, .identifier(subject), .integer(seq), .integer(Int64(limit))]
    ) { row in
      ExportRow(
        key: "\(row.integer(0))",
        json: .object([
          "id": .id(row.id(1, FactID.self)), "name": .string(row.text(2)),
          "at": .instant(row.instant(3)), "received_at": .instant(row.instant(4)),
          "trust": .string(row.text(5)), "consent": row.optionalText(6).map(JSON.string),
        ]), stored: (name: "properties", text: row.text(7)))
    }
  }

  /// Forgets the facts of a subject, all or only those that somebody told; of an install also that
  /// those of people happened there.
  /// - Throws: `DatabaseError`.
  func forget(_ subject: Identifier, byClient: Bool) throws {
    let leftovers = Leftovers(scope)
    try leftovers.begin(byClient ? .forgetClaimedFacts : .forgetFacts, on: subject)
    try leftovers.begin(.forgetInstallOfFacts, on: subject)
  }

  /// Names of Beckon's own facts.
  enum Own: String, CaseIterable {
    case signUp = "beckon.sign_up"
    /// The app's server has told what a client had told: that somebody signed up.
    case signUpConfirmed = "beckon.sign_up_confirmed"
    case attributes = "beckon.attributes"
    case conversion = "beckon.conversion"
    case referred = "beckon.referred"
    /// The owner of a mailbox has said that its address is the person's.
    case emailVerified = "beckon.email_verified"
    /// The app's server has promoted a member of a campaign.
    case promoted = "beckon.promoted"
    /// A person has said yes or no to being written to.
    case contactConsent = "beckon.contact_consent"
  }

  /// What became of the fact of a client's own id, kept for ever, because money hangs on it.
  /// - Throws: `DatabaseError`.
  func outcome(
    of id: FactID
  ) throws -> (fingerprint: Identifier, status: Int, body: String)? {
    try scope.connection.first(
      "SELECT fingerprint, status, body FROM outcomes WHERE app = $1 AND id = $2",
      [scope.tenant, .id(id)]
    ) { (fingerprint: $0.identifier(0), status: Int($0.integer(1)), body: $0.text(2)) }
  }

  /// Keeps what became of a fact.
  /// - Throws: `DatabaseError`.
  func keep(_ fingerprint: Identifier, status: Int, body: String, of id: FactID) throws {
    let row = Self.outcome(fingerprint, status: status, body: body, of: id, scope)
    try scope.connection.insert([row], by: Self.outcomes)
  }

  /// How outcomes are kept.
  static let outcomes = Insertion(
    "outcomes",
    [
      .integer("app"), .identifier("id"), .identifier("fingerprint"), .integer("status"),
      .text("body"),
    ])

  /// What became of a fact as a row of `outcomes`.
  static func outcome(
    _ fingerprint: Identifier, status: Int, body: String, of id: FactID, _ scope: Scope
  ) -> [DatabaseValue] {
    [
      scope.tenant, .id(id), .identifier(fingerprint), .integer(Int64(status)), .text(body),
    ]
  }

  private static let tombstones = BulkStatement(
    "SELECT digest, confirmed FROM tombstones WHERE app = $1 AND digest = $2",
    [.integer("app"), .identifier("digest")])

  /// The subjects of which facts are no longer wanted: those that were erased.
  /// - Throws: `DatabaseError`.
  func erased(among subjects: Set<Identifier>, to trust: Trust) throws -> Set<Identifier> {
    // In most apps nobody was.
    if subjects.count > 1, try !isAnyoneErased() { return [] }
    let found = try scope.connection.rows(
      Self.tombstones, for: subjects.map { [scope.tenant, .identifier($0)] }
    ) { row in
      Tombstone(isConfirmed: row.bool(1)).silences(trust) ? row.identifier(0) : nil
    }
    return Set(found.compactMap { $0 })
  }

  private func isAnyoneErased() throws -> Bool {
    try scope.connection.first(
      "SELECT 1 FROM tombstones WHERE app = $1 LIMIT 1", [scope.tenant]
    ) { _ in true } ?? false
  }

  /// Whether facts of this subject are no longer wanted: it was erased.
  /// - Throws: `DatabaseError`.
  public func isErased(_ subject: Identifier, to trust: Trust = .client) throws -> Bool {
    try scope.connection.first(
      "SELECT confirmed FROM tombstones WHERE app = $1 AND digest = $2",
      [scope.tenant, .identifier(subject)]
    ) { Tombstone(isConfirmed: $0.bool(0)).silences(trust) } ?? false
  }
}
