import BeckonModel

/// A link that nobody has to store: its URL says all about it. Clicks on it carry the URL, and its
/// id is made of it, so that they can be matched and counted as those of any other link.
public struct LongLink: Hashable, Sendable {
  /// In front of the codes of those that have a row: no URL can have it there.
  static let codeMark = ":"

  /// Its id, made of what it says. Ids of other links begin with when they were made; these stand
  /// before all of them.
  public let id: LinkID
  /// The host, and a path below it, under which it stands.
  public let prefix: String
  /// Its one written form: links that say the same have the same text.
  public let text: String
  /// Where it leads on the web.
  public let url: String
  /// What it says besides.
  public let options: LinkOptions
  /// What stands behind `scheme://` where a page opens the app on iOS (`AppEntry.iosForm`); `nil`
  /// for the usual.
  public let iosForm: String?
  /// Every page of the web to which it may send somebody.
  public let pages: [Page]

  /// A page to which a link may send somebody, and who named it.
  public struct Page: Hashable, Sendable {
    /// The name by which the link's author knows it.
    public let name: String
    /// The page.
    public let url: String

    /// Names a page.
    public init(_ name: String, _ url: String) {
      self.name = name
      self.url = url
    }
  }

  /// Makes a link.
  public init(
    id: LinkID, prefix: String, text: String, url: String, options: LinkOptions, pages: [Page],
    iosForm: String? = nil
  ) {
    self.iosForm = iosForm
    self.id = id
    self.prefix = prefix
    self.text = text
    self.url = url
    self.options = options
    self.pages = pages
  }

  /// Under what clicks on all long links together are counted by day.
  public static let any = LinkID(Identifier(high: 0, low: 0))

  /// Whether a code stands for a long link.
  public static func isMarked(_ code: String) -> Bool { code.hasPrefix(codeMark) }

  /// Whether an id is that of a long link.
  public static func isLong(_ id: LinkID) -> Bool { id.identifier.instant.milliseconds == 0 }

  /// The link as others are, once something has to rest on it.
  /// - Parameter referrer: whose link it is, if it says so.
  public func link(of app: Int64, referrer: PersonID? = nil, at now: Instant) -> Link {
    Link(
      id: id, app: app, prefix: prefix, code: Self.codeMark + id.text, url: url, campaign: nil,
      referrer: referrer, options: options, createdAt: now, longLink: text)
  }

  /// The first page that is a link of the app's itself: it would lead round and round.
  public func ownPage(of settings: AppSettings) -> Page? {
    pages.first { page in
      guard let opened = OpenedLink(page.url) else { return false }
      let prefixes = Set(texts: opened.addresses.map(\.prefix) + [opened.host])
      return settings.linkDomains.contains { prefixes.contains(TextKey($0)) }
    }
  }

  /// The first page to which the app lets nobody be sent: one that is neither among its
  /// `allowed_targets` nor its own in a store, or is a link of the app's itself.
  public func forbiddenPage(by settings: AppSettings) -> Page? {
    let patterns = settings.allowedTargets.compactMap { TargetPattern($0) }
    if let page = ownPage(of: settings) { return page }
    let own = [settings.appStorePage, settings.playPage].compactMap { $0 }
    return pages.first { page in
      !own.contains { $0 == page.url } && !TargetPattern.anyMatches(patterns, page.url)
    }
  }
}

/// How vendors' links are read, as far as their URLs say more than a code.
public struct LinkForms: Sendable {
  /// First segments of paths behind which codes stand: `i` for `/i/CODE`.
  public let paths: Set<TextKey>
  private let readers: [LongLinkReader]

  /// Of vendors.
  public init(paths: [String] = [], readers: [LongLinkReader] = []) {
    self.paths = Set(texts: paths)
    self.readers = readers
  }

  /// The parameters of which a URL must have one to be a long link.
  public var longParameters: [String] { readers.map(\.parameter) }

  /// The long link that a URL is; `nil` when it is none.
  public func long(_ url: String) -> LongLink? { readers.lazy.compactMap { $0.read(url) }.first }
}

/// How a vendor's long links are read.
public struct LongLinkReader: Sendable {
  /// The parameter that each has in its query.
  public let parameter: String
  /// Reads one from a whole URL; `nil` when it is none.
  public let read: @Sendable (String) -> LongLink?

  /// Of links that have this parameter.
  public init(parameter: String, _ read: @escaping @Sendable (String) -> LongLink?) {
    self.parameter = parameter
    self.read = read
  }
}
