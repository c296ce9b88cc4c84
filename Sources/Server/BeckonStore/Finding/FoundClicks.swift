import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The visits of the app's links, as long as they are kept.
public struct FoundClicks {
  /// Most links of a person whose clicks are listed together.
  public static let linksMax = 50

  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Which of them.
  public struct Filter: Sendable {
    /// Of which link.
    public var link: LinkID?
    /// Of whose links.
    public var person: PersonID?
    /// Of the links of which campaign.
    public var campaign: CampaignID?
    /// `click`, or what was none: `robot`, `prefetch`, `preview`, `head`.
    public var kind: VisitKind?
    /// On which platform.
    public var platform: Platform?
    /// When.
    public var period = ListPeriod()

    /// All of them.
    public init() {}
  }

  /// A page, the last first.
  /// - Throws: `DatabaseError`; `FieldError` for a person with more links than are looked at.
  public func page(
    _ filter: Filter, behind place: ListPlace?, limit: Int
  ) throws -> FoundRows {
    var walks: [ListWalk] = []
    if let link = filter.link {
      walks = [walk(filter, link)]
    } else if let person = filter.person {
      let links = try Links(scope).page(
        of: person, behind: nil, Self.linksMax + 1, to: .secret)
      guard links.count <= Self.linksMax else {
        throw FieldError(
          "person", "has more than \(Self.linksMax) links; ask for the clicks of one 'link'")
      }
      walks = links.compactMap { LinkID($0.key) }.map { walk(filter, $0) }
    } else {
      walks = [walk(filter, nil)]
    }
    return try ListWalk.page(of: walks, behind: place, limit: limit)
  }

  private func walk(_ filter: Filter, _ link: LinkID?) -> ListWalk {
    let period = filter.period
    return ListWalk(
      scope: scope,
      table: """
        clicks \(link == nil ? Self.byID : Self.byLink)
        LEFT JOIN links ON links.app = clicks.app AND links.id = clicks.link
        LEFT JOIN click_claims AS claims
          ON claims.app = clicks.app AND claims.click = clicks.id
        """,
      columns: Self.columns,
      key: "clicks.app = \(scope.tenant)\(and: [link.map { "clicks.link = \(.id($0))" }])",
      order: .id("clicks.id"),
      // The time is that in the id, and tells PostgreSQL in which months it need not look.
      bounds: period.ids("clicks.id") + period.times("clicks.at"),
      filters: [
        filter.campaign.map { "links.campaign = \(.id($0))" },
        filter.kind.map { "clicks.kind = \(.text($0.rawValue))" },
        filter.platform.map { "clicks.platform = \(.text($0.rawValue))" },
        link == nil ? nil : filter.person.map { "links.referrer = \(.id($0))" },
      ], read: Self.read)
  }

  private static let byID: SQL = "{by clicks_by_id}"
  private static let byLink: SQL = "{by clicks_by_link}"

  private static let columns: SQL = """
    clicks.id, clicks.link, links.campaign, clicks.at, clicks.kind, clicks.platform,
    clicks.os_version, clicks.device_model, clicks.language, clicks.network_class,
    claims.install
    """

  private static func read(_ row: any Row) -> JSON {
    let first = ListWalk.first
    func text(_ column: Int) -> JSON? { row.optionalText(column).map(JSON.string) }
    return .object([
      "click": .id(row.id(first, ClickID.self)), "link": .id(row.id(first + 1, LinkID.self)),
      "campaign": row.optionalID(first + 2, CampaignID.self).map(JSON.id),
      "at": .instant(row.instant(first + 3)), "kind": text(first + 4),
      "platform": text(first + 5), "os_version": text(first + 6),
      "device_model": text(first + 7), "language": text(first + 8),
      "network_class": text(first + 9),
      "install": row.optionalID(first + 10, InstallID.self).map(JSON.id),
    ])
  }
}
