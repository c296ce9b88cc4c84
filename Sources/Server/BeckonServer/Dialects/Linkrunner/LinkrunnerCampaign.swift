import BeckonModel
import BeckonStore

/// `campaign_data`: where an install came from, in the vendor's words. Its `id`, `name` and `type`
/// must be strings, its dates have no fraction: else the vendor's decoder refuses all of it
/// (wire.md,
/// 5.4).
struct LinkrunnerCampaign: Sendable {
  private let link: Link
  private let name: String
  private let install: Install
  private let clickedAt: Instant?
  private let network: Network?

  private enum Network: String {
    case meta = "META"
    case google = "GOOGLE"
  }

  /// - Returns: `nil` for an install without a link: organic.
  init?(_ outcome: FirstLaunch.Outcome, clickedAt: Instant?, _ scope: Scope) {
    guard let link = outcome.link else { return nil }
    self.link = link
    self.clickedAt = clickedAt
    install = outcome.install
    let campaign = link.campaign.flatMap(scope.app.campaign)
    name = Self.utm(link, "campaign") ?? campaign?.name ?? link.code
    network = Self.network(Self.utm(link, "source"))
  }

  /// `META`, `GOOGLE`, the link's `utm_source`, or that it was a link at all.
  var source: String {
    network?.rawValue ?? Self.utm(link, "source")?.uppercased() ?? "INORGANIC"
  }

  var json: JSON {
    func utm(_ name: String) -> JSON { Self.utm(link, name).map(JSON.string) ?? .null }
    return [
      "id": .string(Self.utm(link, "id") ?? link.code), "name": .string(name), "type": "INORGANIC",
      "ad_network": network.map { .string($0.rawValue) } ?? .null,
      "group_name": utm("medium"), "asset_group_name": utm("term"),
      "asset_name": utm("content"), "installed_at": .seconds(install.createdAt),
      "store_click_at": clickedAt.map(JSON.seconds) ?? .null,
      "ad_network_campaign_id": utm("id"), "ad_set_id": .null, "ad_set_name": .null,
      "ad_creative_id": .null, "ad_creative_name": .null,
    ]
  }

  private static func utm(_ link: Link, _ name: String) -> String? {
    link.options.utm?[name]?.string
  }

  private static func network(_ source: String?) -> Network? {
    switch source?.lowercased() {
    case "meta", "facebook", "fb", "instagram", "ig": .meta
    case "google", "googleads", "google-ads", "adwords": .google
    default: nil
    }
  }
}

extension JSON {
  /// RFC 3339 without a fraction of a second.
  static func seconds(_ instant: Instant) -> JSON {
    .string(instant.text.prefix { $0 != "." } + "Z")
  }
}
