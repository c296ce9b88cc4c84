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
    guard let campaign = try ImportCampaign(options).campaign(app, now) else {
      let needing = Self.campaignColumns.filter { columns.contains(TextKey($0)) }
      guard let column = needing.first else { return [] }
      throw ImportRefused(
        "the column '\(column)' needs a campaign, and the app has none",
        "make one (POST /v1/campaigns), or leave out what needs one: "
          + "--ignore \(needing.joined(separator: ","))")
    }
    return ImportCampaign.warnings(of: campaign, now)
  }

  func apply(
    _ row: Fields, line: Int, pass: Int, _ log: ImportLog, _ scope: Scope
  ) throws {
    let campaign = try ImportCampaign(options).campaign(scope.app, scope.now)
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
    try signedUpAt.map { time throws(FieldError) in
      try Self.check(time, "signed_up_at", row, now: now)
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
