import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The app's stored facts: events that were sent, and Beckon's own (`beckon.…`).
public struct FoundEvents {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Which of them.
  public struct Filter: Sendable {
    /// Whose they are, under whatever id they were sent.
    public var person: Person?
    /// What happened.
    public var name: String?
    /// The same of several, any of which may have happened; `nil` for all.
    public var names: [String]?
    /// Who told it.
    public var trust: Trust?
    /// When they were received.
    public var period = ListPeriod()

    /// All of them.
    public init() {}
  }

  /// A page, the last received first.
  /// - Throws: `DatabaseError`.
  public func page(
    _ filter: Filter, behind place: ListPlace?, limit: Int
  ) throws -> FoundRows {
    let period = filter.period.times("facts.received_at")
    let chosen: [SQL?] = [
      filter.name.map { "facts.name = \(.text($0))" },
      filter.names.map { "facts.name {among \(.json(.array($0.map(JSON.string))))}" },
      filter.trust.map { "facts.trust = \(.text($0.rawValue))" },
    ]
    guard let person = filter.person else {
      let walk = ListWalk(
        scope: scope, table: "facts {by facts_by_time} \(Self.owners)",
        columns: "\(Self.columns), people.id, installs.person",
        key: "facts.app = \(scope.tenant)",
        order: .timeAndNumber("facts.received_at", "facts.seq"), bounds: period,
        filters: chosen + [Self.isKept]
      ) { row in
        try Self.read(
          row, of: row.optionalID(ListWalk.first + 7) ?? row.optionalID(ListWalk.first + 8))
      }
      return try ListWalk.page(of: [walk], behind: place, limit: limit)
    }
    let subjects = try ExportedPerson(scope, person, to: .server).factSubjects
    let walks = try ListWalk.few(subjects, of: "person").map { subject in
      ListWalk(
        scope: scope, table: "facts {by facts_by_subject}", columns: Self.columns,
        key: "facts.app = \(scope.tenant) AND facts.subject = \(.identifier(subject))",
        order: .number("facts.seq"), filters: chosen + period
      ) { try Self.read($0, of: person.id) }
    }
    return try ListWalk.page(of: walks, behind: place, limit: limit)
  }

  /// Facts of somebody who was erased are gone at once, also those that are still to be deleted.
  private static let isKept: SQL = """
    NOT EXISTS (
      SELECT 1 FROM leftovers
      WHERE leftovers.app = facts.app AND leftovers.work = 'facts.forget'
        AND leftovers.subject = facts.subject)
    """

  /// Whose facts are whose: a user id's keyed hash leads back to nobody.
  private static let owners: SQL = """
    LEFT JOIN people ON people.app = facts.app AND people.id = facts.subject
    LEFT JOIN installs ON installs.app = facts.app AND installs.client = facts.subject
    """

  private static let columns: SQL = """
    facts.id, facts.name, facts.at, facts.received_at, facts.trust, facts.consent,
    facts.properties
    """

  private static func read(_ row: any Row, of person: PersonID?) throws -> JSON {
    let first = ListWalk.first
    return .object([
      "fact": .id(row.id(first, FactID.self)), "name": .string(row.text(first + 1)),
      "person": person.map(JSON.id), "at": .instant(row.instant(first + 2)),
      "received_at": .instant(row.instant(first + 3)),
      "trust": .string(row.text(first + 4)),
      "consent": row.optionalText(first + 5).map(JSON.string),
      "properties": try row.json(first + 6),
    ])
  }
}

extension Proof {
  /// The word of the app's own server.
  static let server = Proof(key: .secret, token: nil)
}
