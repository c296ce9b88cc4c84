import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// Where an install came from, in the vendor's words.
struct LinkrunnerCampaign: Sendable {
  private let parameters: AdParameters
  private let link: Link?
  private let name: String
  private let install: Install
  private let clickedAt: Instant?

  /// What the visit's query said comes first, then Play's referrer, then the link's own UTM
  /// parameters.
  /// - Returns: `nil` for an install that nothing led to: organic.
  init?(_ install: Install, _ decision: StoredDecision?, device: JSON, _ scope: Scope) throws {
    let clicks = Clicks(scope)
    link = try decision?.link.flatMap(Links(scope).find)
    clickedAt = try decision?.click.flatMap { try clicks.find($0)?.at }
    let referrer = device["install_ref"]?.string.map(AdParameters.init(installReferrer:))
    let said = try decision?.click.flatMap(clicks.parameters(of:))
    parameters = AdParameters(json: said).filled(by: referrer ?? AdParameters([]))
      .filled(by: Self.parameters(of: link))
    guard link != nil || !parameters.values.isEmpty else { return nil }
    let campaign = link?.campaign.flatMap(scope.app.campaign)
    name =
      parameters["campaign_name", "utm_campaign"] ?? link?.options.name ?? campaign?.name
      ?? link?.code
      ?? parameters["utm_source"] ?? "unknown"
    self.install = install
  }

  private static func parameters(of link: Link?) -> AdParameters {
    AdParameters(
      (link?.options.utm?.members ?? []).compactMap { member in
        member.value.string.map { (name: "utm_" + member.name, value: $0) }
      })
  }

  /// `META`, `GOOGLE`, the `utm_source`, or that something led here at all.
  var source: String {
    parameters.network?.rawValue ?? parameters["utm_source"]?.uppercased() ?? "INORGANIC"
  }

  /// `campaign_data`.
  var campaign: Linkrunner.Campaign {
    let details: [Linkrunner.Campaign.Detail: String?] = [
      .groupName: parameters["adset_name", "ad_group_name", "utm_term"],
      .assetGroupName: parameters["utm_medium"], .assetName: parameters["ad_name", "utm_content"],
      .adNetworkCampaignID: parameters["campaign_id", "gad_campaignid", "utm_id"],
      .adSetID: parameters["adset_id", "ad_group_id"],
      .adSetName: parameters["adset_name", "ad_group_name"], .adCreativeID: parameters["ad_id"],
      .adCreativeName: parameters["ad_name"],
    ]
    return Linkrunner.Campaign(
      id: link?.code ?? parameters["campaign_id", "utm_id"] ?? name, name: name, kind: .inorganic,
      adNetwork: parameters.network.flatMap { .init(rawValue: $0.rawValue) },
      details: details.compactMapValues { $0 }, installedAt: install.createdAt,
      storeClickAt: clickedAt)
  }
}
