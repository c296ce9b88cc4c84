import BeckonContract
import BeckonModel

/// A link with which the app was opened.
public struct OpenedLink: Sendable, Hashable {
  /// Where it leads in the app; `nil` when it is none of this app's links.
  public let deepLink: String?
  /// The link.
  public let link: LinkID?
  /// Its campaign; not known of a first launch.
  public let campaign: CampaignID?
  /// Whose link it is.
  public let referrer: PersonID?
  /// Whether it is the opener's own.
  public let isOwn: Bool
  /// Whether it was the first launch, so that the link is the one that led to this install.
  public let isFirstLaunch: Bool

  init(_ match: InstallMatch) {
    deepLink = match.deepLink
    link = match.link
    campaign = nil
    referrer = match.referrer
    isOwn = false
    isFirstLaunch = true
  }

  init(_ response: OpenLink.Response) {
    deepLink = response.deepLink
    link = response.link
    campaign = response.campaign
    referrer = response.referrer
    isOwn = response.isOwn
    isFirstLaunch = false
  }
}

extension DurableRequest {
  /// Tells the server that a link was opened.
  static func open(_ link: String, installID: String, key: String) -> DurableRequest {
    DurableRequest(
      key: key, method: LinkRoute.open.route.method, path: LinkRoute.open.route.path,
      body: OpenLink.Request(installID: installID, url: link).json)
  }
}

/// A link that was made.
public typealias BeckonLink = CreateLink.Response

/// How much a person has of a unit.
public typealias Balance = Redeem.Balance
