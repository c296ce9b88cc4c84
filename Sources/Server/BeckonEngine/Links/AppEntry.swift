import BeckonModel

/// A URL by which a page opens an app. Only `AppEntry` makes one, of parts that it has looked at:
/// browsers must not be given just any.
public struct OpeningURL: Hashable, Sendable {
  /// As the browser gets it.
  public let text: String

  fileprivate init(_ text: String) { self.text = text }
}

/// By what the page of a link opens the app, where the system does not do so by itself.
public struct AppEntry: Hashable, Sendable {
  /// The app's own scheme on iOS.
  public var iosScheme: String?
  /// Where the app on iOS goes.
  public var iosDeepLink: String?
  /// The app's package on Android.
  public var androidPackage: String?
  /// Where the app on Android goes; `nil` for the link itself.
  public var androidDeepLink: String?
  /// What stands behind `scheme://` on iOS: in it `{click}` is the click's id, and `{link}` where
  /// the app goes, percent-encoded.
  public var iosForm = "open?\(Target.clickParameter)={click}&url={link}"

  /// What a link says of it. A link that anybody can write opens only what is the app's: the scheme
  /// of its bundle, or one that its `allowed_targets` list.
  public init(_ link: Link, _ settings: AppSettings) {
    self.init(link, package: settings.android?.package)
    guard link.longLink != nil, let scheme = iosScheme, scheme != settings.ios?.bundleID else {
      return
    }
    let patterns = settings.allowedTargets.compactMap { TargetPattern($0) }
    if !TargetPattern.anyMatches(patterns, scheme + "://open") { iosScheme = nil }
  }

  /// What a link says of it.
  /// - Parameter package: the app's package on Android, unless the link names one.
  public init(_ link: Link, package: String?) {
    let platforms = link.options.platforms
    iosScheme = platforms.iosScheme
    iosDeepLink = link.deepLink
    androidPackage = platforms.androidPackage ?? package
    androidDeepLink = platforms.androidDeepLink
  }

  /// Whether something opens the app on iOS.
  var hasScheme: Bool {
    [iosDeepLink, iosScheme.map { $0 + "://open" }].contains { $0.map(Target.isOwn) ?? false }
  }

  /// Opens the app on iOS: by the deep link, if that has the app's own scheme, else by the scheme;
  /// `nil` when there is neither.
  /// - Parameter link: the link's whole URL, for a link that leads nowhere else in the app.
  public func onIOS(_ link: String, click: ClickID) -> OpeningURL? {
    if let iosDeepLink, Target.isOwn(iosDeepLink) {
      return OpeningURL(Target.adding(click: click, to: iosDeepLink))
    }
    guard let iosScheme, Target.isOwn(iosScheme + "://open") else { return nil }
    let form = Self.filling("{click}", in: iosForm, with: click.text)
    let place = PercentEncoding.encode(iosDeepLink ?? link)
    return OpeningURL(iosScheme + "://" + Self.filling("{link}", in: form, with: place))
  }

  /// Opens the app on Android by an intent, which leads to the store where the app is not; `nil`
  /// without a package.
  /// - Parameters:
  ///   - link: the link's whole URL.
  ///   - store: where people without the app go.
  public func onAndroid(_ link: String, click: ClickID, store: String) -> OpeningURL? {
    let place = Target.adding(click: click, to: androidDeepLink ?? link)
    guard let androidPackage, Self.isPackage(androidPackage), Target.mayBeOpened(place),
      let url = URLText(place)
    else { return nil }
    let end = url.query?.upperBound ?? url.path.upperBound
    let fallback =
      Target.mayBeOpened(store)
      ? ";S.browser_fallback_url=" + PercentEncoding.encode(store) : ""
    return OpeningURL(
      "intent" + url.text(url.scheme.upperBound..<end) + "#Intent;scheme=" + url.schemeText
        + ";package=" + androidPackage + fallback + ";end")
  }

  private static func isPackage(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        $0.isLetter || $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_")
      }
  }

  private static func filling(_ place: String, in form: String, with value: String) -> String {
    form.parts(around: place).map { $0.before + value + $0.behind } ?? form
  }
}
