import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

/// The subscribers of a campaign as the vendor's export lists them, with their ids, codes and
/// referrers. Columns that are not known are left out, because the vendor adds some now and then.
struct ReferralHeroImport: ImportKind {
  let name = Vendor.referralHero.name
  let leavesOutUnknown = true
  /// Who referred somebody may stand in a later row; how many somebody has referred is known when
  /// all referrers are.
  let passes = 3
  let columns = ExportColumn.allCases.map(\.rawValue)
  var choices: [String] { [options.campaign ?? "", options.rewards.rawValue] }
  private let options: ImportChoices

  init(_ options: ImportChoices) {
    self.options = options
  }

  func column(named heading: String) -> String? { ExportColumn(heading: heading)?.rawValue }

  func check(_ columns: Set<TextKey>, _ app: AppContext, _ now: Instant) throws -> [String] {
    guard options.domain == nil else {
      throw ImportRefused("people join a campaign, and no domain", "leave --domain out")
    }
    let naming: [ExportColumn] = [.email, .phone, .wallet, .otherID]
    guard naming.contains(where: { columns.contains(TextKey($0.rawValue)) }) else {
      throw ImportRefused(
        "no column says by what people are known",
        "name a column \(naming.map(\.rawValue).joined(separator: ", "))")
    }
    guard let campaign = try ImportCampaign(options).campaign(app, now) else {
      throw ImportRefused(
        "the app has no campaign that the people could join",
        "make one with the vendor's id: POST /v1/campaigns {\"list_uuid\": \"MF…\", …}")
    }
    return ImportCampaign.warnings(of: campaign, now)
  }

  func apply(
    _ row: Fields, line: Int, pass: Int, _ log: ImportLog, _ scope: Scope
  ) throws {
    guard let campaign = try ImportCampaign(options).campaign(scope.app, scope.now) else {
      throw ImportRefused("the campaign is not there any more", "name another with --campaign")
    }
    let person = try ImportedPerson(
      referralHero: row, region: scope.app.settings.region, goal: campaign.goal, now: scope.now)
    let people = PersonImport(scope, log, campaign: campaign, rewards: options.rewards)
    switch pass {
    case 0: try people.add(person, line: line)
    case 1: try people.refer(person, line: line)
    default: try people.compare(person, line: line)
    }
  }
}
