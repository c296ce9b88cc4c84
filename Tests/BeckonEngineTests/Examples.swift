import BeckonEngine
import BeckonModel

extension ID {
  /// An id that is told from others by a number.
  static func numbered(_ number: UInt64) -> ID { ID(Identifier(high: number, low: 0)) }
}

extension Instant {
  /// So many hours after a day in 2027.
  static func hour(_ hours: Double) -> Instant {
    Instant(milliseconds: 1_800_000_000_000 + Int64(hours * Double(Span.hourMilliseconds)))
  }
}

extension Referral {
  /// A referral of one person by another, as far as a test asks.
  static func example(
    _ id: UInt64 = 1, person: UInt64 = 1, referrer: UInt64? = 2, campaign: UInt64 = 1,
    state: ReferralState = .pending, match: MatchType = .unique,
    risk: [ReferralRisk.Reason] = [], referredAt: Instant? = .hour(0), isReturning: Bool = false,
    isRiskCleared: Bool = false, install: UInt64? = nil, isClaimed: Bool = false,
    imported: ImportedRewards? = nil
  ) -> Referral {
    Referral(
      id: .numbered(id), campaign: .numbered(campaign), person: .numbered(person),
      referrer: referrer.map { .numbered($0) }, state: state, method: "referrer", match: match,
      evidence: ["given": "code"], risk: ReferralRisk(Set(risk)), link: nil, joinedAt: .hour(0),
      referredAt: referredAt, isReturning: isReturning, isRiskCleared: isRiskCleared,
      referrerInstall: install.map { .numbered($0) }, isReferrerClaimed: isClaimed,
      imported: imported)
  }
}

extension Campaign {
  /// A campaign that pays by these rules, numbered from 1.
  static func example(_ id: UInt64 = 1, goal: Int = 1, _ rules: RewardRule...) -> Campaign {
    Campaign(
      id: .numbered(id), listUUID: "list\(id)", name: "campaign \(id)", goal: goal,
      kind: .referral, url: "https://shop.example", exclusiveGroup: nil,
      rules: rules.enumerated().map { CampaignRule(id: .numbered(UInt64($0) + 1), rule: $1) })
  }
}

extension Link {
  /// A link of the public host.
  static func example(to url: String, _ options: LinkOptions) -> Link {
    Link(
      id: .numbered(1), app: 1, prefix: "", code: "SUMMER", url: url, campaign: nil, referrer: nil,
      options: options, createdAt: .hour(0))
  }
}
