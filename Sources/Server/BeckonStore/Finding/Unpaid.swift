import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Why a person was not paid for what they, and those whom they brought, did last. It is worked out
/// when somebody asks, from the stored facts and the rules as they are today; only what became of a
/// rule that fired is stored.
public struct Unpaid {
  /// Most facts of a person that are looked at.
  public static let factsMax = 50
  /// How many of those whom a person brought are looked at, and how many facts of each.
  private static let (broughtMax, factsOfBrought) = (20, 10)

  private let scope: Scope
  private var ledger: Ledger { Ledger(scope) }

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// One reason.
  public struct Entry: Sendable {
    /// The fact that did not pay.
    public let fact: AskedFact
    /// Whom it is about.
    public let person: PersonID
    /// The campaign of the rule.
    public var campaign: CampaignID?
    /// The rule.
    public var rule: CampaignRule?
    /// Who would be paid, seen from that person.
    public var role: Beneficiary?
    /// Who that is, if it is known.
    public var owedTo: PersonID?
    /// Why not.
    public let reason: UnpaidReason
    /// The reward, if one is recorded.
    public var transfer: Transfer?
  }

  /// Why a person was not paid for their own last facts, nor anybody else, and for those of whom
  /// they brought: what is owed to them, and of events for which no rule waits the last of each
  /// name.
  /// - Throws: `DatabaseError`.
  public func entries(of person: Person, facts limit: Int) throws -> [Entry] {
    let own = try entries(about: person, facts: limit)
    let brought = try brought(by: person.id).flatMap { other in
      var names: Set<TextKey> = []
      return try entries(about: other, facts: Self.factsOfBrought).filter { entry in
        entry.owedTo == person.id
          || entry.reason == .unmet(.noRule) && names.insert(TextKey(entry.fact.name)).inserted
      }
    }
    return own + brought
  }

  /// Those whom a person brought last.
  private func brought(by person: PersonID) throws -> [Person] {
    let ids = try scope.connection.rows(
      """
      SELECT person FROM referrals {by referrals_of_referrer}
      WHERE app = \(scope.tenant) AND referrer = \(.id(person))
      ORDER BY id DESC LIMIT \(.integer(Self.broughtMax))
      """
    ) { $0.id(0, PersonID.self) }
    return try Set(ids).sorted().reversed().compactMap(People(scope).present)
  }

  private func entries(about person: Person, facts limit: Int) throws -> [Entry] {
    var filter = FoundEvents.Filter()
    filter.person = person
    let facts = try FoundEvents(scope).page(filter, behind: nil, limit: limit).rows
      .compactMap { try fact($0.json) }
    guard !facts.isEmpty else { return [] }
    let parts = try parts(of: person)
    return try facts.flatMap { fact -> [Entry] in
      if fact.kind == .event, !scope.app.rewardedEvents.contains(TextKey(fact.name)) {
        return [Entry(fact: fact, person: person.id, reason: .unmet(.noRule))]
      }
      return try zip(scope.app.campaigns, parts).flatMap { campaign, part in
        let agreed = part.referral.map(campaign.agreed) ?? campaign
        return try agreed.rules.flatMap { try entries(fact, person.id, campaign, $0, part) }
      }
    }
  }

  /// What a stored fact can make happen; `nil` for one that pays nothing by itself.
  func fact(_ json: JSON) throws -> AskedFact? {
    guard let id = json["fact"]?.string.flatMap({ FactID($0) }), let name = json["name"]?.string,
      let at = json["at"]?.string.flatMap({ Instant($0) }),
      let received = json["received_at"]?.string.flatMap({ Instant($0) }),
      let trust = json["trust"]?.string.flatMap({ Trust(word: $0) })
    else { return nil }
    let properties = json["properties"] ?? .object([])
    let kind: AskedFact.Kind
    switch Facts.Own(word: name) {
    case .signUp: kind = .step(1, of: nil)
    case .attributes: kind = .attributes
    case .conversion:
      guard let step = properties["step"]?.integer else { return nil }
      kind = .step(Int(step), of: properties["campaign"]?.string.flatMap { CampaignID($0) })
    case .signUpConfirmed, .referred, .contactConsent: return nil
    case .emailVerified: kind = .event
    case .promoted:
      kind = .promotion(of: properties["campaign"]?.string.flatMap { CampaignID($0) })
    case nil:
      guard name != EventBatch.refund else { return nil }
      kind = .event
    }
    return AskedFact(
      id: id, name: name, kind: kind, properties: properties, trust: trust, at: at,
      received: received, isReversed: try Reversals(scope).isReversed(id))
  }

  /// A person's part in each of the app's campaigns, in their order.
  private func parts(of person: Person) throws -> [CampaignPart] {
    let referrals = try Referrals(scope).all(of: person.id)
    return try scope.app.campaigns.map { campaign in
      guard let referral = referrals.first(where: { $0.campaign == campaign.id }) else {
        return CampaignPart(
          referral: nil, chain: ReferrerChain(), steps: [], signedUpAt: person.signedUpAt)
      }
      let loop = ReferralLoop(scope: scope, campaign: campaign)
      let objections = try ReferralReview(scope).objections(to: referral)
      return CampaignPart(
        referral: referral, chain: try loop.referrers(of: referral),
        steps: try loop.steps(of: referral.id), signedUpAt: person.signedUpAt,
        notCountedBy: Set(objections.map(\.rule)))
    }
  }

  private func entries(
    _ fact: AskedFact, _ person: PersonID, _ campaign: Campaign, _ rule: CampaignRule,
    _ part: CampaignPart
  ) throws -> [Entry] {
    func entry(
      _ reason: UnpaidReason, _ role: Beneficiary?, _ owedTo: PersonID?, _ transfer: Transfer? = nil
    ) -> Entry {
      Entry(
        fact: fact, person: person, campaign: campaign.id, rule: rule, role: role, owedTo: owedTo,
        reason: reason, transfer: transfer)
    }
    let referrer = part.chain.people.dropFirst(rule.rule.level - 1).first
    switch RuleAnswer(of: rule, in: campaign, to: fact, about: part) {
    case .silent: return []
    case .unmet(let unmet):
      if rule.rule.trigger.waitsForCount, try isPaid(fact, by: rule.id) { return [] }
      let role = rule.rule.trigger.waitsForCount ? .referrer : rule.rule.beneficiary
      let owedTo = role == .recipient ? person : referrer
      return [entry(.unmet(unmet), role, owedTo)]
    case .fires(let payouts, let lacksReferrer):
      let unpaid = try payouts.compactMap { payout -> Entry? in
        let id = Payouts.transferID(of: payout.key)
        let recorded = try ledger.successor(of: id)
        let isTakenBack = try recorded.map { try ledger.find(Ledger.clawback(of: $0.id)) != nil }
        let reason = try UnpaidReason(
          payout, for: fact, recorded: recorded, isTakenBack: isTakenBack ?? false,
          refusal: refusal(id))
        return reason.map { entry($0, payout.key.role, payout.beneficiary, recorded) }
      }
      return unpaid + (lacksReferrer ? [entry(.unmet(.noReferrer), .referrer, nil)] : [])
    }
  }

  private func refusal(_ id: TransferID) throws -> Payout.Refusal? {
    try scope.connection.first(
      "SELECT reason FROM refusals WHERE app = $1 AND id = $2", [scope.tenant, .id(id)]
    ) { try $0.choice(0) }
  }

  private func isPaid(_ fact: AskedFact, by rule: RuleID) throws -> Bool {
    try ledger.rewards(causedBy: fact.id).contains { $0.rule == rule }
  }
}
