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

  func check(_ columns: Set<TextKey>, _ app: AppContext) throws {
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
      throw ImportRefused("the app has no campaign '\(name)'", "--campaign cmp_…")
    }
    if campaign(app, .init(milliseconds: .max)) == nil,
      let column = Self.campaignColumns.first(where: { columns.contains(TextKey($0)) })
    {
      throw ImportRefused(
        "the column '\(column)' needs a campaign, and the app has none",
        "make one (POST /v1/campaigns), or leave the column out with --ignore \(column)")
    }
  }

  private func campaign(_ app: AppContext, _ now: Instant) -> Campaign? {
    options.campaign.map { app.campaign(named: $0) } ?? app.defaultCampaign(at: now)
  }

  func apply(
    _ row: Fields, line: Int, pass: Int, _ log: ImportLog, _ scope: Scope
  ) throws {
    let person = try ImportedPerson(row, region: scope.app.settings.region)
    let people = PersonImport(
      scope, log, campaign: campaign(scope.app, scope.now), rewards: options.rewards)
    if pass == 0 {
      try people.add(person, line: line)
    } else {
      try people.refer(person, line: line)
    }
  }
}

extension ImportedPerson {
  /// Reads a row.
  /// - Throws: `FieldError`.
  init(_ row: Fields, region: String?) throws(FieldError) {
    var identities: [Identity] = []
    for kind in IdentityKind.allCases {
      if let value = try row.string(kind.rawValue, max: Limits.identityBytes) {
        identities.append(try NormalForm.of(Identity(kind: kind, value: value), region: region))
      }
    }
    self.init(
      identities: identities, code: try row.string("code", max: CSVReader.rowBytes),
      referrer: try Self.referrer(row), state: try row.choice("state", ReferralState.self),
      signedUpAt: try row.instant("signed_up_at"))
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
