import BeckonContract
import BeckonModel
import Foundation

/// A link with which the app was opened.
public struct OpenedLink: Sendable, Hashable {
  /// The link as the system handed it over; `nil` for one that was found without it.
  public let url: URL?
  /// When it was opened. A link that was opened without a network is followed when there is one.
  public let openedAt: Date
  /// Where it leads in the app; `nil` when it is none of this app's links.
  public let deepLink: URL?
  /// The link's id.
  public let link: String?
  /// The id of its campaign; not known of a first launch.
  public let campaign: String?
  /// The id of the person whose link it is; not told of a link whose deep link names who invites,
  /// which anybody can write.
  public let referrer: String?
  /// Whether it is the opener's own.
  public let isOwn: Bool
  /// Whether it was the first launch, so that the link is the one that led to this install.
  public let isFirstLaunch: Bool
  /// The oldest version of the app on this platform that understands the link; `nil` for any. On
  /// Android it is a version code.
  public let minimumVersion: String?
  /// The UTM parameters of the URL that was opened or clicked, else of the link, by name without
  /// `utm_`: `["source": "newsletter"]`.
  public let utm: [String: String]

  /// Makes a link for previews and tests of an app.
  public init(
    url: URL?, openedAt: Date, deepLink: URL? = nil, link: String? = nil,
    campaign: String? = nil, referrer: String? = nil, isOwn: Bool = false,
    isFirstLaunch: Bool = false, minimumVersion: String? = nil,
    utm: [String: String] = [:]
  ) {
    self.minimumVersion = minimumVersion
    self.utm = utm
    self.url = url
    self.openedAt = openedAt
    self.deepLink = deepLink
    self.link = link
    self.campaign = campaign
    self.referrer = referrer
    self.isOwn = isOwn
    self.isFirstLaunch = isFirstLaunch
  }

  init(_ match: InstallMatch, url: String?, at instant: Instant) {
    self.url = url.flatMap(URL.init(told:))
    openedAt = Date(instant)
    deepLink = match.deepLink
    link = match.link
    campaign = nil
    referrer = match.referrer
    isOwn = false
    isFirstLaunch = true
    minimumVersion = match.minimumVersion
    utm = match.utm
  }

  init(_ response: OpenLink.Response, url: String, at instant: Instant) {
    self.url = URL(told: url)
    openedAt = Date(instant)
    deepLink = response.deepLink.flatMap(URL.init(told:))
    link = response.link?.text
    campaign = response.campaign?.text
    referrer = response.referrer?.text
    isOwn = response.isOwn
    isFirstLaunch = false
    minimumVersion = response.minimumVersion
    utm = response.utm.byName
  }
}

extension UTM {
  /// By name without `utm_`.
  var byName: [String: String] {
    (json?.members ?? []).reduce(into: [:]) { $0[$1.name] = $1.value.string }
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
