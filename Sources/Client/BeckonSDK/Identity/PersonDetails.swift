import BeckonContract
import BeckonModel

/// What can be said of a person who is identified, beside the app's own id of them.
public struct PersonDetails: Sendable, Hashable {
  /// An e-mail address.
  public var email: String?
  /// A phone number.
  public var phone: String?
  /// A wallet's address.
  public var wallet: String?
  /// Any other id that is unique in the app.
  public var otherID: String?
  /// The campaign to join: its id or `list_uuid`.
  public var campaign: String?
  /// Who referred them: a referral code, or a link. A person's id proves nothing, and pays only
  /// where a rule says `min_match: declared`. Without it, and without `clickID`, the link counts
  /// that led to this install or was opened last.
  public var referralCode: String?
  /// The click that led here (`beckon_click` in a URL).
  public var clickID: String?
  /// What to set; up to 32 KB as JSON.
  public var attributes: [String: BeckonValue] = [:]
  /// Version of the terms to which the person agreed; goes with each later event.
  public var consent: String?
  /// Whether they say yes or no to being written to. A yes counts only while the server takes this
  /// phone for theirs.
  public var contactConsent = ContactConsent()
  /// What the app's own server gave its user to sign in with. Without it
  /// `BeckonOptions.identityToken` is asked, unless this phone has a token of this user.
  public var identityToken: String?

  init() {}

  func request(
    userID: String?, _ state: ClientState
  ) -> IdentifyPerson.Request {
    let given: [(IdentityKind, String?)] = [
      (.userID, userID), (.email, email), (.phone, phone), (.wallet, wallet), (.otherID, otherID),
    ]
    let isTold = referralCode != nil || clickID != nil
    return IdentifyPerson.Request(
      identities: given.compactMap { kind, value in
        value.map { BeckonModel.Identity(kind: kind, value: $0) }
      },
      installID: state.installID, campaign: campaign,
      referrer: isTold ? referralCode : state.arrival?.referrer,
      clickID: isTold ? clickID : state.arrival?.clickID,
      attributes: attributes.isEmpty ? nil : attributes.json, consent: consent,
      contactConsent: contactConsent.said, identityToken: identityToken)
  }
}
