import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The app's links, deleted and expired ones too.
public struct FoundLinks {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Which of them.
  public struct Filter: Sendable {
    /// Whose, as the referrer.
    public var person: PersonID?
    /// Under which of the app's prefixes; empty for the server's public host.
    public var prefix: String?

    /// Of this campaign.
    public var campaign: CampaignID?
    /// With this in their name, in whatever case.
    public var name: String?

    /// All of them.
    public init() {}

    /// What a row of `links` is asked for, beside whose it is.
    var conditions: [SQL?] {
      [
        prefix.map { "links.prefix = \(.text($0))" },
        campaign.map { "links.campaign = \(.id($0))" },
        name.map { .contains("COALESCE({document links.options} ->> 'name', '')", $0) },
      ]
    }

    /// Whether a link that was found by its code is one of them.
    func chooses(_ link: Link) -> Bool {
      (prefix.map { $0 == link.prefix } ?? true) && (person == nil || person == link.referrer)
        && (campaign == nil || campaign == link.campaign)
        && (name.map {
          (link.options.json["name"]?.string ?? "").lowercased().has(text: $0.lowercased())
        } ?? true)
    }
  }

  /// A page, the last made first, each written as the caller likes.
  /// - Throws: `DatabaseError`.
  public func page(
    _ filter: Filter, behind place: ListPlace?, limit: Int, _ describe: (Link) -> JSON
  ) throws -> FoundRows {
    let person: SQL? = filter.person.map { "links.referrer = \(.id($0))" }
    let walk = ListWalk(
      scope: scope, table: "links \(person == nil ? Self.byID : Self.byReferrer)",
      columns: "links.id", key: "links.app = \(scope.tenant)\(and: [person])",
      order: .id("links.id"), filters: filter.conditions
    ) { .id($0.id(ListWalk.first, LinkID.self)) }
    let found = try ListWalk.page(of: [walk], behind: place, limit: limit)
    let rows = try found.rows.map { row in
      let link = try Links(scope).find(LinkID(row.place.id))
      return FoundRows.Row(place: row.place, json: link.map(describe) ?? row.json)
    }
    return FoundRows(rows, next: found.next)
  }

  /// The links of a code, or the one of a whole short URL. A code may be in use under each of the
  /// app's prefixes.
  /// - Throws: `DatabaseError`.
  public func find(
    code: String, _ filter: Filter, _ describe: (Link) -> JSON
  ) throws -> FoundRows {
    let found: [Link]
    if OpenedLink(code) != nil {
      found = try [Links(scope).find(url: code)].compactMap { $0 }
    } else {
      let prefixes = Set(texts: scope.app.settings.linkDomains + [""]).map(\.text)
      found = try prefixes.compactMap {
        try Links.find(LinkAddress(prefix: $0, code: code), scope.connection)
      }
    }
    let own = found.filter { link in
      link.app == scope.app.number && filter.chooses(link)
    }
    let rows = own.sorted { $0.id > $1.id }.map { link in
      FoundRows.Row(place: ListPlace(at: 0, id: link.id.identifier), json: describe(link))
    }
    return FoundRows(rows, next: nil)
  }

  private static let byID: SQL = ""
  private static let byReferrer: SQL = "{by links_by_referrer}"
}
