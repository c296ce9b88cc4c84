import BeckonModel

/// Where a link leads, as its owner set it.
public struct LinkTargets: Hashable, Sendable {
  /// The web page, for everybody without a target of their own.
  public let url: String
  /// The App Store page, or another URL for iPhones and iPads.
  public let ios: String?
  /// The Play store page, or another URL for Android.
  public let android: String?
  /// Where iPads go; `nil` for where iPhones go.
  public let iPad: String?
  /// The web page that the app shows, if that is another than `url`. Phones whose only page it is
  /// go there by a redirect: there is no store to wait for.
  public let deepLink: String?
  /// Whether the link has its own title or picture for previews.
  public let hasSocialPreview: Bool

  /// Makes a set of targets.
  public init(
    url: String, ios: String? = nil, android: String? = nil, hasSocialPreview: Bool = false,
    iPad: String? = nil, deepLink: String? = nil
  ) {
    self.deepLink = deepLink
    self.iPad = iPad
    self.url = url
    self.ios = ios
    self.android = android
    self.hasSocialPreview = hasSocialPreview
  }
}

/// How a visit of a link is answered.
public enum Destination: Hashable, Sendable {
  /// 302 to this URL, the link's `url` or its deep link. A click's id is still to be added with
  /// `Target.adding(click:to:)`.
  case redirect(String)
  /// The click page, which notes screen and time zone and goes on to `store`, or to `url` when the
  /// person prefers the web.
  case clickPage(store: String, url: String)
  /// A page with the link's own title and picture, which sends a person on to this URL.
  case socialPreview(String)
  /// 503 with `Cache-Control: no-store`. A browser that loaded ahead would go on from its cache
  /// without asking again, and the click would be lost; refused, it asks when the person clicks.
  case refusal

  /// Chooses by who asks. A link without store targets always redirects people; an iPad that
  /// pretends to be a Mac gets the web page.
  /// - Parameter isIPad: whether the platform is iOS and the device an iPad.
  public init(
    _ link: LinkTargets, platform: Platform, isIPad: Bool = false, visit: VisitKind
  ) {
    let apple = isIPad ? link.iPad ?? link.ios : link.ios
    let store = platform == .ios ? apple : platform == .android ? link.android : nil
    switch visit {
    case .prefetch: self = .refusal
    case .preview where link.hasSocialPreview: self = .socialPreview(link.url)
    case .click:
      guard let store else {
        self = .redirect(link.url)
        return
      }
      let isDeepLink = link.deepLink.map { $0 == store } ?? false
      self = isDeepLink ? .redirect(store) : .clickPage(store: store, url: link.url)
    case .preview, .robot, .head: self = .redirect(link.url)
    }
  }
}
