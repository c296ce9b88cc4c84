import BeckonEngine
import BeckonModel
import BeckonStore

/// Which campaign the people of a file join.
struct ImportCampaign: Sendable {
  private let options: ImportChoices

  init(_ options: ImportChoices) {
    self.options = options
  }

  /// The campaign that is named, else the app's default one; `nil` in an app without any.
  /// - Throws: `ImportRefused` when the app has none of that name.
  func campaign(_ app: AppContext, _ now: Instant) throws -> Campaign? {
    guard let name = options.campaign else { return app.defaultCampaign(at: now) }
    if let campaign = app.campaign(named: name) { return campaign }
    throw ImportRefused(
      "the app has no campaign '\(NameSuggestion.shown(name))'", Self.remedy(app.campaigns))
  }

  /// Campaigns that an error names; more would hide it.
  private static let campaignsShown = 10

  private static func remedy(_ campaigns: [Campaign]) -> String {
    guard !campaigns.isEmpty else { return "make one (POST /v1/campaigns); the app has none" }
    let shown = campaigns.suffix(campaignsShown).map { "\($0.id.text) (\($0.name))" }
    return "--campaign with one of the app's: \(shown.joined(separator: ", "))"
      + (shown.count < campaigns.count ? ", …: GET /v1/campaigns lists all" : "")
  }

  /// An import tells of the past, so it may fill a campaign that takes nobody now. Whoever comes by
  /// an imported code may not, which its user should know.
  static func warnings(of campaign: Campaign, _ now: Instant) -> [String] {
    let standing = campaign.schedule.standing(at: now)
    guard let refusal = standing.refusal else { return [] }
    return [
      "the campaign \(campaign.id.text) (\(campaign.name)) is \(standing.rawValue): the people of "
        + "the file join it all the same, but nobody who comes by their codes does "
        + "(\(refusal.rawValue))"
    ]
  }
}

extension ImportedPerson {
  /// How far ahead the clock may be by which a list was written.
  private static let clockMilliseconds = 5 * Span.minuteMilliseconds

  /// 1990-01-01. What is earlier stands for no date in many programs.
  private static let earliest = Instant(milliseconds: 631_152_000_000)

  /// Looks whether somebody can have signed up at a time, which stands in this column.
  /// - Throws: `FieldError`.
  static func check(
    _ time: Instant, _ column: String, _ row: Fields, now: Instant
  ) throws(FieldError) {
    if time > now.adding(milliseconds: clockMilliseconds) {
      throw row.error(column, "is in the future; Z is UTC, +03:00 three hours ahead of it")
    }
    if time < earliest {
      throw row.error(column, "is before 1990; leave the cell empty if nobody knows")
    }
  }
}
