import BeckonModel

/// What counts by day can be added up by, beside measure, unit and detail.
public enum DailyColumn: String, CaseIterable, Sendable {
  /// The day.
  case day
  /// The link that led to it.
  case link
  /// The campaign.
  case campaign
  /// Who referred the person.
  case referrer
  /// The platform.
  case platform

  /// Those that totals tell apart, which leave out links and referrers.
  public static let ofTotals: Set<DailyColumn> = [.day, .campaign, .platform]

  /// What a place says in this column, as answers write it; `nil` where it is not known.
  public func key(of cell: DailyCell) -> String? {
    switch self {
    case .day: cell.day
    case .link: cell.link.map { LinkID($0).text }
    case .campaign: cell.campaign.map { CampaignID($0).text }
    case .referrer: cell.referrer.map { PersonID($0).text }
    case .platform: cell.platform.isEmpty ? nil : cell.platform
    }
  }
}

extension DailyCells {
  /// What counts, added up by some columns.
  public func reduced(to columns: Set<DailyColumn>) -> DailyCells {
    var cells = DailyCells()
    for (cell, amount) in amounts { cells.add(amount, at: cell.reduced(to: columns)) }
    return cells
  }
}

extension DailyCell {
  /// The place without what other columns say.
  public func reduced(to columns: Set<DailyColumn>) -> DailyCell {
    var cell = DailyCell(columns.contains(.day) ? day : "", measure)
    if columns.contains(.link) { cell.link = link }
    if columns.contains(.campaign) { cell.campaign = campaign }
    if columns.contains(.referrer) { cell.referrer = referrer }
    if columns.contains(.platform) { cell.platform = platform }
    (cell.unit, cell.detail) = (unit, detail)
    return cell
  }
}

extension DailyColumn {
  /// Where everything lies that has this value in the column: the same for all of it.
  public func place(of cell: DailyCell) -> DailyCell {
    var place = DailyCell(self == .day ? cell.day : "", .click)
    switch self {
    case .day: break
    case .link: place.link = cell.link
    case .campaign: place.campaign = cell.campaign
    case .referrer: place.referrer = cell.referrer
    case .platform: place.platform = cell.platform
    }
    return place
  }
}
