import BeckonContractDynamicLinks
import BeckonModel
import Foundation

/// A link in the making: where it leads, and what each system needs to know.
public final class DynamicLinkComponents {
  /// UTM parameters.
  public var analyticsParameters: DynamicLinkGoogleAnalyticsParameters?
  /// What previews show.
  public var socialMetaTagParameters: DynamicLinkSocialMetaTagParameters?
  /// The app on iOS.
  public var iOSParameters: DynamicLinkIOSParameters?
  /// What the App Store's reports say.
  public var iTunesConnectParameters: DynamicLinkItunesConnectAnalyticsParameters?
  /// The app on Android.
  public var androidParameters: DynamicLinkAndroidParameters?
  /// How the click page behaves.
  public var navigationInfoParameters: DynamicLinkNavigationInfoParameters?
  /// All other systems.
  public var otherPlatformParameters: DynamicLinkOtherPlatformParameters?
  /// How `shorten` shortens it.
  public var options: DynamicLinkComponentsOptions?
  /// Where the link leads, an http or https URL.
  public var link: URL
  /// The prefix under which it stands: `https://links.example.com/promo`.
  public var domain: String?

  /// Makes a link under one of the app's prefixes; `nil` unless the prefix is an https URL with a
  /// host.
  public init?(link: URL, domainURIPrefix: String) {
    guard let url = URLText(domainURIPrefix), url.schemeText == "https",
      url.hostAndPort?.host.isEmpty == false
    else { return nil }
    self.link = link
    domain = domainURIPrefix
  }

  /// Makes a link under a host, `example.page.link`, as the SDK's first versions did.
  public init(link: URL, domain: String) {
    self.link = link
    self.domain = "https://" + domain
  }

  /// The link, which needs not be stored anywhere to work; `nil` without a prefix. It stands as the
  /// vendor's SDK writes it: each byte of a value that is no letter or digit is encoded.
  public var url: URL? {
    guard let domain, !domain.isEmpty else { return nil }
    let query = values.map { $0.0.rawValue + "=" + PercentEncoding.encodeAllButAlphanumerics($0.1) }
    let prefix = domain.hasSuffix("/") ? String(domain.dropLast()) : domain
    return URL(string: prefix + "/?" + query.joined(separator: "&"))
  }

  /// What it says, by the names of its parameters. What says nothing is left out.
  private var values: [(DynamicLinkParameter, String)] {
    let given: [(DynamicLinkParameter, String?)] =
      [(.link, link.absoluteString)] + appleValues + androidValues + otherValues
    return given.compactMap { name, value in
      value.flatMap { $0.isEmpty ? nil : (name, $0) }
    }
  }

  private var appleValues: [(DynamicLinkParameter, String?)] {
    let (app, store) = (iOSParameters, iTunesConnectParameters)
    return [
      (.iosBundle, app?.bundleID), (.appStoreID, app?.appStoreID),
      (.iosFallback, app?.fallbackURL?.absoluteString), (.iosScheme, app?.customScheme),
      (.iosMinimumVersion, app?.minimumAppVersion), (.iPadBundle, app?.iPadBundleID),
      (.iPadFallback, app?.iPadFallbackURL?.absoluteString),
      (.affiliateToken, store?.affiliateToken), (.campaignToken, store?.campaignToken),
      (.providerToken, store?.providerToken),
    ]
  }

  private var androidValues: [(DynamicLinkParameter, String?)] {
    let version = androidParameters.map(\.minimumVersion) ?? 0
    return [
      (.androidPackage, androidParameters?.packageName),
      (.androidFallback, androidParameters?.fallbackURL?.absoluteString),
      (.androidMinimumVersion, version == 0 ? nil : "\(version)"),
    ]
  }

  private var otherValues: [(DynamicLinkParameter, String?)] {
    let (campaign, preview) = (analyticsParameters, socialMetaTagParameters)
    return [
      (.forcedRedirect, navigationInfoParameters.map { $0.isForcedRedirectEnabled ? "1" : "0" }),
      (.otherPlatforms, otherPlatformParameters?.fallbackUrl?.absoluteString),
      (.socialTitle, preview?.title), (.socialDescription, preview?.descriptionText),
      (.socialImage, preview?.imageURL?.absoluteString),
      (.utmSource, campaign?.source), (.utmMedium, campaign?.medium),
      (.utmCampaign, campaign?.campaign), (.utmTerm, campaign?.term),
      (.utmContent, campaign?.content),
    ]
  }
}
