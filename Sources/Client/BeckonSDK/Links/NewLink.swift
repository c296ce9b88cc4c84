import BeckonContract
import BeckonModel
import Foundation

/// What can be said of a link that is made, beside where it leads.
public struct NewLink: Sendable, Hashable {
  /// A code of one's own; without it an unguessable one is made.
  public var code: String?
  /// Whether to make a short code rather than an unguessable one.
  public var isShort = false
  /// The id of the campaign that a sign-up through the link belongs to.
  public var campaign: String?
  /// Where iOS devices without the app go.
  public var appStore: URL?
  /// Where Android devices without the app go.
  public var googlePlay: URL?
  /// The title in previews of the link.
  public var title: String?
  /// The text in previews of the link.
  public var text: String?
  /// The picture in previews of the link.
  public var image: URL?
  /// UTM parameters added to the target, by name without `utm_`.
  public var utm: [String: String] = [:]
  /// After this time the link answers 410.
  public var expiresAt: Date?
  /// What people call the link.
  public var name: String?
  /// Where the app goes, if that is another place than the target: `myapp://product/7`.
  public var deepLink: URL?
  /// Who goes to the app's own store pages, which the app's settings name.
  public var storeVisitors: StoreVisitors?
  /// Which parameters of a visit the link hands on to where it leads; `nil` for what the app's
  /// settings say.
  public var passedParameters: PassedParameters?
  /// Which of the app's `link_domains` the link stands under, `go.example` or `go.example/promo`;
  /// `nil` for the first.
  public var domain: String?
  /// Where iPads without the app go; `nil` for where iPhones go.
  public var appStoreOnIPad: URL?
  /// The app's own scheme on iOS, by which the link's page can open the app: `com.example.shop`.
  public var iosScheme: String?
  /// The oldest version of the app on iOS that understands the link: `1.0.1`.
  public var iosMinimumVersion: String?
  /// The app's package on Android, by which the link's page can open the app.
  public var androidPackage: String?
  /// The oldest version code of the app on Android that understands the link.
  public var androidMinimumVersion: Int64?
  /// Where the app on Android goes, if that is another place than on iOS.
  public var androidDeepLink: URL?
  /// Whether the link's page waits on iOS for a tap, by which it copies the link for the app to
  /// find; `nil` for what the app's settings say.
  public var fillsPasteboard: Bool?

  /// Whom a link sends to the app's own store pages.
  public enum StoreVisitors: Sendable, Hashable, CaseIterable {
    /// Phones without a target of their own.
    case phones
    /// All who have no target of their own: the link has no page on the web.
    case everyone
  }

  /// Which parameters of a visit a link hands on. A visitor changes neither host nor path by them,
  /// and no parameter that the link has itself.
  public enum PassedParameters: Sendable, Hashable {
    /// None.
    case none
    /// Every one.
    case all
    /// Those of these names.
    case only([String])
  }

  init() {}

  /// - Throws: `FieldError`.
  func request(to url: URL, of person: PersonID?) throws(FieldError) -> CreateLink.Request {
    let campaign = try campaign.map { text throws(FieldError) in
      guard let id = CampaignID(text) else { throw FieldError("campaign", "is no campaign's id") }
      return id
    }
    let hasPreview = title != nil || text != nil || image != nil
    return CreateLink.Request(
      url: url.absoluteString, code: code, short: isShort, campaign: campaign, referrer: person,
      ios: appStore?.absoluteString, android: googlePlay?.absoluteString,
      social: hasPreview
        ? CreateLink.Social(title: title, description: text, image: image?.absoluteString) : nil,
      utm: utm.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) },
      expiresAt: expiresAt?.instant, name: name, deepLink: deepLink?.absoluteString,
      storeVisitors: storeVisitors?.model, passParameters: passedParameters?.model, domain: domain,
      platforms: platforms, pasteboard: fillsPasteboard)
  }

  private var platforms: PlatformOptions {
    PlatformOptions(
      iPad: appStoreOnIPad?.absoluteString, iosScheme: iosScheme,
      iosMinimumVersion: iosMinimumVersion, androidPackage: androidPackage,
      androidMinimumVersion: androidMinimumVersion,
      androidDeepLink: androidDeepLink?.absoluteString)
  }
}

extension NewLink.StoreVisitors {
  fileprivate var model: BeckonModel.StoreVisitors {
    switch self {
    case .phones: .phones
    case .everyone: .everyone
    }
  }
}

extension NewLink.PassedParameters {
  fileprivate var model: BeckonModel.PassedParameters {
    switch self {
    case .none: .none
    case .all: .all
    case .only(let names): .only(names)
    }
  }
}

/// A link that was made.
public struct BeckonLink: Sendable, Hashable {
  /// Its id.
  public let id: String
  /// Its code.
  public let code: String
  /// The link itself, to be shared.
  public let shortURL: URL
  /// Where it leads.
  public let target: URL

  /// - Throws: `FieldError`.
  init(_ fields: Fields) throws(FieldError) {
    let answer = try CreateLink.Response(fields)
    guard let shortURL = URL(told: answer.shortURL) else {
      throw FieldError("short_url", "is no URL")
    }
    guard let target = URL(told: answer.url) else { throw FieldError("url", "is no URL") }
    id = answer.id.text
    code = answer.code
    self.shortURL = shortURL
    self.target = target
  }
}
