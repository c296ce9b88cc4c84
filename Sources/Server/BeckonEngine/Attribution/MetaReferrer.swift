import BeckonModel

/// What Meta puts into an install referrer, so that only the app's owner can read it:
/// `utm_content={"source":{"data":"‹hex›","nonce":"‹hex›"},…}`. It is sealed with AES-256-GCM under
/// the key that Meta's dashboard shows for the app; the tag stands at the end of the data.
/// https://developers.facebook.com/docs/app-ads/install-referrer
public struct MetaReferrer: Hashable, Sendable {
  /// The sealed campaign, with its tag.
  public let data: [UInt8]
  /// The nonce with which it was sealed.
  public let nonce: [UInt8]

  /// Finds it in an install referrer, Google Play's or Meta's own; `nil` when none is there. Some
  /// clients pass the JSON on alone, or encoded once more than they should.
  public init?(installReferrer text: String) {
    var content = InstallReferrer(text).query.value(of: "utm_content") ?? text
    for _ in 0..<2 where content.hasPrefix("%") {
      content = PercentEncoding.decode(content.utf8)
    }
    guard Self.isOne(content), let json = try? JSONReader.read(content) else { return nil }
    guard let data = json["source"]?["data"]?.string.flatMap(Hexadecimal.decode),
      let nonce = json["source"]?["nonce"]?.string.flatMap(Hexadecimal.decode)
    else { return nil }
    self.data = data
    self.nonce = nonce
  }

  /// Whether a `utm_content` is of this form, and so the name of nothing.
  static func isOne(_ content: String) -> Bool { content.hasPrefix("{") }
}

/// Which of Meta's advertisements led to an install.
public struct MetaCampaign: Equatable, Sendable {
  /// What Meta says, by its own names, as text.
  private let values: [TextKey: String]

  /// What is kept; Meta may add others at any time.
  private static let names = [
    "ad_id", "adgroup_id", "adgroup_name", "campaign_id", "campaign_name", "campaign_group_id",
    "campaign_group_name", "account_id", "ad_objective_name", "is_instagram",
    "publisher_platform", "platform_position",
  ]

  /// Reads what was sealed, or what was kept of it; `nil` when it says nothing of a campaign.
  public init?(_ json: JSON?) {
    var values: [TextKey: String] = [:]
    for name in Self.names {
      if let text = json?[name].flatMap(Self.text) { values[name] = text }
    }
    guard !values.isEmpty else { return nil }
    self.values = values
  }

  /// Ids come as text or as numbers.
  private static func text(_ json: JSON) -> String? {
    let text: String? =
      switch json {
      case .string(let text): text
      case .number(let number): number
      case .bool(let truth): truth ? "true" : "false"
      default: nil
      }
    return text.flatMap { (1...AdParameters.valueBytes).contains($0.utf8.count) ? $0 : nil }
  }

  /// What Meta says under one of its names.
  public subscript(_ name: String) -> String? { values[name] }

  /// Whether both say the same.
  public static func == (left: MetaCampaign, right: MetaCampaign) -> Bool {
    left.json == right.json
  }

  /// As it is kept.
  public var json: JSON {
    .object(
      Self.names.compactMap { name in values[name].map { JSON.Member(name, .string($0)) } })
  }

  /// The same in the names that Meta's URL parameters have. What advertisers call campaign, ad set
  /// and ad is here, as in Meta's older interfaces, a campaign group, a campaign and an ad group.
  public var parameters: AdParameters {
    let named: [(name: String, value: String?)] = [
      ("utm_source", self["is_instagram"] == "true" ? "instagram" : "facebook"),
      ("campaign_id", self["campaign_group_id"]), ("campaign_name", self["campaign_group_name"]),
      ("adset_id", self["campaign_id"]), ("adset_name", self["campaign_name"]),
      ("ad_id", self["ad_id"] ?? self["adgroup_id"]), ("ad_name", self["adgroup_name"]),
    ]
    return AdParameters(
      named.compactMap { parameter in parameter.value.map { (parameter.name, $0) } })
  }
}
