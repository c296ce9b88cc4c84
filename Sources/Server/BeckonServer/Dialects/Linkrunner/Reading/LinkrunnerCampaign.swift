import BeckonContract
import BeckonContractLinkrunner
import BeckonEngine
import BeckonModel
import BeckonStore

/// Where an install came from, in the vendor's words.
struct LinkrunnerCampaign: Sendable {
  private let origin: InstallOrigin
  private let install: Install

  private var parameters: AdParameters { origin.parameters }

  /// - Returns: `nil` for an install that nothing led to: organic.
  init?(_ install: Install, _ decision: StoredDecision?, device: JSON, _ scope: Scope) throws {
    origin = try InstallOrigin(decision, of: install.id, device: device, scope)
    guard origin.link != nil || !origin.parameters.isEmpty else { return nil }
    self.install = install
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
    let name = origin.name ?? parameters["utm_source"] ?? "unknown"
    return Linkrunner.Campaign(
      id: origin.link?.code ?? parameters["campaign_id", "utm_id"] ?? name, name: name,
      kind: .inorganic,
      adNetwork: parameters.network.flatMap { .init(word: $0.rawValue) },
      details: details.compactMapValues { $0 }, installedAt: install.createdAt,
      storeClickAt: origin.clickedAt)
  }
}
