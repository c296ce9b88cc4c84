/// What pays whom how much. Rules are data: a campaign holds a list of them.
public struct RewardRule: Hashable, Sendable {
  /// What people call it.
  public let name: String
  /// What makes it fire.
  public let trigger: RewardTrigger
  /// Who is paid.
  public let beneficiary: Beneficiary
  /// How much, in the unit's smallest part; see `Limits.amount`.
  public let amount: Int64
  /// Of what: `pieces_of_eight`, `EUR`.
  public let unit: String
  /// The pool from which the beneficiary also gets a coupon code.
  public let couponPool: String?
  /// Whose referrer is paid: 1 the person's own, 2 the referrer's referrer, 3 one further.
  public let level: Int
  /// How long the reward is held after the paying fact was received; 0 pays at once.
  public let holdMilliseconds: Int64
  /// Bounds on what the rule pays.
  public let cap: RewardCap
  /// The least certain match that still pays.
  public let minimumMatch: MatchType
  /// `server`: a fact that came with a publishable key counts only after review.
  public let trust: Trust
  /// Whether it also pays for people without a referral in the campaign.
  public let organic: Bool
  /// How often it may fire.
  public let scope: RewardScope
  /// The currency that an event must name in `currency` to be paid for; `nil` for any, or none.
  public let currency: Currency?

  /// Makes a rule; the defaults are those of the API.
  public init(
    name: String, trigger: RewardTrigger, beneficiary: Beneficiary, amount: Int64, unit: String,
    couponPool: String? = nil, level: Int = 1, holdMilliseconds: Int64 = 0,
    cap: RewardCap = RewardCap(), minimumMatch: MatchType = .default, trust: Trust = .client,
    organic: Bool = false, scope: RewardScope = .referral, currency: Currency? = nil
  ) {
    self.name = name
    self.trigger = trigger
    self.beneficiary = beneficiary
    self.amount = amount
    self.unit = unit
    self.couponPool = couponPool
    self.level = level
    self.holdMilliseconds = holdMilliseconds
    self.cap = cap
    self.minimumMatch = minimumMatch
    self.trust = trust
    self.organic = organic
    self.scope = scope
    self.currency = currency
  }
}

/// Who is paid, seen from the person whom the fact is about.
public enum Beneficiary: String, CaseIterable, Sendable {
  /// That person's referrer in the campaign.
  case referrer
  /// That person.
  case recipient
  /// Each of the two.
  case both
}

/// How often a rule may fire.
public enum RewardScope: String, CaseIterable, Sendable {
  /// Once for each (rule, referral, step, beneficiary), for ever.
  case referral
  /// Once for each fact, within the rule's caps.
  case event
}

/// Bounds on what a rule pays, as sums of its amounts; a payment that would pass one is not made at
/// all, and the reason is kept.
public struct RewardCap: Hashable, Sendable {
  /// To one beneficiary, ever.
  public let perPerson: Int64?
  /// To one beneficiary, in one calendar month in the app's time zone.
  public let perMonth: Int64?
  /// To one beneficiary, on one day in the app's time zone.
  public let perDay: Int64?
  /// To all beneficiaries together, ever.
  public let total: Int64?

  /// Makes bounds; `nil` is none.
  public init(
    perPerson: Int64? = nil, perMonth: Int64? = nil, perDay: Int64? = nil, total: Int64? = nil
  ) {
    self.perPerson = perPerson
    self.perMonth = perMonth
    self.perDay = perDay
    self.total = total
  }
}

/// What makes a rule fire.
public enum RewardTrigger: Hashable, Sendable {
  /// An event of this name whose properties pass the filter.
  case event(name: String, filter: PropertyFilter)
  /// An attribute that had no value gets one.
  case attributeFirstSet(name: String)
  /// A number passes a bound: old < bound ≤ new, where absent counts as below.
  case attributeCrosses(name: String, bound: Double)
  /// The person's referral reaches a state.
  case referral(state: ReferralState)
  /// The person's number of referrals in a state reaches a count, or each multiple of it.
  case referrals(count: Int64, state: ReferralState, every: Bool)
  /// The app's server has promoted the person in the campaign, and lets them have what that gives.
  case promoted
}

extension RewardTrigger {
  /// The name of the event for which the trigger waits.
  public var event: String? {
    if case .event(let name, _) = self { name } else { nil }
  }

  /// The state of a referral that the trigger waits for.
  public var state: ReferralState? {
    switch self {
    case .referral(let state), .referrals(_, let state, _): state
    case .event, .attributeFirstSet, .attributeCrosses, .promoted: nil
    }
  }
}
