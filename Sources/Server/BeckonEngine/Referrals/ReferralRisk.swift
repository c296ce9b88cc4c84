import BeckonModel

/// What speaks against a referral, seen when it is made. Nothing is refused for it: it is shown,
/// and some of the reasons hold the rewards for review.
public struct ReferralRisk: Hashable, Sendable {
  /// A reason; the raw value is what the API shows.
  public enum Reason: String, CaseIterable, Sendable {
    /// Both are known by what looks like one mailbox.
    case selfReferral = "self_referral"
    /// The install belonged to the referrer before.
    case referrerInstall = "referrer_install"
    /// Somebody else, who is not the referrer, has a mail address of the same mailbox.
    case sameMailbox = "same_mailbox"
    /// Both have paid with one card, or whatever the app's server calls an instrument.
    case sameInstrument = "same_instrument"
    /// The mail address is of a provider of throw-away addresses.
    case disposableMail = "disposable_mail"
    /// The referrer brought unusually many in the last hour.
    case velocity = "velocity"
    /// Both came from one network address, as families and colleagues do.
    case sharedAddress = "shared_address"
  }

  /// How much there is to worry about.
  public enum Level: String, CaseIterable, Sendable {
    /// Nothing was seen.
    case none
    /// One weak sign.
    case low
    /// Several weak signs.
    case medium
    /// A sign that holds rewards.
    case high
  }

  /// The reasons, without repetition, in the order of their declaration.
  public let reasons: [Reason]

  /// Makes a risk of reasons.
  public init(_ reasons: Set<Reason>) {
    self.reasons = Reason.allCases.filter(reasons.contains)
  }

  /// The same with what else was seen later.
  public func adding(_ other: ReferralRisk) -> ReferralRisk {
    ReferralRisk(Set(reasons + other.reasons))
  }

  /// The reasons that hold a reward until somebody decides. A shared address is none: most who
  /// share one are honest.
  public var holding: [Reason] {
    reasons.filter { Self.holdingReasons.contains($0) }
  }

  private static let holdingReasons: Set<Reason> = [
    .selfReferral, .referrerInstall, .sameMailbox, .sameInstrument,
  ]

  /// How much there is to worry about.
  public var level: Level {
    if !holding.isEmpty { return .high }
    switch reasons.count {
    case 0: return .none
    case 1: return .low
    default: return .medium
    }
  }

  /// As the API and the database write it.
  public var json: JSON {
    [
      "level": .string(level.rawValue),
      "reasons": .array(reasons.map { .string($0.rawValue) }),
    ]
  }

  /// Reads what `json` wrote; unknown reasons are left out.
  public init(json: JSON) {
    let words = json["reasons"]?.elements?.compactMap(\.string) ?? []
    self.init(Set(words.compactMap(Reason.init(word:))))
  }
}

/// What is known of both sides when a referral is made.
public struct ReferralEvidence: Sendable {
  /// The newcomer's mail addresses, in normal form.
  public let recipientMails: [String]
  /// The referrer's.
  public let referrerMails: [String]
  /// Whether the newcomer's install was the referrer's before.
  public let installWasReferrers: Bool
  /// Whether both were last seen on one network.
  public let sharesNetwork: Bool
  /// Whether somebody else has a mail address of the newcomer's mailbox, if the app asks.
  public let sharesMailbox: Bool
  /// Whether both have paid with one instrument.
  public let sharesInstrument: Bool
  /// Referrals that the referrer made in the last hour.
  public let referralsInLastHour: Int64

  /// Makes the evidence.
  public init(
    recipientMails: [String], referrerMails: [String], installWasReferrers: Bool,
    sharesNetwork: Bool, sharesMailbox: Bool = false, sharesInstrument: Bool = false,
    referralsInLastHour: Int64
  ) {
    self.sharesMailbox = sharesMailbox
    self.sharesInstrument = sharesInstrument
    self.recipientMails = recipientMails
    self.referrerMails = referrerMails
    self.installWasReferrers = installWasReferrers
    self.sharesNetwork = sharesNetwork
    self.referralsInLastHour = referralsInLastHour
  }

  /// More referrals in an hour than this by one person are unusual.
  public static let referralsPerHourUsual: Int64 = 20

  /// The risk that the evidence shows.
  public var risk: ReferralRisk {
    var reasons: Set<ReferralRisk.Reason> = []
    let mailboxes = Set(referrerMails.map(MailAddress.mailbox))
    if recipientMails.contains(where: { mailboxes.contains(MailAddress.mailbox($0)) }) {
      reasons.insert(.selfReferral)
    }
    if installWasReferrers { reasons.insert(.referrerInstall) }
    if sharesMailbox { reasons.insert(.sameMailbox) }
    if sharesInstrument { reasons.insert(.sameInstrument) }
    if recipientMails.contains(where: MailAddress.isDisposable) { reasons.insert(.disposableMail) }
    if referralsInLastHour >= Self.referralsPerHourUsual { reasons.insert(.velocity) }
    if sharesNetwork { reasons.insert(.sharedAddress) }
    return ReferralRisk(reasons)
  }
}
