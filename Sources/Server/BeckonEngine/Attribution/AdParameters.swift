import BeckonModel

/// What an ad network says about a click in the query of the URL: its own click id, the campaign,
/// the ad. Kept for naming where an install came from.
public struct AdParameters: Equatable, Sendable {
  private let values: [TextKey: String]

  /// Bytes of one value; a longer one is left out. Google's and Meta's ids have up to some 200.
  public static let valueBytes = 512

  private static let names: Set<TextKey> = [
    "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "utm_id",
    "gclid", "gbraid", "wbraid", "gad_source", "gad_campaignid", "fbclid", "ttclid", "msclkid",
    "twclid", "campaign_id", "campaign_name", "adset_id", "adset_name", "ad_group_id",
    "ad_group_name", "ad_id", "ad_name", "keyword_id", "placement", "site_source",
  ]

  /// - Parameter query: names and values, decoded; the first of a name counts.
  public init(_ query: [(name: String, value: String)]) {
    var values: [TextKey: String] = [:]
    for (name, value) in query where Self.names.contains(name) && values[name] == nil {
      if (1...Self.valueBytes).contains(value.utf8.count) { values[name] = value }
    }
    self.values = values
  }

  /// Reads what was kept; other values than text are left out.
  public init(json: JSON?) {
    self.init(
      (json?.members ?? []).compactMap { member in
        member.value.string.map { (name: member.name, value: $0) }
      })
  }

  /// Reads Google Play's install referrer.
  public init(installReferrer text: String) {
    let referrer = InstallReferrer(text)
    guard !referrer.isOrganic, referrer.utm.source != "(not set)" else {
      self.init([])
      return
    }
    let named = Self.names.compactMap { name in
      referrer.query.value(of: name.text).map { (name: name.text, value: $0) }
    }
    self.init(named.filter { $0.name != "utm_content" || !MetaReferrer.isOne($0.value) })
  }

  /// What an install said of where it came from: first what Meta had sealed, then what is plain in
  /// Google Play's referrer.
  /// - Parameter device: what is kept of its device.
  public init(device: JSON?) {
    let sealed = MetaCampaign(device?[Self.metaMember])?.parameters ?? AdParameters([])
    let plain = device?["install_ref"]?.string.map(AdParameters.init(installReferrer:))
    self = sealed.filled(by: plain ?? AdParameters([]))
  }

  /// Under which name `MetaCampaign` is kept with what is kept of a device.
  public static let metaMember = "meta_campaign"

  /// Under which name is kept what the link said with which the app was opened first.
  public static let linkMember = "link_parameters"

  /// Reads the query of a URL.
  public init(url text: String) {
    let query = URLText(text).flatMap { url in url.query.map { QueryText(url.bytes[$0]) } }
    self.init(
      Self.names.compactMap { name in
        query?.value(of: name.text).map { (name: name.text, value: $0) }
      })
  }

  /// Reads Apple's record of the advertisement in the App Store that led to an install.
  public init(appleAds record: JSON) {
    let names: [TextKey: String] = [
      "campaignId": "campaign_id", "adGroupId": "ad_group_id", "adId": "ad_id",
      "keywordId": "keyword_id",
    ]
    let said = (record.members ?? []).compactMap { member -> (name: String, value: String)? in
      guard let name = names[member.name], case .number(let number) = member.value else {
        return nil
      }
      return (name, number)
    }
    self.init(said + [("utm_source", AdNetwork.appleSearchAds.rawValue.lowercased())])
  }

  /// What is known of these and of `others`; these come first.
  public func filled(by others: AdParameters) -> AdParameters {
    AdParameters(values: values.merging(others.values) { mine, _ in mine })
  }

  private init(values: [TextKey: String]) { self.values = values }

  /// Whether both say the same.
  public static func == (left: AdParameters, right: AdParameters) -> Bool {
    left.json == right.json
  }

  /// Whether nothing is known.
  public var isEmpty: Bool { values.isEmpty }

  /// The first of these names that is there.
  public subscript(_ names: String...) -> String? {
    names.lazy.compactMap { values[$0] }.first
  }

  /// As it is kept; `nil` when there is nothing.
  public var json: JSON? {
    guard !values.isEmpty else { return nil }
    return .object(
      values.sorted { $0.key < $1.key }.map { JSON.Member($0.key.text, .string($0.value)) })
  }

  /// The network that the parameters name.
  public var network: AdNetwork? {
    let source = self["utm_source"]?.lowercased()
    if self["gclid", "gbraid", "wbraid"] != nil { return .google }
    if self["fbclid"] != nil { return .meta }
    return source.flatMap { AdNetwork(source: $0) }
  }
}

/// An ad network that is told by name.
public enum AdNetwork: String, CaseIterable, Sendable {
  /// Facebook and Instagram.
  case meta = "META"
  /// Google Ads.
  case google = "GOOGLE"
  /// Advertising in the App Store.
  case appleSearchAds = "APPLE_SEARCH_ADS"

  /// - Parameter source: `utm_source` in lower case, as the networks' guides write it.
  public init?(source: String) {
    guard let network = Self.allCases.first(where: { $0.sources.contains(source) }) else {
      return nil
    }
    self = network
  }

  /// What `utm_source` says, in lower case, of what came from the network.
  public var sources: [String] {
    switch self {
    case .meta:
      ["meta", "facebook", "fb", "instagram", "ig", "apps.facebook.com", "apps.instagram.com"]
    case .google: ["google", "googleads", "google-ads", "google_ads", "adwords"]
    case .appleSearchAds: ["apple_search_ads"]
    }
  }
}
