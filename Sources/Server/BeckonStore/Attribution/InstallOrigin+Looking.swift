import BeckonEngine
import BeckonModel

extension InstallOrigin {
  /// Looks for it.
  /// - Parameter device: the device as the app described it, with Play's referrer.
  /// - Throws: `DatabaseError`.
  public init(
    _ decision: StoredDecision?, of install: InstallID?, device: JSON?, _ scope: Scope
  ) throws {
    let clicks = Clicks(scope)
    let link = try decision.flatMap(Links(scope).find(of:))
    let click = try decision?.click.map { click in
      MatchedClick(at: try clicks.find(click)?.at, parameters: try clicks.parameters(of: click))
    }
    self.init(
      link: link, click: click, device: device,
      appleAds: try Self.appleAds(decision, install, scope),
      campaign: link?.campaign.flatMap(scope.app.campaign)?.name)
  }

  private static func appleAds(
    _ decision: StoredDecision?, _ install: InstallID?, _ scope: Scope
  ) throws -> JSON? {
    guard let install, decision?.reason == AttributionReason.appleAds.rawValue else { return nil }
    return try AppleAdsTokens(scope).describe(install)?["record"]
  }
}
