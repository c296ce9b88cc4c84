import BeckonContract
import BeckonContractReferralHero
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// What a call says of a subscriber.
struct SubscriberRequest: Sendable {
  let fields: SubscriberFields
  /// By what the subscriber is known.
  let identities: [Identity]
  /// What they are called.
  let name: String?
  /// What is kept of them in the campaign alone.
  let details: [JSON.Member]
  /// Who referred them, as the call names it.
  let referrer: NamedReferrer?
  /// The device, if the call describes it.
  let device: DeviceDescription?
  /// Points that the app's server grants the subscriber; `nil` when it says none.
  let points: Int64?
  /// What the caller should know, though the call was taken.
  let warnings: [String]

  /// - Throws: `FieldError`; `Problem`.
  init(_ call: Call, _ campaign: Campaign) throws {
    try self.init(call.subscriberFields(), call, campaign)
  }

  /// Reads what is said of one of several.
  /// - Throws: `FieldError`; `Problem`.
  init(_ fields: SubscriberFields, _ call: Call, _ campaign: Campaign) throws {
    self.fields = fields
    identities = try Self.identities(fields, call)
    name = try fields.text("name", max: Limits.identityBytes)
    referrer = try fields.text("referrer", max: Limits.openedURLBytes).flatMap(NamedReferrer.init)
    device = try DeviceDescription(referralHero: fields)
    details = try Self.details(fields, call, campaign)
    points = try call.proof.key == .secret ? Self.points(fields) : nil
    warnings = try Self.warnings(fields, campaign, call)
  }

  /// Whether it names an install, of which the server may know what led to it.
  var namesInstall: Bool {
    (try? fields.text(ReferralHero.installMember)).flatMap { $0 } != nil
  }

  /// How the member is asked for the address, where the campaign wants to know: `double_optin` may
  /// keep the mail back, and verifies nobody.
  /// - Throws: `FieldError`.
  func optIn(_ call: Call) throws(FieldError) -> OptIns.Wish {
    let isMailed = try fields.bool("double_optin") ?? true
    return OptIns.Wish(language: call.language(nil).rawValue, isMailed: isMailed)
  }

  /// - Throws: `Problem` when the call does not say who it is about.
  func requireIdentity() throws {
    guard identities.isEmpty else { return }
    throw Problem(
      ReferralHeroFailure(
        .noEmailAddress,
        "Send 'email', or 'phone_number', 'crypto_wallet_address' or 'other_identifier_value', as "
          + "what the subscriber is known by."))
  }

  // MARK: Who

  private static let kinds: [(name: String, kind: IdentityKind)] = [
    ("email", .email), ("phone_number", .phone), ("crypto_wallet_address", .wallet),
    ("other_identifier_value", .otherID),
  ]

  private static func identities(
    _ fields: SubscriberFields, _ call: Call
  ) throws -> [Identity] {
    try kinds.compactMap { name, kind in
      guard let text = try fields.text(name, max: Limits.identityBytes) else { return nil }
      do {
        return try NormalForm.of(
          Identity(kind: kind, value: text), region: call.app.settings.region)
      } catch let error as FieldError {
        throw FieldError(name, error.reason)
      }
    }
  }

  // MARK: What is kept

  private static let kept = [
    "extra_field", "extra_field_2", "extra_field_3", "extra_field_4", "option_field",
    "crypto_wallet_provider", "source", "device", "os_type", "screen_size", "lifetime_spend",
    "subscribe_page_url", "landing_page_url", "hosting_url", "stripe_customer_id",
    "advocate_name", "address", "city", "country",
  ]

  /// Most tags of a member.
  private static let tagsMax = 50

  private static func details(
    _ fields: SubscriberFields, _ call: Call, _ campaign: Campaign
  ) throws -> [JSON.Member] {
    let told = try kept.compactMap { name in
      try fields.text(name, max: SubscriberFields.fieldBytesMax).map {
        JSON.Member(name, .string($0))
      }
    }
    let host = try fields.text("domain").map { try checked($0, call, campaign) }
    let tags = try fields.texts("tags", max: tagsMax, each: Limits.wordBytes)
    return told
      + [
        host.map { JSON.Member("host", .string($0)) },
        tags.map { JSON.Member("tags", .array($0.map(JSON.string))) },
      ].compactMap { $0 }
  }

  /// The host of the subscriber's link, which must be the campaign's or one of the app's: whoever
  /// has the app's key would else make links to anywhere that look like the campaign's.
  private static func checked(
    _ text: String, _ call: Call, _ campaign: Campaign
  ) throws -> String {
    let whole = text.has(text: "://") ? text : "https://" + text
    let settings = call.app.settings
    let domains = settings.linkDomains.map { "https://" + $0 }
    let urls: [String] = [campaign.url] + settings.origins + domains
    let known = urls.compactMap { URLText($0)?.hostAndPort?.host }
    guard let host = URLText(whole)?.hostAndPort?.host, Set(texts: known).contains(host) else {
      throw Problem(
        ReferralHeroFailure(
          .noHostingURL,
          "'domain' must be the host of the campaign's url, without https://, or of one of the "
            + "app's origins or link_domains: PATCH /v1/app."))
    }
    return host
  }

  /// 0 grants nothing, as in a form that has the field always.
  private static func points(_ fields: SubscriberFields) throws -> Int64? {
    guard let points = try fields.integer("points"), points != 0 else { return nil }
    guard points.magnitude <= UInt64(Limits.amount.upperBound) else {
      throw FieldError("points", "must be at most \(Limits.amount.upperBound)")
    }
    return points
  }

  // MARK: Warnings

  private static func warnings(
    _ fields: SubscriberFields, _ campaign: Campaign, _ call: Call
  ) throws -> [String] {
    var warnings = fields.unknown.map { NameSuggestion.shown($0) + ": is not known" }
    if let status = try fields.text("status") {
      if status != ReferralHero.pendingStatus {
        warnings.append("status: only '\(ReferralHero.pendingStatus)' is known")
      } else if campaign.goal == 1 {
        warnings.append(
          "status: the campaign's goal is one conversion event, so a referral is confirmed at once")
      }
    }
    if call.proof.key != .secret, try fields.integer("points") != nil {
      warnings.append("points: not granted; only the app's server may, with a secret key")
    }
    return warnings
  }
}
