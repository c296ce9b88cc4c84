import BeckonModel

/// `POST /v1/links`.
public enum CreateLink {
  /// What the link leads to.
  public struct Request: Hashable, Sendable {
    /// The target: an https URL, or one that the app handles.
    public let url: String
    /// A code of one's own; without it an unguessable one is made.
    public let code: String?
    /// Make a short code rather than an unguessable one.
    public let short: Bool
    /// The campaign that a sign-up through the link belongs to.
    public let campaign: CampaignID?
    /// The person whose link it is.
    public let referrer: PersonID?
    /// Where iOS devices without the app go, the App Store.
    public let ios: String?
    /// Where Android devices without the app go, Google Play.
    public let android: String?
    /// How link previews show it.
    public let social: Social?
    /// UTM parameters added to the target, by name without `utm_`.
    public let utm: [JSON.Member]
    /// After this time the link answers 410.
    public let expiresAt: Instant?
    /// What people call it.
    public let name: String?
    /// Where the app goes, if that is another place than the target.
    public let deepLink: String?
    /// Who goes to the app's own store pages.
    public let storeVisitors: StoreVisitors?
    /// Which parameters of a visit it hands on; `nil` for what the app's settings say.
    public let passParameters: PassedParameters?
    /// Which of the app's `link_domains` it stands under; `nil` for the first.
    public let domain: String?
    /// What else is said of iOS and Android.
    public let platforms: PlatformOptions
    /// Whether its click page copies the link by a tap; `nil` for what the app's settings say.
    public let pasteboard: Bool?

    /// Makes a request.
    public init(
      url: String, code: String? = nil, short: Bool = false, campaign: CampaignID? = nil,
      referrer: PersonID? = nil, ios: String? = nil, android: String? = nil,
      social: Social? = nil, utm: [JSON.Member] = [], expiresAt: Instant? = nil,
      name: String? = nil, deepLink: String? = nil, storeVisitors: StoreVisitors? = nil,
      passParameters: PassedParameters? = nil, domain: String? = nil,
      platforms: PlatformOptions = PlatformOptions(), pasteboard: Bool? = nil
    ) {
      self.platforms = platforms
      self.pasteboard = pasteboard
      self.domain = domain
      self.name = name
      self.deepLink = deepLink
      self.storeVisitors = storeVisitors
      self.passParameters = passParameters
      self.url = url
      self.code = code
      self.short = short
      self.campaign = campaign
      self.referrer = referrer
      self.ios = ios
      self.android = android
      self.social = social
      self.utm = utm
      self.expiresAt = expiresAt
    }
  }

  /// How a link preview shows a link.
  public struct Social: Hashable, Sendable {
    /// Title.
    public let title: String?
    /// Text.
    public let description: String?
    /// URL of a picture.
    public let image: String?

    /// Makes a preview.
    public init(title: String?, description: String?, image: String?) {
      self.title = title
      self.description = description
      self.image = image
    }
  }

  /// The link.
  public struct Response: Hashable, Sendable {
    /// Its id.
    public let id: LinkID
    /// Its code.
    public let code: String
    /// The whole short URL.
    public let shortURL: String
    /// Its target.
    public let url: String

    /// Makes a response.
    public init(id: LinkID, code: String, shortURL: String, url: String) {
      self.id = id
      self.code = code
      self.shortURL = shortURL
      self.url = url
    }
  }
}

extension CreateLink.Request {
  private static let utmNames = ["source", "medium", "campaign", "term", "content"]
  /// What can be changed of a link.
  public static let changeable = [
    "url", "campaign", "ios", "android", "social", "utm", "expires_at", "name", "deep_link",
    "store_visitors", "pass_parameters", "pasteboard",
  ]
  /// What cannot.
  public static let fixed = ["code", "short", "referrer", "domain"]

  /// Reads a body.
  /// - Throws: `FieldError`.
  public init(_ fields: Fields) throws(FieldError) {
    try fields.allow(only: Self.changeable + Self.fixed)
    let code = try fields.string("code", max: Limits.codeBytes)
    var utm: [JSON.Member] = []
    if let given = try fields.fields("utm") {
      try given.allow(only: Self.utmNames)
      for name in Self.utmNames {
        if let value = try given.string(name, max: Limits.nameBytes) {
          utm.append(JSON.Member(name, .string(value)))
        }
      }
    }
    let platforms = try PlatformOptions.read(fields)
    self.init(
      url: try fields.require("url", fields.string("url", max: Limits.urlBytes)), code: code,
      short: try fields.bool("short") ?? false,
      campaign: try fields.id("campaign", CampaignID.self),
      referrer: try fields.id("referrer", PersonID.self), ios: platforms.ios,
      android: platforms.android,
      social: try CreateLink.Social(fields.fields("social")), utm: utm,
      expiresAt: try fields.instant("expires_at"),
      name: try fields.string("name", max: Limits.nameBytes),
      deepLink: try fields.string("deep_link", max: Limits.urlBytes),
      storeVisitors: try fields.choice("store_visitors", StoreVisitors.self),
      passParameters: try PassedParameters("pass_parameters", of: fields),
      domain: try fields.string("domain", max: Limits.urlBytes), platforms: platforms.options,
      pasteboard: try fields.bool("pasteboard"))
  }

  /// The body.
  public var json: JSON {
    .object([
      "url": .string(url), "code": code.map(JSON.string), "short": short ? true : nil,
      "campaign": campaign.map(JSON.id), "referrer": referrer.map(JSON.id),
      "ios": platforms.ios(page: ios), "android": platforms.android(page: android),
      "social": social?.json, "utm": utm.isEmpty ? nil : .object(utm),
      "expires_at": expiresAt.map(JSON.instant), "name": name.map(JSON.string),
      "deep_link": deepLink.map(JSON.string),
      "store_visitors": storeVisitors.map { .string($0.rawValue) },
      "pass_parameters": passParameters?.json, "domain": domain.map(JSON.string),
      "pasteboard": pasteboard.map(JSON.bool),
    ])
  }
}

extension CreateLink.Social {
  /// Reads the object `social`; `nil` when there is none.
  /// - Throws: `FieldError`.
  public init?(_ fields: Fields?) throws(FieldError) {
    guard let fields else { return nil }
    try fields.allow(only: ["title", "description", "image"])
    title = try fields.string("title", max: Limits.nameBytes)
    description = try fields.string("description", max: 1_000)
    image = try fields.string("image", max: Limits.urlBytes)
  }

  /// The object `social`.
  public var json: JSON {
    .object([
      "title": title.map(JSON.string), "description": description.map(JSON.string),
      "image": image.map(JSON.string),
    ])
  }
}

extension CreateLink.Response {
  /// Reads an answer.
  /// - Throws: `FieldError`.
  public init(_ fields: Fields) throws(FieldError) {
    id = try fields.require("id", fields.id("id", LinkID.self))
    code = try fields.require("code", fields.string("code", max: Limits.codeBytes))
    shortURL = try fields.require("short_url", fields.string("short_url", max: 4_096))
    url = try fields.require("url", fields.string("url", max: Limits.urlBytes))
  }

  /// The answer.
  public var json: JSON {
    [
      "id": .id(id), "code": .string(code), "short_url": .string(shortURL), "url": .string(url),
    ]
  }
}
