import BeckonModel

/// `POST /v1/people`: create a person or find one. The same identity again is the same person.
public enum IdentifyPerson {
  /// Who it is, and how they came.
  public struct Request: Hashable, Sendable {
    /// By what the person is known; none for an anonymous one. Not yet in normal form.
    public let identities: [Identity]
    /// The install that the person uses.
    public let installID: String?
    /// The campaign to join: its id or its `list_uuid`.
    public let campaign: String?
    /// Who referred them: a referral code, a link, or a person's id, which proves nothing.
    public let referrer: String?
    /// The click that led here (`beckon_click` of the landing page's URL).
    public let clickID: String?
    /// Attributes to set.
    public let attributes: JSON?
    /// Version of the terms to which the person agreed; stored with each of their facts.
    public let consent: String?
    /// Whether the person says yes or no to being written to, by channel.
    public let contactConsent: [ContactChannel: Bool]
    /// When the person signed up, by the sender's clock; when it is received unless told.
    public let at: Instant?
    /// When the request is sent, by the same clock, which `at` is put right by.
    public let sentAt: Instant?
    /// What the app's server gave its user to sign in with: a single-use token, or a signed id.
    public let identityToken: String?
    /// Longest identity token, in bytes.
    public static let identityTokenBytes = 2_048

    /// Makes a request.
    public init(
      identities: [Identity], installID: String? = nil, campaign: String? = nil,
      referrer: String? = nil, clickID: String? = nil, attributes: JSON? = nil,
      consent: String? = nil, contactConsent: [ContactChannel: Bool] = [:],
      identityToken: String? = nil, at: Instant? = nil, sentAt: Instant? = nil
    ) {
      self.contactConsent = contactConsent
      self.identityToken = identityToken
      self.identities = identities
      self.installID = installID
      self.campaign = campaign
      self.referrer = referrer
      self.clickID = clickID
      self.attributes = attributes
      self.consent = consent
      self.at = at
      self.sentAt = sentAt
    }
  }

  /// The person.
  public struct Response: Hashable, Sendable {
    /// The person.
    public let person: PersonID
    /// Proves later that a call comes from this person. Given when the person is created, or found
    /// with proof.
    public let token: String?
    /// The code by which the person refers others. Not told without proof.
    public let referralCode: String?
    /// The link by which the person refers others. Not told without proof.
    public let referralLink: String?
    /// Who referred the person.
    public let referredBy: PersonID?
    /// Given identities that belong to someone else and were not taken over.
    public let conflicts: [IdentityKind]
    /// What became of the referrer who was named or found, or why the person is not in the campaign
    /// to which the sign-up led; `nil` when there was nobody, and they are.
    public let referral: ReferrerOutcome?
    /// Whether a referrer was named who is nobody, also where another was found.
    public let isReferrerUnknown: Bool
    /// Whether the person was asked by mail for the address, by which they count in the campaign
    /// that they have joined, as a stable word: `queued`, `suppressed`, `not_wanted`, `no_address`,
    /// `too_many`; `nil` when nothing is to be asked.
    public let verification: String?

    /// Makes a response.
    public init(
      person: PersonID, token: String? = nil, referralCode: String? = nil,
      referralLink: String? = nil, referredBy: PersonID? = nil, conflicts: [IdentityKind] = [],
      referral: ReferrerOutcome? = nil, isReferrerUnknown: Bool = false,
      verification: String? = nil
    ) {
      self.verification = verification
      self.isReferrerUnknown = isReferrerUnknown
      self.person = person
      self.token = token
      self.referralCode = referralCode
      self.referralLink = referralLink
      self.referredBy = referredBy
      self.conflicts = conflicts
      self.referral = referral
    }
  }
}

extension IdentifyPerson.Request {
  /// Reads a body.
  /// - Throws: `FieldError`.
  public init(_ fields: Fields) throws(FieldError) {
    try fields.allow(
      only: IdentityKind.allCases.map(\.rawValue) + [
        "install_id", "campaign", "referrer", "click_id", "attributes", "consent",
        "contact_consent", "identity_token", "at", "sent_at",
      ])
    var identities: [Identity] = []
    for kind in IdentityKind.allCases {
      if let value = try fields.string(kind.rawValue, max: Limits.identityBytes) {
        identities.append(Identity(kind: kind, value: value))
      }
    }
    self.init(
      identities: identities,
      installID: try fields.string("install_id", max: Limits.clientIDBytes),
      campaign: try fields.string("campaign", max: Limits.clientIDBytes),
      referrer: try fields.string("referrer", max: Limits.urlBytes),
      clickID: try fields.string("click_id", max: Limits.clientIDBytes),
      attributes: try fields.attributes("attributes"),
      consent: try fields.string("consent", max: Limits.signalBytes),
      contactConsent: try fields.contactConsent("contact_consent"),
      identityToken: try fields.string("identity_token", max: Self.identityTokenBytes),
      at: try fields.instant("at"), sentAt: try fields.instant("sent_at"))
    guard !identities.isEmpty || installID != nil || identityToken != nil else {
      throw FieldError(
        "", "needs one of user_id, email, phone, wallet, other_id, install_id or identity_token")
    }
  }

  /// The body.
  public var json: JSON {
    let own = JSON.object([
      "install_id": installID.map(JSON.string), "campaign": campaign.map(JSON.string),
      "referrer": referrer.map(JSON.string), "click_id": clickID.map(JSON.string),
      "attributes": attributes, "consent": consent.map(JSON.string),
      "contact_consent": JSON(said: contactConsent),
      "identity_token": identityToken.map(JSON.string), "at": at.map(JSON.instant),
      "sent_at": sentAt.map(JSON.instant),
    ])
    let known = identities.map { JSON.Member($0.kind.rawValue, .string($0.value)) }
    return .object(known + (own.members ?? []))
  }
}

extension IdentifyPerson.Response {
  /// Reads an answer.
  /// - Throws: `FieldError`.
  public init(_ fields: Fields) throws(FieldError) {
    let conflicts = try fields.strings("conflicts", max: 10, each: 20) ?? []
    let referral = try fields.fields("referral")
    self.init(
      person: try fields.require("person", fields.id("person", PersonID.self)),
      token: try fields.string("token", max: Limits.clientIDBytes),
      referralCode: try fields.string("referral_code", max: Limits.codeBytes),
      referralLink: try fields.string("referral_link", max: 4_096),
      referredBy: try fields.id("referred_by", PersonID.self),
      conflicts: conflicts.compactMap(IdentityKind.init(word:)),
      referral: try referral?.string("status", max: Limits.wordBytes)
        .flatMap(ReferrerOutcome.init(word:)),
      isReferrerUnknown: try referral?.bool("unknown_code")
        ?? (referral?.value("status") == .string(ReferrerOutcome.unknownCode.rawValue)),
      verification: try fields.fields("verification")?.string("state", max: Limits.wordBytes))
  }

  /// The answer.
  public var json: JSON {
    .object([
      "person": .id(person), "token": token.map(JSON.string),
      "referral_code": referralCode.map(JSON.string),
      "referral_link": referralLink.map(JSON.string), "referred_by": referredBy.map(JSON.id),
      "conflicts": conflicts.isEmpty ? nil : .array(conflicts.map { .string($0.rawValue) }),
      "referral": referral.map { status in
        .object([
          "status": .string(status.rawValue),
          "unknown_code": isReferrerUnknown && status != .unknownCode ? true : nil,
        ])
      },
      "verification": verification.map { ["state": .string($0)] },
    ])
  }
}
