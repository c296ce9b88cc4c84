import BeckonContract
import BeckonEngine
import BeckonModel

/// Where a link that somebody asks for would send people, each with the member that says so.
enum LinkAddresses {
  /// An app's scheme and its package are addresses too: of whatever opens the scheme, and of the
  /// app's page in Google Play.
  static func of(_ request: CreateLink.Request) -> [(member: String, url: String)] {
    let platforms = request.platforms
    let all = [
      ("url", request.url), ("ios", request.ios), ("android", request.android),
      ("deep_link", request.deepLink), ("ios.ipad_url", platforms.iPad),
      ("ios.scheme", platforms.iosScheme.map { $0 + "://open" }),
      ("android.package", platforms.androidPackage.map(AppSettings.playPage(of:))),
      ("android.deep_link", platforms.androidDeepLink),
    ]
    return all.compactMap { member, url in url.map { (member, $0) } }
  }
}
