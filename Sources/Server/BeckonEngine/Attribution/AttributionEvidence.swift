import BeckonModel

/// How an install was tied to a link.
public enum AttributionMethod: String, CaseIterable, Sendable {
  /// The app sent a click's id.
  case clickID = "click_id"
  /// The app was opened by the link.
  case link
  /// Play handed the click's id over.
  case installReferrer = "install_referrer"
  /// The link was in the pasteboard.
  case pasteboard
  /// A recent click from the same network by a device without any difference.
  case networkAndDevice = "network_and_device"
}

/// A click or link that the app itself named, with what the caller found when looking it up.
public struct NamedClick: Hashable, Sendable {
  /// Where the name came from.
  public let method: AttributionMethod
  /// The link; `nil` when no such click or link exists in this app.
  public let link: LinkID?
  /// The click; `nil` when only the link was named.
  public let click: ClickID?
  /// When the click was; `nil` without click.
  public let at: Instant?
  /// Whether another install has claimed the click.
  public let isClaimed: Bool

  /// Makes a named click or link.
  public init(
    method: AttributionMethod, link: LinkID?, click: ClickID? = nil, at: Instant? = nil,
    isClaimed: Bool = false
  ) {
    self.method = method
    self.link = link
    self.click = click
    self.at = at
    self.isClaimed = isClaimed
  }
}

/// What is known about an install.
public struct InstallEvidence: Hashable, Sendable {
  /// First launch by the server's clock; `nil` when the app doesn't say, then it is now.
  public let firstLaunch: Instant?
  /// Its device and network.
  public let signals: Signals
  /// What it named itself, in any order.
  public let named: [NamedClick]
  /// Whether its store says that nobody sent the person, as `InstallReferrer.isOrganic` tells.
  public let isOrganicByStore: Bool

  /// Makes evidence.
  public init(
    firstLaunch: Instant? = nil, signals: Signals, named: [NamedClick] = [],
    isOrganicByStore: Bool = false
  ) {
    self.firstLaunch = firstLaunch
    self.signals = signals
    self.named = named
    self.isOrganicByStore = isOrganicByStore
  }
}

/// A click that the install may belong to.
public struct ClickCandidate: Hashable, Sendable {
  /// The click.
  public let click: ClickID
  /// Its link.
  public let link: LinkID
  /// When it was.
  public let at: Instant
  /// Its device and network.
  public let signals: Signals
  /// Whether another install has claimed it.
  public let isClaimed: Bool

  /// Makes a candidate.
  public init(
    click: ClickID, link: LinkID, at: Instant, signals: Signals, isClaimed: Bool = false
  ) {
    self.click = click
    self.link = link
    self.at = at
    self.signals = signals
    self.isClaimed = isClaimed
  }
}

/// The clicks that were looked at.
public struct ClickCandidates: Hashable, Sendable {
  /// How many clicks a caller should load at most: the newest of one network and app.
  public static let countMax = 200

  /// In any order.
  public let clicks: [ClickCandidate]
  /// Whether older clicks of the same network were left out.
  public let isTruncated: Bool

  /// Makes a set.
  public init(_ clicks: [ClickCandidate], isTruncated: Bool = false) {
    self.clicks = clicks
    self.isTruncated = isTruncated
  }
}

/// What an app decides about attribution.
public struct AttributionSettings: Hashable, Sendable {
  /// Age of a click up to which a match by network and device is `default`, in milliseconds.
  public var defaultWindowMilliseconds = Span.hourMilliseconds
  /// Age up to which it is `default` when the click tells its device from no other of its platform;
  /// not at all when other devices were seen on the network.
  public var plainWindowMilliseconds = Span.hourMilliseconds / Self.plainPart
  /// Age up to which it is `default` when other devices were seen on the network.
  public var sharedWindowMilliseconds = Span.hourMilliseconds / Self.sharedPart
  /// Age up to which it is `weak`.
  public var weakWindowMilliseconds = Span.dayMilliseconds
  /// Age up to which a click that the app names counts.
  public var namedWindowMilliseconds = 30 * Span.dayMilliseconds
  /// How much later than the first launch a click may seem to be.
  public var clockToleranceMilliseconds = 5 * Span.secondMilliseconds
  /// Whether installs on iOS are matched by network and device. Apple forbids to derive data from a
  /// device to identify it uniquely, whatever the user says about tracking.
  public var probabilisticOnIOS = true

  /// Parts of the window in which simulated matches by device stay right in 99 of 100 cases; see
  /// `docs/ACCURACY.md`.
  private static let plainPart: Int64 = 6
  private static let sharedPart: Int64 = 2

  /// The defaults.
  public init() {}

  /// What an app has set.
  public init(_ settings: AppSettings) {
    defaultWindowMilliseconds = Self.milliseconds(settings.defaultMatchMinutes)
    plainWindowMilliseconds = defaultWindowMilliseconds / Self.plainPart
    sharedWindowMilliseconds = defaultWindowMilliseconds / Self.sharedPart
    weakWindowMilliseconds = Self.milliseconds(settings.weakMatchMinutes)
    probabilisticOnIOS = settings.matchesByDeviceOnIOS
  }

  private static func milliseconds(_ minutes: Int64) -> Int64 {
    let (product, overflow) = minutes.multipliedReportingOverflow(by: Span.minuteMilliseconds)
    return overflow ? (minutes < 0 ? .min : .max) : product
  }
}
