import BeckonEngine
import BeckonModel
import BeckonStore

/// People with the codes by which they refer others, and who referred them.
struct PeopleImport: ImportKind {
  let name = "people"
  /// Who referred somebody may stand in a later row, so referrers are set when all are there.
  let passes = 2
  private let options: ImportChoices

  init(_ options: ImportChoices) {
    self.options = options
  }

  private static let referrerColumns = ["referrer_code", "referrer_user_id", "referrer_email"]
  private static let campaignColumns = referrerColumns + ["code", "state"]

  let columns =
    IdentityKind.allCases.map(\.rawValue) + campaignColumns + ["signed_up_at"]

  var choices: [String] { [options.campaign ?? "", options.rewards.rawValue] }

  func check(_ columns: Set<TextKey>, _ app: AppContext, _ now: Instant) throws -> [String] {
    guard IdentityKind.allCases.contains(where: { columns.contains(TextKey($0.rawValue)) }) else {
      throw ImportRefused(
        "no column says by what people are known",
        "name a column \(IdentityKind.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let referrers = Self.referrerColumns.filter { columns.contains(TextKey($0)) }
    guard referrers.count <= 1 else {
      throw ImportRefused(
        "several columns name the referrer: \(referrers.joined(separator: ", "))",
        "keep one, and leave the others out with --ignore")
    }
    if let name = options.campaign, app.campaign(named: name) == nil {
      throw ImportRefused(
        "the app has no campaign '\(NameSuggestion.shown(name))'", Self.remedy(app.campaigns))
    }
    guard let campaign = campaign(app, now) else {
      let needing = Self.campaignColumns.filter { columns.contains(TextKey($0)) }
      guard let column = needing.first else { return [] }
      throw ImportRefused(
        "the column '\(column)' needs a campaign, and the app has none",
        "make one (POST /v1/campaigns), or leave out what needs one: "
          + "--ignore \(needing.joined(separator: ","))")
    }
    return Self.warnings(of: campaign, now)
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
  private static func warnings(of campaign: Campaign, _ now: Instant) -> [String] {
    let standing = campaign.schedule.standing(at: now)
    guard let refusal = standing.refusal else { return [] }
    return [
      "the campaign \(campaign.id.text) (\(campaign.name)) is \(standing.rawValue): the people of "
        + "the file join it all the same, but nobody who comes by their codes does "
        + "(\(refusal.rawValue))"
    ]
  }

  private func campaign(_ app: AppContext, _ now: Instant) -> Campaign? {
    options.campaign.map { app.campaign(named: $0) } ?? app.defaultCampaign(at: now)
  }

  func apply(
    _ row: Fields, line: Int, pass: Int, _ log: ImportLog, _ scope: Scope
  ) throws {
    let campaign = campaign(scope.app, scope.now)
    let person = try ImportedPerson(
      row, region: scope.app.settings.region, goal: campaign?.goal, now: scope.now)
    let people = PersonImport(scope, log, campaign: campaign, rewards: options.rewards)
    if pass == 0 {
      try people.add(person, line: line)
    } else {
      try people.refer(person, line: line)
    }
  }
}

extension ImportedPerson {
  /// How far ahead the clock may be by which a list was written.
  private static let clockMilliseconds = 5 * Span.minuteMilliseconds

  /// 1990-01-01. What is earlier stands for no date in many programs.
  private static let earliest = Instant(milliseconds: 631_152_000_000)

  /// Reads a row.
  /// - Parameter goal: of the campaign that the person joins; `nil` for none.
  /// - Throws: `FieldError`.
  init(_ row: Fields, region: String?, goal: Int?, now: Instant) throws(FieldError) {
    var identities: [Identity] = []
    for kind in IdentityKind.allCases {
      if let value = try row.string(kind.rawValue, max: Limits.identityBytes) {
        identities.append(try NormalForm.of(Identity(kind: kind, value: value), region: region))
      }
    }
    let signedUpAt = try row.instant("signed_up_at")
    if let signedUpAt, signedUpAt > now.adding(milliseconds: Self.clockMilliseconds) {
      throw row.error("signed_up_at", "is in the future; Z is UTC, +03:00 three hours ahead of it")
    }
    if let signedUpAt, signedUpAt < Self.earliest {
      throw row.error("signed_up_at", "is before 1990; leave the cell empty if nobody knows")
    }
    self.init(
      identities: identities, code: try row.string("code", max: CSVReader.rowBytes),
      referrer: try Self.referrer(row), state: try Self.state(row, goal: goal),
      signedUpAt: signedUpAt)
  }

  /// How far a referral had come, in the words that its campaign has.
  private static func state(_ row: Fields, goal: Int?) throws(FieldError) -> ReferralState? {
    guard let goal, let text = try row.string("state", max: CSVReader.rowBytes) else { return nil }
    let states = ReferralState.allCases.filter { $0.isReached(byGoal: goal) }
    if let state = states.first(where: { $0.rawValue == text }) { return state }
    let words = states.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    throw row.error(
      "state",
      "must be \(states.count == 1 ? "" : "one of ")\(words) or empty, as the campaign has "
        + "\(goal) step\(goal == 1 ? "" : "s")")
  }

  private static func referrer(_ row: Fields) throws(FieldError) -> Referrer? {
    if let code = try row.string("referrer_code", max: Limits.urlBytes) { return .code(code) }
    if let id = try row.string("referrer_user_id", max: Limits.identityBytes) {
      return .identity(Identity(kind: .userID, value: id))
    }
    guard let text = try row.string("referrer_email", max: Limits.identityBytes) else { return nil }
    guard let address = MailAddress.normalized(text) else {
      throw row.error("referrer_email", "is not a valid e-mail address")
    }
    return .identity(Identity(kind: .email, value: address))
  }
}
