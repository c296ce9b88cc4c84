import BeckonContract
import BeckonContractLinkrunner
import BeckonModel

/// A dictionary of what JSON can say.
public typealias SendableDictionary = [String: Any]

/// Which campaign led to the install.
public struct LRAttributionDataResponse: Codable, Sendable {
  /// What stands in `attributionSource` when the server could not be asked.
  static let failure = "Error getting attribution data"

  /// The network, `ORGANIC` for none, or a text that says that the server could not be asked.
  public let attributionSource: String
  /// The campaign; `nil` when the install is organic.
  public let campaignData: CampaignData?
  /// Where the link leads in the app.
  public let deeplink: String?

  enum CodingKeys: String, CodingKey {
    case attributionSource = "attribution_source"
    case campaignData = "campaign_data"
    case deeplink
  }

  /// Makes a response.
  public init(attributionSource: String, campaignData: CampaignData?, deeplink: String?) {
    self.attributionSource = attributionSource
    self.campaignData = campaignData
    self.deeplink = deeplink
  }

  /// Decodes a response; a missing source is `UNKNOWN`.
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    attributionSource =
      try container.decodeIfPresent(String.self, forKey: .attributionSource)
      ?? Linkrunner.unknownSource
    campaignData = try container.decodeIfPresent(CampaignData.self, forKey: .campaignData)
    deeplink = try container.decodeIfPresent(String.self, forKey: .deeplink)
  }

  /// Reads an answer; one that is not as it should be is a failure.
  init(answer: JSON) {
    guard let data = answer["data"], let fields = try? Fields(data),
      let found = try? Linkrunner.AttributionData(fields)
    else {
      self.init(attributionSource: Self.failure, campaignData: nil, deeplink: nil)
      return
    }
    self.init(
      attributionSource: found.source, campaignData: found.campaign.map { CampaignData($0) },
      deeplink: found.deepLink)
  }

  /// The response under the names of the wire; what is absent is left out.
  public func toDictionary() -> SendableDictionary {
    var dictionary: SendableDictionary = [
      CodingKeys.attributionSource.rawValue: attributionSource
    ]
    dictionary[CodingKeys.campaignData.rawValue] = campaignData?.toDictionary()
    dictionary[CodingKeys.deeplink.rawValue] = deeplink
    return dictionary
  }
}
