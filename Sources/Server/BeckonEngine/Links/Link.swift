import BeckonModel

/// A link.
public struct Link: Hashable, Sendable {
  /// Its id.
  public let id: LinkID
  /// Number of the tenant that it belongs to.
  public let app: Int64
  /// The prefix under which its code is unique; empty for the public host.
  public let prefix: String
  /// Its code.
  public let code: String
  /// Where it leads.
  public let url: String
  /// The campaign that a sign-up through it belongs to.
  public let campaign: CampaignID?
  /// Whose link it is.
  public let referrer: PersonID?
  /// Store targets, preview and UTM parameters.
  public let options: LinkOptions
  /// When it was made.
  public let createdAt: Instant
  /// When it stops working.
  public let expiresAt: Instant?
  /// When it was deleted; its code is never used again.
  public let deletedAt: Instant?
  /// When it was changed last.
  public let changedAt: Instant?
  /// Whether a client chose its code, who may have taken what is another's.
  public let isCodeByClient: Bool
  /// The long link that it is, or that it was made of; `nil` for others.
  public let longLink: String?

  /// Makes a link.
  public init(
    id: LinkID, app: Int64, prefix: String, code: String, url: String, campaign: CampaignID?,
    referrer: PersonID?, options: LinkOptions, createdAt: Instant, expiresAt: Instant? = nil,
    deletedAt: Instant? = nil, changedAt: Instant? = nil, isCodeByClient: Bool = false,
    longLink: String? = nil
  ) {
    self.longLink = longLink
    self.isCodeByClient = isCodeByClient
    self.changedAt = changedAt
    self.id = id
    self.app = app
    self.prefix = prefix
    self.code = code
    self.url = url
    self.campaign = campaign
    self.referrer = referrer
    self.options = options
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.deletedAt = deletedAt
  }

  /// Where it stands.
  public var address: LinkAddress { LinkAddress(prefix: prefix, code: code) }

  /// Whether it has no code of its own: its URL is the long link.
  public var isLong: Bool { longLink != nil && LongLink.isMarked(code) }

  /// Whether its referrer is whom its deep link names: anybody can write that, and by what is
  /// answered find out who is known here.
  public var namesReferrer: Bool { longLink != nil }

  /// Where the app goes when it was opened by the link; `nil` when it leads to the app's own store
  /// pages and nowhere else.
  public var deepLink: String? {
    options.deepLink ?? (options.storeVisitors == .everyone ? nil : url)
  }

  /// Where the app of this platform goes; as `deepLink` on all of which nothing else is said.
  public func deepLink(on platform: Platform?) -> String? {
    platform == .android ? options.platforms.androidDeepLink ?? deepLink : deepLink
  }

  /// The oldest version of the app on this platform that understands the link: on Android its
  /// version code; `nil` when any does.
  public func minimumVersion(on platform: Platform?) -> String? {
    switch platform {
    case .ios: options.platforms.iosMinimumVersion
    case .android: options.platforms.androidMinimumVersion.map { String($0) }
    default: nil
    }
  }

  /// The same, of somebody.
  public func with(referrer: PersonID) -> Link {
    Link(
      id: id, app: app, prefix: prefix, code: code, url: url, campaign: campaign,
      referrer: referrer, options: options, createdAt: createdAt, expiresAt: expiresAt,
      deletedAt: deletedAt, changedAt: changedAt, isCodeByClient: isCodeByClient,
      longLink: longLink)
  }

  /// Whether it can be followed.
  public func isAlive(at now: Instant) -> Bool {
    deletedAt == nil && expiresAt.map { now < $0 } ?? true
  }
}
