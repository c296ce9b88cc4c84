import BeckonModel

extension Linkrunner {
  /// `campaign_data` in the answer to `attribution-data`.
  public struct Campaign: Hashable, Sendable {
    /// The words of `type`.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// Nobody paid for the install.
      case organic = "ORGANIC"
      /// An ad led to it.
      case inorganic = "INORGANIC"
    }

    /// The networks that a client knows by name.
    public enum AdNetwork: String, Hashable, Sendable, CaseIterable {
      /// Meta.
      case meta = "META"
      /// Google.
      case google = "GOOGLE"
    }

    /// Texts that may be absent, with their names on the wire.
    public enum Detail: String, Hashable, Sendable, CaseIterable {
      /// Group of ads.
      case groupName = "group_name"
      /// Group of assets.
      case assetGroupName = "asset_group_name"
      /// Asset.
      case assetName = "asset_name"
      /// The network's id of the campaign.
      case adNetworkCampaignID = "ad_network_campaign_id"
      /// Id of the set of ads.
      case adSetID = "ad_set_id"
      /// Name of the set of ads.
      case adSetName = "ad_set_name"
      /// Id of the ad.
      case adCreativeID = "ad_creative_id"
      /// Name of the ad.
      case adCreativeName = "ad_creative_name"
    }

    /// Id; a string, also when it looks like a number.
    public let id: String
    /// Name.
    public let name: String
    /// Organic or not.
    public let kind: Kind
    /// Network, if it is one of those.
    public let adNetwork: AdNetwork?
    /// Further texts.
    public let details: [Detail: String]
    /// When the app was started first, in whole seconds.
    public let installedAt: Instant?
    /// When the link was clicked, in whole seconds.
    public let storeClickAt: Instant?

    /// Makes a campaign.
    public init(
      id: String, name: String, kind: Kind, adNetwork: AdNetwork? = nil,
      details: [Detail: String] = [:], installedAt: Instant? = nil, storeClickAt: Instant? = nil
    ) {
      self.id = id
      self.name = name
      self.kind = kind
      self.adNetwork = adNetwork
      self.details = details
      self.installedAt = installedAt
      self.storeClickAt = storeClickAt
    }

    /// Reads a campaign as the vendor's client does: an unknown `type` is organic, an unknown
    /// network none, a date with decimals none.
    /// - Throws: `FieldError` when id, name or type is no string.
    public init(_ fields: Fields) throws(FieldError) {
      func text(_ name: String) throws(FieldError) -> String {
        guard let text = fields.value(name)?.string else {
          throw fields.error(name, "must be a string")
        }
        return text
      }
      id = try text("id")
      name = try text("name")
      kind = Kind(word: try text("type")) ?? .organic
      adNetwork = fields.value("ad_network")?.string.flatMap(AdNetwork.init(word:))
      var details: [Detail: String] = [:]
      for detail in Detail.allCases { details[detail] = fields.value(detail.rawValue)?.string }
      self.details = details
      installedAt = fields.value("installed_at")?.string.flatMap(Instant.init(wholeSeconds:))
      storeClickAt = fields.value("store_click_at")?.string.flatMap(Instant.init(wholeSeconds:))
    }

    /// The value of `campaign_data`.
    public var json: JSON {
      var members: [JSON.Member] = [
        JSON.Member("id", .string(id)), JSON.Member("name", .string(name)),
        JSON.Member("type", .string(kind.rawValue)),
        JSON.Member("ad_network", .orNull(adNetwork?.rawValue)),
      ]
      for detail in Detail.allCases {
        members.append(JSON.Member(detail.rawValue, .orNull(details[detail])))
      }
      members.append(JSON.Member("installed_at", .orNull(installedAt?.wholeSecondsText)))
      members.append(JSON.Member("store_click_at", .orNull(storeClickAt?.wholeSecondsText)))
      return .object(members)
    }
  }
}

// The client for iOS reads dates with `ISO8601DateFormatter`, which takes no decimals.
extension Instant {
  /// Reads RFC 3339 text without decimals; `nil` for any other.
  init?(wholeSeconds text: String) {
    guard !text.has(".") else { return nil }
    self.init(text)
  }

  /// RFC 3339 text without decimals: `2026-05-01T10:00:00Z`.
  var wholeSecondsText: String { text.prefix(bytes: 19) + "Z" }
}
