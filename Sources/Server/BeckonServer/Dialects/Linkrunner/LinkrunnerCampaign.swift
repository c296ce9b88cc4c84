import BeckonEngine
import BeckonModel
import BeckonStore

/// `campaign_data`: where an install came from, in the vendor's words. Its `id`, `name` and `type`
/// must be strings, its dates have no fraction: else the vendor's decoder refuses all of it
/// (wire.md, 5.4).
struct LinkrunnerCampaign: Sendable {
  private let parameters: AdParameters
  private let link: Link?
  private let name: String
  private let install: Install
  private let clickedAt: Instant?

  /// What the visit's query said comes first, then what Meta and Play told the app, then the
  /// link's own UTM parameters.
  /// - Returns: `nil` for an install that nothing led to: organic.
  init?(_ install: Install, _ decision: StoredDecision?, device: JSON, _ scope: Scope) throws {
    let clicks = Clicks(scope)
    link = try decision?.link.flatMap(Links(scope).find)
    clickedAt = try decision?.click.flatMap { try clicks.find($0)?.at }
    let said = try decision?.click.flatMap(clicks.parameters(of:))
    parameters = AdParameters(json: said).filled(by: AdParameters(device: device))
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

  var json: JSON {
    func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
    return [
      "id": .string(link?.code ?? parameters["campaign_id", "utm_id"] ?? name),
      "name": .string(name), "type": "INORGANIC",
      "ad_network": text(parameters.network?.rawValue),
      "group_name": text(parameters["adset_name", "ad_group_name", "utm_term"]),
      "asset_group_name": text(parameters["utm_medium"]),
      "asset_name": text(parameters["ad_name", "utm_content"]),
      "installed_at": .seconds(install.createdAt),
      "store_click_at": clickedAt.map(JSON.seconds) ?? .null,
      "ad_network_campaign_id": text(parameters["campaign_id", "gad_campaignid", "utm_id"]),
      "ad_set_id": text(parameters["adset_id", "ad_group_id"]),
      "ad_set_name": text(parameters["adset_name", "ad_group_name"]),
      "ad_creative_id": text(parameters["ad_id"]), "ad_creative_name": text(parameters["ad_name"]),
    ]
  }
}

extension JSON {
  /// RFC 3339 without a fraction of a second.
  static func seconds(_ instant: Instant) -> JSON {
    .string(instant.text.prefix { $0 != "." } + "Z")
  }
}
