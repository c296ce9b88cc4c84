import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Which counts by day are asked for.
public struct DailyFilter: Sendable {
  /// Only what this link led to.
  public var link: LinkID?
  /// Only what some of these led to.
  var links: Set<Identifier>?
  /// Only of this campaign.
  public var campaign: CampaignID?
  /// Only on this platform.
  public var platform: Platform?
  /// Only of people whom this one referred. Payments alone are counted by it.
  public var referrer: PersonID?
  /// Only what the links of one person led to.
  public var owned: OwnedLinks?

  /// All of them.
  public init() {}

  /// A person's links, as a report chooses by them.
  public struct OwnedLinks: Sendable {
    private let app: DatabaseValue
    private let person: PersonID
    fileprivate let links: Set<Identifier>

    /// The links by which a person refers others.
    /// - Throws: `DatabaseError`.
    public init(of person: PersonID, _ scope: Scope) throws {
      (app, self.person) = (scope.tenant, person)
      links = Set(
        try scope.connection.rows(
          """
          SELECT id FROM links {by links_by_referrer}
          WHERE app = \(scope.tenant) AND referrer = \(.id(person))
          """
        ) { $0.identifier(0) })
    }

    /// Whether a column names one of them.
    fileprivate func have(_ column: SQL) -> SQL {
      """
      \(column) IN (
        SELECT own.id FROM links AS own {by links_by_referrer}
        WHERE own.app = \(app) AND own.referrer = \(.id(person)))
      """
    }
  }

  /// Whether the totals, which leave out links and referrers, tell these.
  var isOfTotals: Bool { !isOfLinks && referrer == nil }
  /// Whether only some links are asked for.
  var isOfLinks: Bool { link != nil || links != nil || owned != nil }

  /// What is asked of a column that names a link.
  func chosenLinks(_ column: SQL) -> [SQL?] {
    [
      link.map { "\(column) = \(.id($0))" }, links.map { "\(column) IN (\(Self.list($0)))" },
      owned.map { $0.have(column) },
    ]
  }

  /// As parameters; of none, an id that no link has.
  private static func list(_ links: Set<Identifier>) -> SQL {
    let none = "\(.identifier(DailyCounter.none))" as SQL
    return links.sorted().reduce(none) { "\($0), \(.identifier($1))" }
  }

  /// In the database.
  var chosen: [SQL?] {
    chosenLinks("link") + [
      campaign.map { "campaign = \(.id($0))" }, platform.map { "platform = \(.text($0.rawValue))" },
      referrer.map { "referrer = \(.id($0))" },
    ]
  }

  /// In memory.
  func chooses(_ cell: DailyCell) -> Bool {
    (link == nil || cell.link == link?.identifier)
      && (links.map { links in cell.link.map(links.contains) ?? false } ?? true)
      && (owned.map { owned in cell.link.map(owned.links.contains) ?? false } ?? true)
      && (campaign == nil || cell.campaign == campaign?.identifier)
      && (referrer == nil || cell.referrer == referrer?.identifier)
      && (platform == nil || TextKey(cell.platform) == platform.map { TextKey($0.rawValue) })
  }
}

extension DailyColumn {
  /// Names behind others of a list: `, day, campaign`.
  static func list(_ columns: [DailyColumn]) -> SQL {
    columns.map { ", \($0.name)" as SQL }.reduce("" as SQL) { "\($0)\($1)" }
  }

  /// Its name in the database.
  var name: SQL {
    switch self {
    case .day: "day"
    case .link: "link"
    case .campaign: "campaign"
    case .referrer: "referrer"
    case .platform: "platform"
    }
  }

  /// Reads it into a place.
  func read(_ row: any Row, _ column: Int, into cell: inout DailyCell) {
    switch self {
    case .day: cell.day = row.text(column)
    case .link: cell.link = DailyCounter.known(row.identifier(column))
    case .campaign: cell.campaign = DailyCounter.known(row.identifier(column))
    case .referrer: cell.referrer = DailyCounter.known(row.identifier(column))
    case .platform: cell.platform = row.text(column)
    }
  }
}
