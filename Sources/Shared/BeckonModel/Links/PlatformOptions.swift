/// What a link says of iOS and Android beside the pages of their stores.
public struct PlatformOptions: Hashable, Sendable {
  /// Where iPads without the app go; `nil` for where iPhones go.
  public var iPad: String?
  /// The app's own scheme on iOS, by which a page can open the app: `com.example.game`.
  public var iosScheme: String?
  /// The oldest version of the app on iOS that understands the link: `1.0.1`.
  public var iosMinimumVersion: String?
  /// The app's package on Android, by which a page can open the app.
  public var androidPackage: String?
  /// The oldest version code of the app on Android that understands the link.
  public var androidMinimumVersion: Int64?
  /// Where the app on Android goes, if that is another place than on iOS.
  public var androidDeepLink: String?

  /// Makes options.
  public init(
    iPad: String? = nil, iosScheme: String? = nil, iosMinimumVersion: String? = nil,
    androidPackage: String? = nil, androidMinimumVersion: Int64? = nil,
    androidDeepLink: String? = nil
  ) {
    self.iPad = iPad
    self.iosScheme = iosScheme
    self.iosMinimumVersion = iosMinimumVersion
    self.androidPackage = androidPackage
    self.androidMinimumVersion = androidMinimumVersion
    self.androidDeepLink = androidDeepLink
  }
}
