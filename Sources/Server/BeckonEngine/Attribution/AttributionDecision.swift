import BeckonModel

/// Why an install was tied to a link, or why not. The text codes are part of the API.
public enum AttributionReason: String, CaseIterable, Sendable {
  /// The app sent a click's id.
  case clickID = "click_id"
  /// The app was opened by the link.
  case openedLink = "opened_link"
  /// Play handed the click's id over.
  case installReferrer = "install_referrer"
  /// The link was in the pasteboard.
  case pasteboardLink = "pasteboard_link"
  /// Apple says that an advertisement in the App Store led to the install.
  case appleAds = "apple_ads"
  /// A click from the same network by a device without any difference, and none to another link.
  case networkAndDevice = "network_and_device"
  /// No click came from this network.
  case noCandidates = "no_candidates"
  /// Clicks to different links fit equally well.
  case ambiguous
  /// There were more clicks than are looked at.
  case tooManyCandidates = "too_many_candidates"
  /// All clicks came from other devices.
  case onlyDiffering = "only_differing"
  /// The clicks that fit belong to other installs.
  case onlyClaimed = "only_claimed"
  /// The clicks that fit are too old.
  case onlyTooOld = "only_too_old"
  /// The clicks that fit came after the first launch.
  case onlyLater = "only_later"
  /// The click that the app named belongs to another install.
  case clickClaimed = "click_claimed"
  /// The click that the app named is too old.
  case clickExpired = "click_expired"
  /// The app named a click or link that doesn't exist.
  case clickUnknown = "click_unknown"
  /// The app has switched matching by network and device off for iOS.
  case switchedOffOnIOS = "switched_off_on_ios"
  /// Nothing is decided yet, because no call has described the device.
  case waitsForDevice = "waits_for_device"
  /// No call has described the device within a day.
  case noDevice = "no_device"
  /// The app was installed before its attribution began.
  case oldInstall = "old_install"
}

/// Why a match is not better than `weak`.
public enum AttributionLimit: String, CaseIterable, Sendable {
  /// The click is older than the window of `default`.
  case age
  /// Many customers of a carrier share the address.
  case carrierNAT = "carrier_nat"
  /// Many users of a privacy relay share the address.
  case relay
  /// The users of an unknown proxy share the address.
  case hiddenByProxy = "hidden_by_proxy"
  /// The click's platform isn't certain.
  case platform
  /// Neither screen nor exact model nor more than the first part of the version is known to agree,
  /// and the click is too old for that, or other devices were seen on the network.
  case fewTraits = "few_traits"
  /// Other devices opened links on the network, and the click is too old for that or tells little.
  case otherDevices = "other_devices"
  /// The click's page led to Play with the click's id, but Play says that nobody sent the person.
  case organicReferrer = "organic_referrer"
  /// A further call about the install named the link, and showed no token.
  case withoutToken = "without_token"
}

/// What became of a candidate.
public enum CandidateOutcome: String, CaseIterable, Sendable {
  /// It fits.
  case eligible
  /// It fits, but belongs to another install.
  case claimed
  /// It fits, but is too old.
  case tooOld = "too_old"
  /// It fits, but came after the first launch.
  case later
  /// It came from another device or network.
  case differs
}

/// A candidate with all that was compared.
public struct JudgedCandidate: Hashable, Sendable {
  /// The click.
  public let click: ClickID
  /// Its link.
  public let link: LinkID
  /// When it was.
  public let at: Instant
  /// Milliseconds from the click to the first launch; negative when it came after.
  public let ageMilliseconds: Int64
  /// What became of it.
  public let outcome: CandidateOutcome
  /// All traits in the order of `SignalName`.
  public let signals: [JudgedSignal]

  func comparison(_ name: SignalName) -> SignalComparison? {
    signals.first { $0.name == name }?.comparison
  }
}

/// The answer to the question which link an install came from, with everything that led to it.
/// Holds no address, so that it can be shown to anyone who may see the app's numbers.
public struct AttributionDecision: Hashable, Sendable {
  /// How sure it is; `none` without match.
  public let type: MatchType
  /// The link; `nil` without match.
  public let link: LinkID?
  /// The click, which the install now claims; `nil` without match, and when the app named a link
  /// only.
  public let click: ClickID?
  /// How; `nil` without match.
  public let method: AttributionMethod?
  /// Why.
  public let reason: AttributionReason
  /// Why it is only weak; empty otherwise.
  public let limits: [AttributionLimit]
  /// What the app named, the strongest first.
  public let named: [NamedClick]
  /// The clicks that were looked at, the newest first.
  public let candidates: [JudgedCandidate]
  /// Whether the install is the referrer's own. Set by the caller, who knows the people; the match
  /// stands, but no referral comes of it.
  public var isOwn = false

  init(
    type: MatchType = .none, link: LinkID? = nil, click: ClickID? = nil,
    method: AttributionMethod? = nil, reason: AttributionReason, limits: [AttributionLimit] = [],
    named: [NamedClick], candidates: [JudgedCandidate] = []
  ) {
    self.type = type
    self.link = link
    self.click = click
    self.method = method
    self.reason = reason
    self.limits = limits
    self.named = named
    self.candidates = candidates
  }
}
