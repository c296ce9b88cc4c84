import BeckonContract
import BeckonModel
import Foundation

/// The person who uses the app.
public struct BeckonPerson: Sendable, Hashable {
  /// Whether the server took this phone for the person's when it was asked last, and gave it a
  /// token. Else it counts events as theirs and tells nothing about them: neither link nor balance.
  /// Set `BeckonOptions.identityToken`: see `docs/ACCOUNTS.md`.
  public let isSignedIn: Bool
  /// The answer without its token.
  let answer: IdentifyPerson.Response

  /// Makes a person for previews and tests of an app, with the id of nobody.
  public init(
    isSignedIn: Bool = true, referralCode: String? = nil, referralLink: URL? = nil
  ) {
    let answer = IdentifyPerson.Response(
      person: .ofNobody, referralCode: referralCode,
      referralLink: referralLink?.absoluteString)
    self.init(answer, isSignedIn: isSignedIn)
  }

  init(_ answer: IdentifyPerson.Response) {
    self.init(answer, isSignedIn: answer.token != nil)
  }

  private init(_ answer: IdentifyPerson.Response, isSignedIn: Bool) {
    self.isSignedIn = isSignedIn
    self.answer = IdentifyPerson.Response(
      person: answer.person, referralCode: answer.referralCode,
      referralLink: answer.referralLink, referredBy: answer.referredBy,
      conflicts: answer.conflicts, referral: answer.referral,
      isReferrerUnknown: answer.isReferrerUnknown, verification: answer.verification)
  }

  /// - Parameter hasToken: whether there is a token, by which it is known of state files of before.
  init?(json: JSON, hasToken: Bool) {
    guard let fields = try? Fields(json), let answer = try? IdentifyPerson.Response(fields)
    else { return nil }
    self.init(answer, isSignedIn: json["signed_in"]?.bool ?? hasToken)
  }

  var json: JSON {
    .object((answer.json.members ?? []) + [JSON.Member("signed_in", .bool(isSignedIn))])
  }
}

extension BeckonPerson {
  /// The server's id.
  public var id: String { answer.person.text }
  /// The code by which the person refers others. Not told without proof that it is this person.
  public var referralCode: String? { answer.referralCode }
  /// The link by which the person refers others.
  public var referralLink: URL? { answer.referralLink.flatMap(URL.init(told:)) }
  /// The id of the person who referred this one.
  public var referredBy: String? { answer.referredBy?.text }
  /// What became of the referrer who was named or found for this call, or why the person is not in
  /// the campaign to which it led; `nil` when there was nobody, and they are.
  public var referral: Referral? {
    answer.referral.flatMap { Referral(rawValue: $0.rawValue) }
  }
  /// Whether the code or link that was named as the referrer's leads to nobody. `referral` tells of
  /// another who was found then, such as whose link led to this install.
  public var isReferralCodeUnknown: Bool { answer.isReferrerUnknown }
  /// Whether the person was asked by mail for the address, by which they count in the campaign that
  /// they have joined; `nil` when nothing is to be asked. `verifyEmail()` asks again.
  public var emailVerification: EmailVerification? {
    answer.verification.flatMap(EmailVerification.init(rawValue:))
  }
  /// Given identities that belong to someone else and were not taken over.
  public var conflicts: [Identity] {
    answer.conflicts.compactMap { Identity(rawValue: $0.rawValue) }
  }

  /// What became of a referrer.
  public enum Referral: String, Sendable, CaseIterable {
    /// They are the person's referrer, by this call or an earlier one.
    case made
    /// They are noted; the referral begins when the person signs up.
    case awaitingSignUp = "awaiting_sign_up"
    /// They are noted; the referral begins when the person shows that the mail address is theirs.
    case unverified
    /// What was named leads to nobody.
    case unknownCode = "unknown_code"
    /// No click of the id that was named is there, and nothing else was found.
    case unknownClick = "unknown_click"
    /// The code or link that was named is nobody's, so nobody is the referrer. Its campaign counts.
    case noOwner = "no_owner"
    /// A person cannot refer themselves.
    case own
    /// The person has referred them, or somebody who led to them.
    case cycle
    /// Somebody else is the person's referrer, who is set once.
    case alreadyReferred = "already_referred"
    /// The sign-up was too long ago, or the person has gone on to the second step.
    case tooLate = "too_late"
    /// It is of no campaign that the person joins.
    case noCampaign = "no_campaign"
    /// The campaign begins later.
    case campaignNotStarted = "campaign_not_started"
    /// The campaign takes nobody for now.
    case campaignPaused = "campaign_paused"
    /// The campaign takes nobody any more.
    case campaignEnded = "campaign_ended"
    /// The person is known, and the server did not take this phone for theirs: nothing was changed.
    case personUnproven = "person_unproven"
    /// The server did not take this phone for the one that was led here.
    case installUnproven = "install_unproven"
  }

  /// What became of asking for the mail address.
  public enum EmailVerification: String, Sendable, CaseIterable {
    /// A mail asks its reader.
    case queued
    /// Nothing is sent to this address.
    case suppressed
    /// The call asked that none be sent.
    case notWanted = "not_wanted"
    /// The person has no address, or none that mail servers can send to.
    case noAddress = "no_address"
    /// The address, or the app, has had as many mails as it may.
    case tooMany = "too_many"
  }

  /// By what a person is known.
  public enum Identity: String, Sendable, CaseIterable {
    /// The app's own id of its user.
    case userID = "user_id"
    /// An e-mail address.
    case email
    /// A phone number.
    case phone
    /// A wallet's address.
    case wallet
    /// Any other id that is unique in the app.
    case otherID = "other_id"
  }
}
