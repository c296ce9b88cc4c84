import Foundation

/// What campaign reports say of a link: UTM parameters.
public final class DynamicLinkGoogleAnalyticsParameters {
  /// Who sends visitors.
  public var source: String?
  /// By which means.
  public var medium: String?
  /// For which campaign.
  public var campaign: String?
  /// By which words that were searched for.
  public var term: String?
  /// By which of several links.
  public var content: String?

  /// Makes parameters that say nothing yet.
  public init() {}

  /// Makes parameters of a campaign.
  public init(source: String, medium: String, campaign: String) {
    self.source = source
    self.medium = medium
    self.campaign = campaign
  }
}

/// What iOS needs of the app.
public final class DynamicLinkIOSParameters {
  /// The app's bundle.
  public let bundleID: String?
  /// The app's number in the App Store, as text.
  public var appStoreID: String?
  /// Where iPhones without the app go; else the App Store.
  public var fallbackURL: URL?
  /// The app's own scheme; else the bundle.
  public var customScheme: String?
  /// The app's bundle on iPads.
  public var iPadBundleID: String?
  /// Where iPads without the app go.
  public var iPadFallbackURL: URL?
  /// The oldest version of the app that understands the deep link.
  public var minimumAppVersion: String?

  /// Makes parameters of an app.
  public init(bundleID: String) { self.bundleID = bundleID }
}

/// What the App Store's reports say of a link.
public final class DynamicLinkItunesConnectAnalyticsParameters {
  /// The affiliate.
  public var affiliateToken: String?
  /// The campaign.
  public var campaignToken: String?
  /// The provider.
  public var providerToken: String?

  /// Makes parameters that say nothing yet.
  public init() {}
}

/// What Android needs of the app.
public final class DynamicLinkAndroidParameters {
  /// The app's package.
  public let packageName: String?
  /// Where devices without the app go; else the store.
  public var fallbackURL: URL?
  /// The oldest version code that understands the deep link; 0 for any.
  public var minimumVersion = 0

  /// Makes parameters of an app.
  public init(packageName: String) { self.packageName = packageName }
}

/// What previews of a link show.
public final class DynamicLinkSocialMetaTagParameters {
  /// The title.
  public var title: String?
  /// The text.
  public var descriptionText: String?
  /// The picture.
  public var imageURL: URL?

  /// Makes parameters that say nothing yet.
  public init() {}
}

/// How the click page behaves.
public final class DynamicLinkNavigationInfoParameters {
  /// Whether the page goes on to the store by itself.
  public var isForcedRedirectEnabled = false

  /// Makes parameters of a page that waits.
  public init() {}
}

/// What all other systems need.
public final class DynamicLinkOtherPlatformParameters {
  /// Where they go; else to the deep link.
  public var fallbackUrl: URL?

  /// Makes parameters that say nothing yet.
  public init() {}
}

/// How long the code of a short link is.
public enum ShortDynamicLinkPathLength: Int, Sendable {
  /// What the server chooses: 17 letters and digits.
  case `default`
  /// As few as are free, at least 4: who tries finds such links.
  case short
  /// 17, which nobody finds by trying.
  case unguessable
}

/// How a link is shortened.
public final class DynamicLinkComponentsOptions {
  /// How long the code is.
  public var pathLength = ShortDynamicLinkPathLength.default

  /// Makes options that leave all to the server.
  public init() {}
}
