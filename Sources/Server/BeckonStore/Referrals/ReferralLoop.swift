import BeckonEngine
import BeckonModel

/// How a person came to a campaign.
public struct ReferralSource: Hashable, Sendable {
  /// Who brought them; `nil` for a campaign's own link.
  public let referrer: PersonID?
  /// The link's campaign.
  public let campaign: CampaignID?
  /// By what it was found: `referrer`, `click_id`, `install`.
  public let method: String
  /// How sure it is.
  public let match: MatchType
  /// What it rests on.
  public let evidence: JSON
}

/// The fact that moves a referral on, as far as rewards ask.
struct MovingFact {
  let id: FactID
  let trust: Trust
  let isPayable: Bool
  /// Whether it was taken back, perhaps before it came.
  let isReversed: Bool
}

extension MovingFact {
  init(_ conversion: Conversion, isReversed: Bool) {
    self.init(
      id: conversion.fact, trust: conversion.trust, isPayable: true, isReversed: isReversed)
  }
}

extension RewardContext {
  /// What the rules know of a fact about a referral's person, received now.
  init(_ referral: Referral, referrers: [PersonID], _ fact: MovingFact, now: Instant) {
    self.init(
      referral: referral.id, recipient: referral.person, referrers: referrers,
      match: referral.match, risk: referral.risk, isReturning: referral.isReturning,
      fact: fact.id, trust: fact.trust, isPayable: fact.isPayable, received: now)
  }
}

/// Moves referrals through a campaign's steps and pays what the rules say, all in one transaction.
struct ReferralLoop {
  let scope: Scope
  let campaign: Campaign
  /// People of whom it is known that they are neither merged nor erased, so that nobody asks again.
  var present: [PersonID] = []

  private var referrals: Referrals { Referrals(scope) }
  private var counts: ReferralCounts { ReferralCounts(scope) }

  /// Records a step after others. An early one is kept; a step of a referral that is superseded or
  /// reversed moves nothing.
  func record(
    _ step: Int, of referral: Referral, after steps: Set<Int>, by fact: MovingFact
  ) throws -> (advance: ReferralProgress.Advance, paid: [Transfer]) {
    var progress = ReferralProgress(goal: campaign.goal, recorded: steps)
    let first = progress.applied + 1
    // Before the first step the row says `pending` too, but its referrer's counts do not know of
    // it.
    let counted = progress.applied > 0 ? referral.state : nil
    let advance = progress.record(step)
    guard advance != .already else { return (advance, []) }
    try scope.connection.insert(
      [Self.row(of: step, of: referral.id, by: fact.id, scope)], by: Self.steps)
    guard case .advanced(let states) = advance, referral.state.isCounted else {
      return (advance, [])
    }
    let reached = try zip(first..., states).map { reached, state in
      let own = reached == step ? fact : try early(reached, of: referral, closedBy: fact)
      return (state: state, by: own)
    }
    return (advance, try reach(reached, from: counted, referral))
  }

  /// The fact of a step that came early, which is what its state rests on and what a refund of it
  /// means. One that is no longer stored is anyone's word.
  private func early(
    _ step: Int, of referral: Referral, closedBy closing: MovingFact
  ) throws -> MovingFact {
    let early = try scope.connection.first(
      """
      SELECT c.fact, f.trust
      FROM conversions AS c LEFT JOIN facts AS f {by facts_by_subject}
        ON f.app = c.app AND f.subject = $4 AND f.id = c.fact
      WHERE c.app = $1 AND c.referral = $2 AND c.step = $3
      """, [scope.tenant, .id(referral.id), .integer(Int64(step)), .id(referral.person)]
    ) {
      (id: $0.id(0, FactID.self), trust: $0.optionalText(1).flatMap(Trust.init(word:)) ?? .client)
    }
    guard let early else { return closing }
    return MovingFact(
      id: early.id, trust: early.trust, isPayable: closing.isPayable,
      isReversed: closing.isReversed)
  }

  /// How steps are recorded.
  static let steps = Insertion(
    "conversions",
    [
      .integer("app"), .identifier("referral"), .integer("step"), .identifier("fact"),
      .integer("at"),
    ])

  /// A step as a row of `steps`.
  static func row(
    of step: Int, of referral: ReferralID, by fact: FactID, _ scope: Scope
  ) -> [DatabaseValue] {
    [scope.tenant, .id(referral), .integer(Int64(step)), .id(fact), scope.time]
  }

  /// The steps recorded so far, early ones too.
  func steps(of referral: ReferralID) throws -> Set<Int> {
    Set(
      try scope.connection.rows(
        "SELECT step FROM conversions WHERE app = $1 AND referral = $2",
        [scope.tenant, .id(referral)]
      ) { Int($0.integer(0)) })
  }

  /// Goes through newly reached states, each reached by a fact of its own, paying at each.
  func reach(
    _ reached: [(state: ReferralState, by: MovingFact)], from before: ReferralState?,
    _ referral: Referral
  ) throws -> [Transfer] {
    var paid: [Transfer] = []
    var old = before
    for (state, fact) in reached {
      try referrals.setState(state, of: referral.id)
      paid += try fire(.state(state), for: referral, by: fact)
      if let referrer = referral.referrer {
        let move = ReferralCounts.Move(
          person: referrer, campaign: campaign.id, old: old, new: state)
        if campaign.rules.contains(where: \.rule.trigger.waitsForCount) {
          let count = try counts.countAndAsk(move)
          paid += try fire(.count(state, count: count), for: referral, by: fact)
        } else {
          try counts.count(move)
        }
      }
      old = state
    }
    return paid
  }

  /// Pays what the campaign's rules pay for an occurrence about a referral's person.
  func fire(
    _ occurrence: Occurrence, for referral: Referral, by fact: MovingFact
  ) throws -> [Transfer] {
    let waits = campaign.rules.contains { $0.rule.trigger.firing(on: occurrence) != nil }
    guard waits, referral.state.isCounted else { return [] }
    let context = RewardContext(
      referral, referrers: try referrers(of: referral), fact, now: scope.now)
    let payments = Payments(scope, campaign, present: present)
    return try payments.pay(occurrence, in: context, isReversed: fact.isReversed)
  }

  /// The referrer, the referrer's referrer, and so on, as far as a rule pays.
  func referrers(of referral: Referral) throws -> [PersonID] {
    let levels = campaign.rules.map(\.rule.level).max() ?? 1
    var chain: [PersonID] = []
    var next = referral.referrer
    while let person = next, chain.count < levels, !chain.contains(person) {
      chain.append(person)
      guard chain.count < levels else { break }
      next = try referrals.find(person, in: campaign.id)?.referrer
    }
    return chain
  }

  /// Takes a referral out of the counts for good.
  func end(_ referral: Referral, as state: ReferralState) throws {
    guard referral.state.isCounted else { return }
    try referrals.setState(state, of: referral.id)
    if let referrer = referral.referrer {
      try counts.count(
        ReferralCounts.Move(
          person: referrer, campaign: campaign.id, old: referral.state, new: nil))
    }
  }
}

extension ReferralState {
  /// Whether a referral of this state is in its referrer's counts.
  var isCounted: Bool { self != .superseded && self != .reversed }
}
