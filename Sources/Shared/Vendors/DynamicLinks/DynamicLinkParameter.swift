import BeckonModel

extension Vendor {
  /// Dynamic Links: a key is its `key` in the query.
  public static let dynamicLinks = Vendor(name: "dynamiclinks")
}

/// The parameters of a long link, `https://go.example/?link=…&ibi=…`
/// (docs/PROTOCOLS/dynamiclinks.md, Long links).
public enum DynamicLinkParameter: String, CaseIterable, Hashable, Sendable {
  /// The deep link: where the app goes, and the web page for everybody without the app.
  case link
  /// The app's package on Android.
  case androidPackage = "apn"
  /// The oldest version code of the app on Android that understands the deep link.
  case androidMinimumVersion = "amv"
  /// Where Android devices without the app go.
  case androidFallback = "afl"
  /// Where the app on Android goes, if that is another place than `link`.
  case androidLink = "al"
  /// The app's bundle on iOS.
  case iosBundle = "ibi"
  /// Where iPhones without the app go.
  case iosFallback = "ifl"
  /// The app's own scheme; the bundle if it is left out.
  case iosScheme = "ius"
  /// The app's bundle on iPads.
  case iPadBundle = "ipbi"
  /// Where iPads without the app go.
  case iPadFallback = "ipfl"
  /// The app's number in the App Store.
  case appStoreID = "isi"
  /// The oldest version of the app on iOS that understands the deep link.
  case iosMinimumVersion = "imv"
  /// `1` for a page that goes on to the store by itself.
  case forcedRedirect = "efr"
  /// Where neither iOS nor Android goes.
  case otherPlatforms = "ofl"
  /// The title of previews.
  case socialTitle = "st"
  /// The text of previews.
  case socialDescription = "sd"
  /// The picture of previews.
  case socialImage = "si"
  /// Who sends visitors.
  case utmSource = "utm_source"
  /// By which means.
  case utmMedium = "utm_medium"
  /// For which campaign.
  case utmCampaign = "utm_campaign"
  /// By which words that were searched for.
  case utmTerm = "utm_term"
  /// By which of several links.
  case utmContent = "utm_content"
  /// The click's id in Google Ads.
  case googleClick = "gclid"
  /// The App Store's affiliate.
  case affiliateToken = "at"
  /// The campaign in the App Store's reports.
  case campaignToken = "ct"
  /// The App Store's kind of product.
  case mediaType = "mt"
  /// The provider in the App Store's reports.
  case providerToken = "pt"
  /// `1` asks for a picture of what the link does.
  case debug = "d"
  /// What the vendor's own pages told each other; they change nothing.
  case clickPage = "cid"
  /// `1` marks a link that was copied by a click page.
  case copied = "_icp"
  /// One of the vendor's own pages.
  case copiedByPage = "_imcp"
  /// One of the vendor's own pages.
  case fallbackPage = "_fpb"
  /// One of the vendor's own pages.
  case clickPageTime = "_cpt"
  /// One of the vendor's own pages.
  case clickPageButton = "_cpb"

  /// Whether it belongs to one visit and not to the link.
  public var isOfVisit: Bool {
    switch self {
    case .debug, .clickPage, .copied, .copiedByPage, .fallbackPage, .clickPageTime,
      .clickPageButton:
      true
    default: false
    }
  }

  /// Those that a short link's creator is told of when their value is no URL of the web.
  public static let pages: [DynamicLinkParameter] = [
    .androidFallback, .iosFallback, .iPadFallback, .otherPlatforms,
  ]
}
