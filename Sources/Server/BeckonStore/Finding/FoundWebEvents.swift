import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What pages told.
public struct FoundWebEvents {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Which of them.
  public struct Filter: Sendable {
    /// Whose they are, also from before it was known.
    public var person: Person?
    /// Of which visitor, by the id that the browser keeps.
    public var visitor: String?
    /// What happened on the page: `page_view`, `click`, `custom`, `identify`.
    public var kind: String?
    /// The event's name.
    public var name: String?
    /// By which touch `source` and `campaign` are meant.
    public var touch = WebTouch.last
    /// Who sent the visitor.
    public var source: String?
    /// The campaign that the link named.
    public var campaign: String?
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
    let chosen = chosen(filter)
    guard let person = filter.person else {
      let walk = ListWalk(
        scope: scope, table: "facts {by facts_by_time}", columns: Self.columns,
        key: "facts.app = \(scope.tenant)",
        order: .timeAndNumber("facts.received_at", "facts.seq"), bounds: period, filters: chosen,
        read: Self.read)
      return try ListWalk.page(of: [walk], behind: place, limit: limit)
    }
    let subjects = try ExportedPerson(scope, person, to: .server).factSubjects
    let walks = try ListWalk.few(subjects, of: "person").map { subject in
      ListWalk(
        scope: scope, table: "facts {by facts_by_subject}", columns: Self.columns,
        key: "facts.app = \(scope.tenant) AND facts.subject = \(.identifier(subject))",
        order: .number("facts.seq"), filters: chosen + period, read: Self.read)
    }
    return try ListWalk.page(of: walks, behind: place, limit: limit)
  }

  private func chosen(_ filter: Filter) -> [SQL?] {
    [
      WebEvent.isOne,
      filter.visitor.map { "\(WebEvent.visitor) = \(.text($0))" },
      filter.kind.map { "\(WebEvent.kind) = \(.text($0))" },
      filter.name.map { "facts.name = \(.text($0))" },
      filter.source.map { "\(WebEvent.source(filter.touch)) = \(.text($0))" },
      filter.campaign.map { "\(WebEvent.campaign(filter.touch)) = \(.text($0))" },
    ]
  }

  private static let columns: SQL = """
    facts.id, facts.name, facts.at, facts.received_at, facts.properties,
    \(WebEvent.source(.last)), \(WebEvent.campaign(.last)),
    \(WebEvent.source(.first)), \(WebEvent.campaign(.first))
    """

  private static func read(_ row: any Row) throws -> JSON {
    let first = ListWalk.first
    let properties = try row.json(first + 4)
    func text(_ name: String) -> JSON? { properties[name]?.string.map(JSON.string) }
    return .object([
      "fact": .id(row.id(first, FactID.self)), "name": .string(row.text(first + 1)),
      "kind": text("event_type"), "visitor": text("visitor_id"),
      "at": .instant(row.instant(first + 2)), "received_at": .instant(row.instant(first + 3)),
      "page": text("page_path"), "source": .string(row.text(first + 5)),
      "campaign": row.optionalText(first + 6).map(JSON.string),
      "first_source": .string(row.text(first + 7)),
      "first_campaign": row.optionalText(first + 8).map(JSON.string),
      "properties": properties,
    ])
  }
}
