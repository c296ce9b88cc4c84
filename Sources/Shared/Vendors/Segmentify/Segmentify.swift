import BeckonModel

extension Vendor {
  /// Segmentify: a key is its `apiKey`.
  public static let segmentify = Vendor(name: "segmentify")
}

/// Segmentify's protocol, as its clients for iOS, Android, React Native and Flutter and as shops
/// without one speak it (docs/PROTOCOLS/segmentify.md).
public enum Segmentify {
  /// The header by which clients for React Native and Flutter show the key.
  public static let keyHeader = "X-Sfy-Api-Key"
  /// The parameter, or member of a body, with the key.
  public static let keyName = "apiKey"
  /// The header by which a client says of which shop it is: its bare domain.
  public static let originHeader = "Origin"
  /// How many ids are asked for, as a parameter of `SegmentifyKeyRoute`.
  public static let countName = "count"
  /// Most ids at once.
  public static let idsMax = 100
  /// Most events in a request.
  public static let eventsMax = 100

  /// The id of a visitor or a session, as clients get it: a signed number of 64 bits, as text.
  public static func id(random: UInt64) -> String { "\(Int64(bitPattern: random))" }

  /// Campaigns with this beginning have their parts named behind a line.
  private static let partedCampaigns = "fcs_"
  private static let productPart = "|product"

  /// The campaign as a client names it when one of its products was tapped.
  public static func tapped(_ instanceID: String) -> String {
    let isParted = instanceID.hasPrefix(partedCampaigns)
    return isParted && !instanceID.hasSuffix(productPart) ? instanceID + productPart : instanceID
  }

  /// The campaign that a client names, without a part of it.
  public static func campaign(of instanceID: String) -> String {
    instanceID.hasPrefix(partedCampaigns) ? instanceID.upTo("|") : instanceID
  }
}
