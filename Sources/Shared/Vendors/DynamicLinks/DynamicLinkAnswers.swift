import BeckonModel

/// The answer to `POST /v1/shortLinks`.
public struct ShortDynamicLinkAnswer: Hashable, Sendable {
  /// The short link.
  public let shortLink: String
  /// What its author should know.
  public let warnings: [DynamicLinkWarning]

  /// Makes an answer.
  public init(shortLink: String, warnings: [DynamicLinkWarning]) {
    self.shortLink = shortLink
    self.warnings = warnings
  }

  /// The picture of what the link does.
  public var previewLink: String { shortLink + "?d=1" }

  /// The body. The list of warnings is called `warning`, and is left out when it is empty.
  public var json: JSON {
    .object([
      "shortLink": .string(shortLink), "previewLink": .string(previewLink),
      "warning": warnings.isEmpty ? nil : .array(warnings.map(\.json)),
    ])
  }
}

/// UTM parameters as both attributions answer them.
public struct DynamicLinkCampaign: Hashable, Sendable {
  /// By the names of the answer.
  private let values: [(name: String, value: String)]

  /// The parameters of a link.
  public init(_ link: LongDynamicLink) {
    let names: [(String, DynamicLinkParameter)] = [
      ("utmSource", .utmSource), ("utmMedium", .utmMedium), ("utmCampaign", .utmCampaign),
      ("utmTerm", .utmTerm), ("utmContent", .utmContent),
    ]
    values = names.compactMap { name, parameter in link[parameter].map { (name, $0) } }
  }

  /// The members of an answer.
  public var members: [JSON.Member] { values.map { JSON.Member($0.name, .string($0.value)) } }

  /// Whether both have the same.
  public static func == (left: DynamicLinkCampaign, right: DynamicLinkCampaign) -> Bool {
    left.members == right.members
  }

  /// Feeds in the values.
  public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}

/// The answer to `POST /v1/reopenAttribution`: what an opened link says.
public struct ReopenAttributionAnswer: Hashable, Sendable {
  /// Where the app goes; `nil` when the link has no place for it.
  public let deepLink: String?
  /// The link as a long one.
  public let resolvedLink: String?
  /// The oldest version of the app that understands the deep link.
  public let minimumVersion: String?
  /// Its campaign.
  public let campaign: [JSON.Member]

  /// Makes an answer.
  public init(
    deepLink: String?, resolvedLink: String?, minimumVersion: String?, campaign: [JSON.Member]
  ) {
    self.deepLink = deepLink
    self.resolvedLink = resolvedLink
    self.minimumVersion = minimumVersion
    self.campaign = campaign
  }

  /// The body.
  public var json: JSON {
    let own = JSON.object([
      "deepLink": deepLink.map(JSON.string), "resolvedLink": resolvedLink.map(JSON.string),
      "iosMinAppVersion": minimumVersion.map(JSON.string),
    ])
    return .object((own.members ?? []) + campaign)
  }
}

/// The answer to `POST /v1/installAttribution`: what led to an install, if anything did.
public struct InstallAttributionAnswer: Hashable, Sendable {
  /// The matched link: what it says, as which URL it was followed, and how sure the match is.
  public struct Match: Hashable, Sendable {
    /// What the link says.
    public let link: ReopenAttributionAnswer
    /// The link as it was followed.
    public let requestedLink: String
    /// `UNIQUE`, `DEFAULT` or `WEAK`.
    public let confidence: String
    /// Where the device would have gone without the app.
    public let fallbackLink: String?

    /// Makes a match.
    public init(
      link: ReopenAttributionAnswer, requestedLink: String, confidence: String,
      fallbackLink: String?
    ) {
      self.link = link
      self.requestedLink = requestedLink
      self.confidence = confidence
      self.fallbackLink = fallbackLink
    }
  }

  /// `nil` when nothing led to it.
  public let match: Match?
  /// For people who look why.
  public let message: String?
  /// `IP_V4` or `IP_V6`.
  public let addressVersion: String?

  /// Makes an answer.
  public init(match: Match?, message: String?, addressVersion: String?) {
    self.match = match
    self.message = message
    self.addressVersion = addressVersion
  }

  /// The body; `{}` when there is nothing to say.
  public var json: JSON {
    let own = JSON.object([
      "deepLink": match?.link.deepLink.map(JSON.string),
      "attributionConfidence": match.map { .string($0.confidence) },
      "appMinimumVersion": match?.link.minimumVersion.map(JSON.string),
      "resolvedLink": match?.link.resolvedLink.map(JSON.string),
      "requestedLink": match.map { .string($0.requestedLink) },
      "fallbackLink": match?.fallbackLink.map(JSON.string),
      "isStrongMatchExecutable": match == nil ? nil : false,
      "matchMessage": message.map(JSON.string),
      "requestIpVersion": addressVersion.map(JSON.string),
    ])
    return .object((own.members ?? []) + (match?.link.campaign ?? []))
  }
}

/// A count of `GET /v1/{link}/linkStats`.
public struct DynamicLinkEventCount: Hashable, Sendable {
  /// What happened.
  public enum Event: String, CaseIterable, Hashable, Sendable {
    /// The link was followed.
    case click = "CLICK"
    /// It led to a store, a web page or the app.
    case redirect = "REDIRECT"
    /// The app was installed, as Google Play says.
    case install = "APP_INSTALL"
    /// The app was opened for the first time.
    case firstOpen = "APP_FIRST_OPEN"
    /// The app was there, and opened by the link.
    case reopen = "APP_RE_OPEN"
  }

  /// `ANDROID`, `IOS`, `DESKTOP` or `OTHER`.
  public let platform: String
  /// What happened.
  public let event: Event
  /// How often.
  public let count: Int64

  /// Makes a count.
  public init(platform: String, event: Event, count: Int64) {
    self.platform = platform
    self.event = event
    self.count = count
  }

  /// As the answer has it: 64-bit numbers are text.
  public var json: JSON {
    [
      "platform": .string(platform), "count": .string(String(count)),
      "event": .string(event.rawValue),
    ]
  }
}
