import BeckonModel

/// A movement in the ledger.
public struct Transfer: Hashable, Sendable {
  /// What a transfer is for.
  public enum Kind: String, CaseIterable, Sendable {
    /// A rule pays.
    case reward
    /// A reward is taken back.
    case clawback
    /// A balance is spent.
    case redemption
    /// Two people turned out to be one.
    case merge
    /// An erased person's balance.
    case forfeit
  }

  /// Its id. A reward's begins as that of its cause does, a referral or a person; what follows is a
  /// hash of rule, cause, firing and role.
  public let id: TransferID
  /// What it is for.
  public let kind: Kind
  /// Whom it takes from.
  public let from: Account
  /// Whom it gives to.
  public let to: Account
  /// How much, in the unit's smallest part.
  public let amount: Int64
  /// Of what.
  public let unit: String
  /// Where it stands.
  public let state: TransferState
  /// When a held one is due.
  public let dueAt: Instant?
  /// The campaign whose rule paid.
  public let campaign: CampaignID?
  /// The rule.
  public let rule: RuleID?
  /// The referral.
  public let referral: ReferralID?
  /// The fact that caused it.
  public let fact: FactID?
  /// The transfer that it takes back.
  public let reverses: TransferID?
  /// Why it is in review, or why it was made or voided by hand.
  public let reasons: [String]
  /// The coupon code that came with it.
  public let coupon: String?
  /// When it was made.
  public let createdAt: Instant
  /// When it was posted or voided.
  public let settledAt: Instant?
  /// Whether somebody has handed over what it stands for, as the app's server tells.
  public let fulfilment: Fulfilment?

  /// The same in review for somebody, for these reasons.
  public func held(for account: Account, reasons: [String]) -> Transfer {
    Transfer(
      id: id, kind: kind, from: from, to: account, amount: amount, unit: unit, state: .inReview,
      campaign: campaign, rule: rule, referral: referral, fact: fact, reasons: reasons,
      createdAt: createdAt)
  }

  /// Makes a transfer.
  public init(
    id: TransferID, kind: Kind, from: Account, to: Account, amount: Int64, unit: String,
    state: TransferState = .posted, dueAt: Instant? = nil, campaign: CampaignID? = nil,
    rule: RuleID? = nil, referral: ReferralID? = nil, fact: FactID? = nil,
    reverses: TransferID? = nil, reasons: [String] = [], coupon: String? = nil,
    createdAt: Instant, settledAt: Instant? = nil, fulfilment: Fulfilment? = nil
  ) {
    self.id = id
    self.kind = kind
    self.from = from
    self.to = to
    self.amount = amount
    self.unit = unit
    self.state = state
    self.dueAt = dueAt
    self.campaign = campaign
    self.rule = rule
    self.referral = referral
    self.fact = fact
    self.reverses = reverses
    self.reasons = reasons
    self.coupon = coupon
    self.createdAt = createdAt
    self.settledAt = settledAt
    self.fulfilment = fulfilment
  }

  /// As the API writes it.
  public var json: JSON {
    var members: [JSON.Member] = []
    members.reserveCapacity(16)
    func add(_ name: String, _ value: JSON?) {
      if let value { members.append(JSON.Member(name, value)) }
    }
    add("id", .id(id))
    add("kind", .string(kind.rawValue))
    add("from", .string(from.text))
    add("to", .string(to.text))
    add("amount", .integer(amount))
    add("unit", .string(unit))
    add("state", .string(state.rawValue))
    add("due_at", dueAt.map(JSON.instant))
    add("campaign", campaign.map(JSON.id))
    add("rule", rule.map(JSON.id))
    add("referral", referral.map(JSON.id))
    add("fact", fact.map(JSON.id))
    add("reverses", reverses.map(JSON.id))
    add("reasons", reasons.isEmpty ? nil : .array(reasons.map(JSON.string)))
    add("coupon", state == .posted ? coupon.map(JSON.string) : nil)
    add("created_at", .instant(createdAt))
    add("settled_at", settledAt.map(JSON.instant))
    add("fulfilment", fulfilment.map { .string($0.word.rawValue) })
    add("fulfilled_at", fulfilment.map { .instant($0.at) })
    return .object(members)
  }
}
