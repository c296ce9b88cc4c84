import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The app's installs, each with what led to it.
public struct FoundInstalls {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Which of them.
  public struct Filter: Sendable {
    /// Our id of it, or the app's own.
    public var name: String?
    /// Who uses it now.
    public var person: PersonID?
    /// The link that led to it.
    public var link: LinkID?
    /// The campaign of that link.
    public var campaign: CampaignID?
    /// How sure that is.
    public var match: MatchType?
    /// Its platform.
    public var platform: Platform?
    /// When it was registered; by the link, when that was decided.
    public var period = ListPeriod()

    /// All of them.
    public init() {}
  }

  /// A page, the last registered first.
  /// - Throws: `DatabaseError`.
  public func page(
    _ filter: Filter, behind place: ListPlace?, limit: Int
  ) throws -> FoundRows {
    var walk = walk(filter)
    if let name = filter.name {
      let install = try Installs(scope).find(named: name)?.id
      walk.bounds.append("installs.id = \(.identifier(install?.identifier ?? Self.none))")
    }
    return try ListWalk.page(of: [walk], behind: place, limit: limit)
  }

  private func walk(_ filter: Filter) -> ListWalk {
    let chosen: [SQL?] = [
      filter.campaign.map { "decisions.campaign = \(.id($0))" },
      filter.match.map { "decisions.type = \(.text($0.rawValue))" },
      filter.platform.map(Performance.isInstalled),
    ]
    guard let link = filter.link else {
      let person = filter.person
      return ListWalk(
        scope: scope,
        table: "installs \(person == nil ? Self.byID : Self.byPerson) \(Self.joined)",
        columns: Self.columns,
        key: """
          installs.app = \(scope.tenant)\(and: [person.map { "installs.person = \(.id($0))" }])
          """,
        order: .id("installs.id"), bounds: filter.period.ids("installs.id"), filters: chosen,
        read: Self.read)
    }
    return ListWalk(
      scope: scope,
      table: """
        decisions {by decisions_by_link}
        LEFT JOIN installs ON installs.app = decisions.app AND installs.id = decisions.install
        """,
      columns: Self.columns,
      key: "decisions.app = \(scope.tenant) AND decisions.link = \(.id(link))",
      order: .time("decisions.at", id: "decisions.install"),
      bounds: filter.period.times("decisions.at"),
      filters: chosen + [filter.person.map { "installs.person = \(.id($0))" }], read: Self.read)
  }

  private static let none = Identifier(high: 0, low: 0)
  private static let byID: SQL = ""
  private static let byPerson: SQL = "{by installs_by_person}"

  private static let joined: SQL = """
    LEFT JOIN decisions ON decisions.app = installs.app AND decisions.install = installs.id
    """

  private static let columns: SQL = """
    installs.id, installs.created_at, installs.person, installs.vendor,
    {document installs.device} ->> 'platform', {document installs.device} ->> 'app_version',
    decisions.type, decisions.reason, decisions.link, decisions.click, decisions.at,
    decisions.campaign
    """

  private static func read(_ row: any Row) -> JSON {
    let first = ListWalk.first
    return .object([
      "install": .id(row.id(first, InstallID.self)),
      "created_at": .instant(row.instant(first + 1)),
      "person": row.optionalID(first + 2, PersonID.self).map(JSON.id),
      "vendor": row.optionalText(first + 3).map(JSON.string),
      "platform": row.optionalText(first + 4).map(JSON.string),
      "app_version": row.optionalText(first + 5).map(JSON.string),
      "match": row.optionalText(first + 6).map { type in
        .object([
          "type": .string(type), "reason": .string(row.text(first + 7)),
          "link": row.optionalID(first + 8, LinkID.self).map(JSON.id),
          "click": row.optionalID(first + 9, ClickID.self).map(JSON.id),
          "at": .instant(row.instant(first + 10)),
          "campaign": row.optionalID(first + 11, CampaignID.self).map(JSON.id),
        ])
      },
    ])
  }
}
