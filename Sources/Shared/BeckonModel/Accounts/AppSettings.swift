/// What an app has set about itself. Changed by `PATCH /v1/app`; a field that is left out stays.
public struct AppSettings: Hashable, Sendable {
  /// Hosts, or hosts with a path such as `go.example/promo`, under which links belong to this app
  /// alone.
  public var linkDomains: [String] = []
  /// Patterns of targets that a publishable key may link to.
  public var allowedTargets: [String] = []
  /// Origins whose pages may call the API from a browser.
  public var origins: [String] = []
  /// ISO 3166 region in which phone numbers without country code are read; none is guessed.
  public var region: String?
  /// ISO 4217 currency of amounts without one.
  public var currency: String?
  /// Time zone by which days are counted: an id such as `Europe/Istanbul`, or UTC.
  public var timeZone: String?
  /// Minutes of silence after which a visitor's session is over.
  public var sessionMinutes: Int64 = 30
  /// What the setting may be.
  static let sessionMinutesRange: ClosedRange<Int64> = 1...1_440
  /// Where the shop's cart is.
  public var cartURL: String?
  /// Languages of the catalogue.
  public var languages: [String] = []
  /// The vendors' account status.
  public var status: String?
  /// The app on Apple's platforms.
  public var ios: IOSApp?
  /// The app on Android.
  public var android: AndroidApp?
  /// Signatures of vendors' clients.
  public var requestSigning = RequestSigning()
  /// Meta's key for the app's install referrers on Android: 64 hexadecimal digits. A secret; no
  /// answer shows it.
  public var metaReferrerKey: String?
  /// Whether an install on iOS may be matched by network and device (DESIGN: one switch per app).
  public var matchesByDeviceOnIOS = true
  /// Minutes within which a match by network and device may be allowed to count.
  public static let matchMinutes: ClosedRange<Int64> = 0...1_440
  /// Minutes within which a match by network and device counts as `default`.
  public var defaultMatchMinutes: Int64 = 60
  /// Minutes within which it still counts as `weak`.
  public var weakMatchMinutes: Int64 = 1_440
  /// From when on an install may be matched: on the day on which an app moves here, every install
  /// that it has looks new, and one whose clients tell that it is older gets no click.
  public var attributionSince: Instant?
  /// The campaign of a sign-up that leads to none; `nil` for the oldest that is not over.
  public var defaultCampaign: CampaignID?
  /// Which parameters of a visit links hand on that say nothing of it themselves.
  public var passParameters = PassedParameters.none
  /// The parameter of a deep link that names who invites, in links that say all about themselves;
  /// empty for none.
  public var inviteParameter = AppSettings.usualInviteParameter
  static let usualInviteParameter = "invitedby"
  /// Whether the click pages of links that say nothing of it wait on iOS for a tap, by which they
  /// copy the link for the app to find.
  public var fillsPasteboard = false
  /// Whether clients without a token may read and change members of campaigns by vendors' protocols
  /// that have none. Then whoever reads the app's key out of the app may, too.
  public var opensMembers = false
  /// Whether rewards of somebody wait for a decision whose mail address is another spelling of
  /// somebody else's, such as `a.na+x@gmail.com` of `ana@gmail.com`.
  public var holdsSameMailbox = false
  /// Days after which clicks, events and installs are deleted; money never is.
  public var retentionDays = RetentionDays()
  /// The attribute, or path of a person's record, by which clients name who referred the person;
  /// `nil` when none does.
  public var referrerAttribute: String?
  /// Who may write what in people's records. `nil`: clients may write all; else only what the rules
  /// let them.
  public var recordRules: [RecordRule]?
  /// The key under which a record shows the person's balance.
  public var recordInventory = "inventory"
  /// Who the app's mails are from; `nil` for an app that sends none.
  public var mail: MailSettings?
  /// How the app's text messages go out; `nil` for an app that sends none.
  public var texts: TextSettings?
  /// What clients may send by text message that do not say who invites.
  public var unnamedInvites = UnnamedInviteSettings()
  /// How often, and when, people are reminded, by all reminders of the app together.
  public var reminders = ReminderRules()

  /// Settings as a new app has them.
  public init() {}
}

/// Days for which each kind of fact is kept.
public struct RetentionDays: Hashable, Sendable {
  /// Clicks, and decisions about installs.
  public var clicks: Int64 = 400
  /// Events with their properties.
  public var events: Int64 = 400
  /// Kept at least this long, because a fact of this age is still accepted or matched.
  public static let least: Int64 = 1

  /// The defaults.
  public init() {}
}

/// How requests of a vendor's clients are signed, and whether they must be.
public struct RequestSigning: Hashable, Sendable {
  /// Whether a request without a signature is refused.
  public var isRequired = false
  /// Secrets by key id; several, so that they can be rotated.
  public var keys: [TextKey: String] = [:]
  /// Whether a publishable key may change things by Beckon's own API, which has no signatures: for
  /// an app that has its own SDK beside the vendor's.
  public var allowsUnsignedNative = false
  /// Most keys at a time.
  public static let keysMax = 20

  /// Nothing is signed.
  public init() {}
}

/// An app on Apple's platforms.
public struct IOSApp: Hashable, Sendable {
  /// Bundle identifier.
  public let bundleID: String
  /// Ten characters of the developer team.
  public let teamID: String?
  /// Number in the App Store.
  public let appStoreID: String?
  /// Whether postbacks of development builds are kept, apart from the real ones.
  public let acceptsDevelopmentPostbacks: Bool
  /// Whether purchases in the App Store's sandbox, where nobody pays, count as revenue; they are
  /// marked as such.
  public let acceptsSandboxPayments: Bool
}

/// An app on Android.
public struct AndroidApp: Hashable, Sendable {
  /// Application id.
  public let package: String
  /// SHA-256 fingerprints of its signing certificates.
  public let certificateFingerprints: [String]
  /// Google Play's notifications of purchases.
  public let play: PlayStore?
}

/// How an app's purchases in Google Play are learned of.
public struct PlayStore: Hashable, Sendable {
  /// The audience of the tokens with which Google's notifications come.
  public let pushAudience: String
  /// Mail address of the service account in whose name they come.
  public let pushEmail: String
  /// Mail address of the service account that may read the app's orders.
  public let accountEmail: String
  /// Its private key as PEM.
  public let accountKey: String
  /// Whether purchases of testers, who do not pay, count as revenue; they are marked as such.
  public let acceptsTestPayments: Bool
  /// Longest key, in bytes.
  public static let keyBytes = 8_192
}
