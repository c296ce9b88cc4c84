import BeckonEngine
import BeckonModel

/// What led to an install, as far as is known.
public struct InstallOrigin: Sendable {
  /// The link.
  public let link: Link?
  /// When it was clicked.
  public let clickedAt: Instant?
  /// What ad networks said: in the query of the click or of the link that was opened first, then by
  /// Meta and Google Play to the app, then by the link's own UTM parameters. Of advertising in the
  /// App Store what Apple said.
  public let parameters: AdParameters
  /// What people call the campaign: the network's name of it, the link's, the campaign's, or the
  /// link's code.
  public let name: String?

  /// Looks for it.
  /// - Parameter device: the device as the app described it, with Play's referrer.
  /// - Throws: `DatabaseError`.
  public init(
    _ decision: StoredDecision?, of install: InstallID?, device: JSON?, _ scope: Scope
  ) throws {
    let clicks = Clicks(scope)
    link = try decision?.link.flatMap(Links(scope).find)
    clickedAt = try decision?.click.flatMap { try clicks.find($0)?.at }
    var said = try decision?.click.flatMap(clicks.parameters(of:))
    if link != nil, decision?.click == nil { said = device?[AdParameters.linkMember] }
    parameters = try AdParameters(json: said)
      .filled(by: Self.appleAds(decision, install, scope))
      .filled(by: AdParameters(device: device))
      .filled(by: link?.options.parameters ?? AdParameters([]))
    name =
      parameters["campaign_name", "utm_campaign"] ?? link?.options.name
      ?? link?.campaign.flatMap(scope.app.campaign)?.name ?? link?.code
  }

  private static func appleAds(
    _ decision: StoredDecision?, _ install: InstallID?, _ scope: Scope
  ) throws -> AdParameters {
    guard let install, decision?.reason == AttributionReason.appleAds.rawValue,
      let record = try AppleAdsTokens(scope).describe(install)?["record"]
    else { return AdParameters([]) }
    return AdParameters(appleAds: record)
  }
}

extension JSON {
  /// An advertising identifier among what is known of a device: the first word on it, and none
  /// where tracking is not allowed, which the systems say in zeros.
  public func advertisingID(_ name: String) -> String? {
    (members ?? []).lazy.filter { $0.name == name }.compactMap(\.value.string)
      .first { $0.utf8.contains { $0 != UInt8(ascii: "0") && $0 != UInt8(ascii: "-") } }
  }
}

extension LinkOptions {
  /// The UTM parameters, as an ad network would say them.
  public var parameters: AdParameters {
    AdParameters(
      (utm?.members ?? []).compactMap { member in
        member.value.string.map { (name: "utm_" + member.name, value: $0) }
      })
  }
}
