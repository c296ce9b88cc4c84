import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import BeckonSDK
import Foundation

/// The campaign that led to an install.
public struct CampaignData: Codable, Sendable {
  /// Id.
  public let id: String
  /// Name.
  public let name: String
  /// Organic or not; an unknown type counts as organic.
  public let type: CampaignType
  /// Network; `nil` for any but those two.
  public let adNetwork: AdNetwork?
  /// Group of ads.
  public let groupName: String?
  /// Group of assets.
  public let assetGroupName: String?
  /// The network's id of the campaign.
  public let adNetworkCampaignId: String?
  /// Id of the set of ads.
  public let adSetId: String?
  /// Name of the set of ads.
  public let adSetName: String?
  /// Id of the ad.
  public let adCreativeId: String?
  /// Name of the ad.
  public let adCreativeName: String?
  /// Asset.
  public let assetName: String?
  /// When the app was started first.
  public let installedAt: Date?
  /// When the link was clicked.
  public let storeClickAt: Date?

  /// Whether somebody paid for the install.
  public enum CampaignType: String, Codable, Sendable {
    /// No.
    case organic = "ORGANIC"
    /// Yes.
    case inorganic = "INORGANIC"
  }

  /// A network that ads run in.
  public enum AdNetwork: String, Codable, Sendable {
    /// Meta.
    case meta = "META"
    /// Google.
    case google = "GOOGLE"
  }

  enum CodingKeys: String, CodingKey {
    case id, name, type
    case adNetwork = "ad_network"
    case groupName = "group_name"
    case assetGroupName = "asset_group_name"
    case adNetworkCampaignId = "ad_network_campaign_id"
    case adSetId = "ad_set_id"
    case adSetName = "ad_set_name"
    case adCreativeId = "ad_creative_id"
    case adCreativeName = "ad_creative_name"
    case assetName = "asset_name"
    case installedAt = "installed_at"
    case storeClickAt = "store_click_at"
  }

  init(_ campaign: Linkrunner.Campaign) {
    id = campaign.id
    name = campaign.name
    type = campaign.kind == .inorganic ? .inorganic : .organic
    adNetwork = campaign.adNetwork.flatMap { AdNetwork(rawValue: $0.rawValue) }
    groupName = campaign.details[.groupName]
    assetGroupName = campaign.details[.assetGroupName]
    adNetworkCampaignId = campaign.details[.adNetworkCampaignID]
    adSetId = campaign.details[.adSetID]
    adSetName = campaign.details[.adSetName]
    adCreativeId = campaign.details[.adCreativeID]
    adCreativeName = campaign.details[.adCreativeName]
    assetName = campaign.details[.assetName]
    installedAt = campaign.installedAt.map { Date($0) }
    storeClickAt = campaign.storeClickAt.map { Date($0) }
  }

  /// The campaign under the names of the wire, dates as ISO 8601 text; what is absent is left out.
  public func toDictionary() -> SendableDictionary {
    var dictionary: SendableDictionary = ["id": id, "name": name, "type": type.rawValue]
    let texts: [(CodingKeys, String?)] = [
      (.adNetwork, adNetwork?.rawValue), (.groupName, groupName),
      (.assetGroupName, assetGroupName), (.adNetworkCampaignId, adNetworkCampaignId),
      (.adSetId, adSetId), (.adSetName, adSetName), (.adCreativeId, adCreativeId),
      (.adCreativeName, adCreativeName), (.assetName, assetName),
      (.installedAt, installedAt.map { ISO8601DateFormatter().string(from: $0) }),
      (.storeClickAt, storeClickAt.map { ISO8601DateFormatter().string(from: $0) }),
    ]
    for (key, text) in texts { dictionary[key.rawValue] = text }
    return dictionary
  }
}
