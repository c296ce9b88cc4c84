import BeckonModel

extension AppSettings {
  /// The app's page in Apple's App Store; `nil` as long as `ios.app_store_id` is not set.
  public var appStorePage: String? {
    ios?.appStoreID.map { "https://apps.apple.com/app/id" + $0 }.flatMap(Self.checked)
  }

  /// The app's page in Google Play; `nil` as long as `android.package` is not set.
  public var playPage: String? {
    android.map { Self.playPage(of: $0.package) }.flatMap(Self.checked)
  }

  /// The page of a package in Google Play.
  public static func playPage(of package: String) -> String {
    "https://play.google.com/store/apps/details?id=" + package
  }

  /// Settings are any text; only what makes a URL may be sent to browsers.
  private static func checked(_ page: String) -> String? {
    do throws(TargetError) {
      try Target.check(page)
      return page
    } catch {
      return nil
    }
  }
}

extension Link {
  /// Where the link leads, with the store pages that its app has now.
  public func targets(_ settings: AppSettings) -> LinkTargets {
    let (appStore, play) =
      options.storeVisitors == nil ? (nil, nil) : (settings.appStorePage, settings.playPage)
    let page = options.storeVisitors == .everyone ? appStore ?? play ?? url : url
    return LinkTargets(
      url: page, ios: options.ios ?? appStore, android: options.android ?? play,
      hasSocialPreview: options.social != nil, iPad: options.platforms.iPad,
      deepLink: options.deepLink.flatMap { URLText($0)?.isWeb == true ? $0 : nil })
  }
}
