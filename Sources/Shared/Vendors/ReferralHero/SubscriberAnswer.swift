import BeckonModel

/// A member of a campaign as this vendor's clients read it. Each member is there in each answer and
/// of the type that all clients read: texts are never `null`, `promoted_at` always is to an app,
/// and an amount has decimals (docs/PROTOCOLS/referralhero.md, Subscribers).
public struct SubscriberAnswer: Sendable {
  /// Who referred somebody.
  public struct Referrer: Sendable {
    /// Their id.
    public let id: String
    /// What they are called; empty when the caller may not know.
    public let name: String
    /// Their mail address, masked when the caller may not know it.
    public let email: String
    /// Their phone number; the same.
    public let phone: String
    /// How many they have referred.
    public let peopleReferred: Int64
    /// Their points.
    public let points: Int64

    /// Makes a referrer.
    public init(
      id: String, name: String, email: String, phone: String, peopleReferred: Int64, points: Int64
    ) {
      self.points = points
      self.id = id
      self.name = name
      self.email = email
      self.phone = phone
      self.peopleReferred = peopleReferred
    }
  }

  /// How many referrals a member has, by state.
  public struct Counts: Sendable {
    /// All steps are done.
    public var confirmed: Int64 = 0
    /// One step is missing.
    public var unconfirmed: Int64 = 0
    /// They have only joined.
    public var pending: Int64 = 0
    /// Confirmed referrals of those whom the member has referred.
    public var secondLevel: Int64 = 0
    /// Confirmed referrals of these.
    public var thirdLevel: Int64 = 0

    /// Makes counts of nobody.
    public init() {}
  }

  /// The id, `sub_` and hexadecimal digits.
  public var id = ""
  /// Texts by their names in the protocol; those that are left out are empty.
  public var texts: [TextKey: String] = [:]
  /// The referral code.
  public var code = ""
  /// The place in the campaign, from 1.
  public var position: Int64 = 0
  /// Who referred the member.
  public var referredBy: Referrer?
  /// Whom the member has referred.
  public var counts = Counts()
  /// What the member has earned in the campaign in the unit `points`.
  public var points: Int64 = 0
  /// How many stand before the member in a waiting list; `nil` in other campaigns.
  public var peopleAhead: Int64?
  /// How risky the referral looks: 0 for not at all.
  public var riskLevel: Int64 = 0
  /// How far the referral has come; `nil` for who was not referred.
  public var state: ReferralState?
  /// When the member's address was proven, or they joined where none need be.
  public var verifiedAt: Instant?
  /// When the app's server promoted the member.
  public var promotedAt: Instant?
  /// Words by which the app's server sorts its members.
  public var tags: [String] = []
  /// When the member joined.
  public var createdAt = Instant(milliseconds: 0)
  /// When they were changed.
  public var updatedAt = Instant(milliseconds: 0)
  /// What conversions of theirs were worth, as decimal text; at least one decimal.
  public var conversionAmount = "0.0"

  /// Makes an empty answer.
  public init() {}

  /// Texts that are empty where nothing is known.
  public static let textNames = [
    "name", "email", "phone_number", "crypto_wallet_address", "crypto_wallet_provider",
    "other_identifier_value", "extra_field", "extra_field_2", "extra_field_3", "extra_field_4",
    "option_field", "stripe_customer_id", "address", "city", "country", "os_type",
    "screen_size", "ip_address", "host", "referral_link", "universal_link",
  ]

  /// Texts that are `null` where nothing is known.
  static let optionalNames = ["source", "device"]

  /// The members, without `response`.
  /// - Parameter isForServer: whether an app's server reads them, which takes times as numbers
  ///   everywhere.
  public func members(isForServer: Bool) -> [JSON.Member] {
    let head = [JSON.Member("id", .string(id)), JSON.Member("code", .string(code))]
    let told = Self.textNames.map { JSON.Member($0, .string(texts[TextKey($0)] ?? "")) }
    let optional = Self.optionalNames.map { JSON.Member($0, .orNull(texts[TextKey($0)])) }
    let ahead = peopleAhead.map { JSON.Member("people_ahead", .integer($0)) }
    let promotion: [JSON.Member?] = [
      JSON.Member("promoted", .bool(promotedAt != nil)),
      JSON.Member(
        "promoted_at", isForServer ? promotedAt.map { .integer($0.seconds) } ?? .null : .null),
      JSON.Member("tags", .array(tags.map(JSON.string))), ahead,
    ]
    return head + told + optional + (figures.members ?? []) + promotion.compactMap { $0 }
  }

  private var figures: JSON {
    [
      "conversion_amount": .number(conversionAmount), "position": .integer(position),
      "referred": .bool(referredBy != nil), "referred_by": referredBy?.json ?? [:],
      "people_referred": .integer(counts.confirmed),
      "pending_referrals": .integer(counts.pending),
      "unconfirmed_referrals": .integer(counts.unconfirmed),
      "level_2_confirmed_referrals": .integer(counts.secondLevel),
      "level_3_confirmed_referrals": .integer(counts.thirdLevel),
      "verified": .bool(verifiedAt != nil),
      "verified_at": verifiedAt.map { .integer($0.seconds) } ?? .null, "points": .integer(points),
      "risk_level": .integer(riskLevel), "status": .string(word ?? ""),
      "referral_status": .string(word ?? ""), "created_at": .integer(createdAt.seconds),
      "last_updated_at": .integer(updatedAt.seconds),
    ]
  }

  /// The state in the vendor's words, which has none for what is over.
  private var word: String? {
    switch state {
    case .pending, .awaitingSignUp, .unverified: "pending"
    case .unconfirmed: "unconfirmed"
    case .confirmed: "confirmed"
    case .superseded, .reversed, nil: nil
    }
  }
}

extension SubscriberAnswer.Referrer {
  fileprivate var json: JSON {
    [
      "id": .string(id), "name": .string(name), "email": .string(email),
      "phone_number": .string(phone), "people_referred": .integer(peopleReferred),
      "points": .integer(points),
    ]
  }
}
