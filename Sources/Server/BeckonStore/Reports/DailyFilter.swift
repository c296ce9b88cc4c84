import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Which counts by day are asked for.
public struct DailyFilter: Sendable {
  /// Only what this link led to.
  public var link: LinkID?
  /// Only of this campaign.
  public var campaign: CampaignID?
  /// Only on this platform.
  public var platform: Platform?
  /// Only of people whom this one referred. Payments alone are counted by it.
  public var referrer: PersonID?

  /// All of them.
  public init() {}

  /// Whether the totals, which leave out links and referrers, tell these.
  var isOfTotals: Bool { link == nil && referrer == nil }

  /// In the database.
  var chosen: [SQL?] {
    [
      link.map { "link = \(.id($0))" }, campaign.map { "campaign = \(.id($0))" },
      platform.map { "platform = \(.text($0.rawValue))" },
      referrer.map { "referrer = \(.id($0))" },
    ]
  }

  /// In memory.
  func chooses(_ cell: DailyCell) -> Bool {
    (link == nil || cell.link == link?.identifier)
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
