import BeckonModel

/// What the campaign pays. Each rule has a unit of its own, so that a wrong balance names its rule.
struct FraudTerms {
  /// Coupons: one for each that honest people earn, and none to spare.
  let coupons: Int
  /// What the rule `level` may pay in all: what honest people earn, and no more.
  let levelTotal: Int64
  /// `server`, or `client` to see what thieves then get.
  let trust: String

  static let pool = "vouchers"
  /// By what an app writes into a person's record who invited them.
  static let referrerAttribute = "referred_by"
  static let levelAmount: Int64 = 30
  static let level = 10
  static let firstPurchase: Int64 = 100
  static let eachPurchase: Int64 = 7
  static let eachPurchaseHoldDays: Int64 = 2
  /// Most that `each_purchase` pays one person.
  static let eachPurchaseMax: Int64 = 35

  /// The body that makes the campaign.
  var campaign: JSON {
    [
      "name": "Friends", "goal": 2, "url": "https://shop.example/join",
      "rules": .array(referralRules + factRules),
    ]
  }

  private func rule(
    _ name: String, _ when: JSON, to: String, _ amount: Int64, _ more: JSON = [:]
  ) -> JSON {
    let usual: JSON = [
      "name": .string(name), "when": when, "to": .string(to), "amount": .integer(amount),
      "unit": .string(name), "trust": .string(trust),
    ]
    return .object((usual.members ?? []) + (more.members ?? []))
  }

  private var referralRules: [JSON] {
    [
      rule("arrival", ["referral": "pending"], to: "recipient", 5),
      rule("welcome", ["referral": "confirmed"], to: "both", 50),
      rule(
        "grandparent", ["referral": "confirmed"], to: "referrer", 10,
        ["level": 2, "hold_days": 1]),
      rule("trio", ["referrals": 3], to: "referrer", 1_000),
    ]
  }

  private var factRules: [JSON] {
    [
      rule(
        "first_purchase", ["event": "purchase"], to: "referrer", Self.firstPurchase,
        ["coupon_pool": .string(Self.pool)]),
      rule(
        "each_purchase", ["event": "purchase", "filter": ["total": ["gte": 20]]], to: "both",
        Self.eachPurchase,
        [
          "per": "event", "hold_days": .integer(Self.eachPurchaseHoldDays),
          "cap": ["per_person": .integer(Self.eachPurchaseMax)],
        ]),
      rule(
        "payment", ["event": "payment"], to: "recipient", 9,
        ["per": "event", "cap": ["per_day": 45]]),
      rule(
        "level", ["attribute": "level", "crosses": .integer(Self.level)], to: "both",
        Self.levelAmount, ["cap": ["total": .integer(max(levelTotal, 1))]]),
      rule("profile", ["attribute": "profile", "first_set": true], to: "recipient", 3),
    ]
  }
}
