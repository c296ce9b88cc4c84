import BeckonEngine
import BeckonModel

/// What led to an install, as far as is known.
public struct InstallOrigin: Sendable {
  /// The link.
  public let link: Link?
  /// When it was clicked.
  public let clickedAt: Instant?
  /// What ad networks said: in the query of the click first, then by Meta and Google Play to the
  /// app, then by the link's own UTM parameters.
  public let parameters: AdParameters
  /// What people call the campaign: the network's name of it, the link's, the campaign's, or the
  /// link's code.
  public let name: String?

  /// Looks for it.
  /// - Parameter device: the device as the app described it, with Play's referrer.
  /// - Throws: `DatabaseError`.
  public init(_ decision: StoredDecision?, device: JSON?, _ scope: Scope) throws {
    let clicks = Clicks(scope)
    link = try decision?.link.flatMap(Links(scope).find)
    clickedAt = try decision?.click.flatMap { try clicks.find($0)?.at }
    let said = try decision?.click.flatMap(clicks.parameters(of:))
    parameters = AdParameters(json: said).filled(by: AdParameters(device: device))
      .filled(by: link?.options.parameters ?? AdParameters([]))
    name =
      parameters["campaign_name", "utm_campaign"] ?? link?.options.name
      ?? link?.campaign.flatMap(scope.app.campaign)?.name ?? link?.code
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
