import BeckonDatabase
import BeckonEngine
import BeckonModel

extension MovingFact {
  init(_ conversion: Conversion, isReversed: Bool) {
    self.init(id: conversion.fact, trust: conversion.trust, isReversed: isReversed)
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
  /// reversed moves nothing. The first step of who has not signed up is the sign-up, and nothing
  /// else.
  func record(
    _ step: Int, of referral: Referral, after steps: Set<Int>, by fact: MovingFact
  ) throws -> (advance: ReferralProgress.Advance, paid: [Transfer]) {
    if referral.state == .awaitingSignUp, step == 1 { return (.early(missing: 1), []) }
    var progress = ReferralProgress(goal: campaign.goal, recorded: steps)
    let first = progress.applied + 1
    // Before the first step the row says `pending` too, but its referrer's counts do not know of
    // it.
    let counted = progress.applied > 0 ? referral.state : nil
    let advance = progress.record(step)
    guard advance != .already else {
      return (advance, try confirm(step, of: referral, among: steps, by: fact))
    }
    try scope.connection.insert(
      [Self.row(of: step, of: referral.id, by: fact.id, fact.trust, scope)], by: Self.steps)
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
  /// means.
  private func early(
    _ step: Int, of referral: Referral, closedBy closing: MovingFact
  ) throws -> MovingFact {
    guard let early = try fact(of: step, of: referral) else { return closing }
    return MovingFact(
      id: early.id, trust: early.isVouched ? .server : .client, isPayable: closing.isPayable,
      isReversed: closing.isReversed)
  }

  /// The fact of a step. Of one that was recorded before its trust was, the stored fact tells it;
  /// one that is no longer stored is anyone's word.
  func fact(of step: Int, of referral: Referral) throws -> StepFact? {
    try scope.connection.first(
      """
      SELECT c.fact, COALESCE(c.trust, f.trust)
      FROM conversions AS c LEFT JOIN facts AS f {by facts_by_subject}
        ON f.app = c.app AND f.subject = $4 AND f.id = c.fact
      WHERE c.app = $1 AND c.referral = $2 AND c.step = $3
      """, [scope.tenant, .id(referral.id), .integer(Int64(step)), .id(referral.person)]
    ) { StepFact(id: $0.id(0), isVouched: StepFact.isVouched($0.optionalText(1))) }
  }

  /// A server's word on a step that only a client had told counts as if it had come first: the step
  /// rests on the server's fact from now on, rewards that were held for want of it are decided
  /// anew, and the referral may be counted.
  private func confirm(
    _ step: Int, of referral: Referral, among steps: Set<Int>, by fact: MovingFact
  ) throws -> [Transfer] {
    guard fact.trust == .server, !fact.isReversed,
      try self.fact(of: step, of: referral)?.isVouched == false
    else { return [] }
    let counted = try recount(referral) {
      try scope.connection.send(
        """
        UPDATE conversions SET fact = $4, trust = 'server'
        WHERE app = $1 AND referral = $2 AND step = $3
        """, [scope.tenant, .id(referral.id), .integer(Int64(step)), .id(fact.id)])
    }
    let progress = ReferralProgress(goal: campaign.goal, recorded: steps)
    guard step <= progress.applied else { return counted }
    let reached = ReferralProgress(goal: campaign.goal, recorded: Set(1...step)).state
    return try fire(.state(reached), for: referral, by: fact) + counted
  }

  /// How steps are recorded.
  static let steps = Insertion(
    "conversions",
    [
      .integer("app"), .identifier("referral"), .integer("step"), .identifier("fact"),
      .integer("at"), .text("trust"),
    ])

  /// A step as a row of `steps`.
  static func row(
    of step: Int, of referral: ReferralID, by fact: FactID, _ trust: Trust, _ scope: Scope
  ) -> [DatabaseValue] {
    [
      scope.tenant, .id(referral), .integer(Int64(step)), .id(fact), scope.time,
      .text(trust.rawValue),
    ]
  }

  /// Takes a step away, as if it had not come. The referral goes back to the state of the steps
  /// before it.
  func retract(_ step: Int, of referral: Referral) throws {
    let steps = try steps(of: referral.id)
    try scope.connection.send(
      "DELETE FROM conversions WHERE app = $1 AND referral = $2 AND step = $3",
      [scope.tenant, .id(referral.id), .integer(Int64(step))])
    let before = ReferralProgress(goal: campaign.goal, recorded: steps)
    let after = ReferralProgress(goal: campaign.goal, recorded: steps.subtracting([step]))
    guard referral.state.isCounted, after.applied < before.applied else { return }
    try referrals.setState(after.state, of: referral.id)
    guard let referrer = referral.referrer else { return }
    try counts.count(
      ReferralMove(
        person: referrer, campaign: campaign.id, old: referral.state,
        new: after.applied > 0 ? after.state : nil))
  }

  /// The steps recorded so far, early ones too.
  func steps(of referral: ReferralID) throws -> Set<Int> {
    Set(
      try scope.connection.rows(
        "SELECT step FROM conversions WHERE app = $1 AND referral = $2",
        [scope.tenant, .id(referral)]
      ) { Int($0.integer(0)) })
  }

  /// The states that a referral has reached, each by the fact of its step; the first by this one,
  /// if it is given.
  func reached(
    by referral: Referral, first: MovingFact?
  ) throws -> [(state: ReferralState, by: MovingFact)] {
    let progress = ReferralProgress(goal: campaign.goal, recorded: try steps(of: referral.id))
    guard progress.applied > 0 else { return first.map { [(referral.state, $0)] } ?? [] }
    return try (1...progress.applied).compactMap { step in
      let state = ReferralProgress(goal: campaign.goal, recorded: Set(1...step)).state
      if step == 1, let first { return (state, first) }
      return try fact(of: step, of: referral).map { (state, $0.moving) }
    }
  }

  /// Pays what is still to be paid for the states that a referral has reached.
  @discardableResult
  func settle(_ referral: Referral, first: MovingFact? = nil) throws -> [Transfer] {
    guard referral.state.isCounted else { return [] }
    return try reached(by: referral, first: first).flatMap { state, fact in
      try fire(.state(state), for: referral, by: fact)
    }
  }

  /// Whether a person has gone on to the second step since the sign-up was received, or was before,
  /// as the app's server told.
  func hasGoneOn(_ referral: Referral, since received: Instant?) throws -> Bool {
    try scope.connection.first(
      """
      SELECT 1 FROM conversions
      WHERE app = $1 AND referral = $2 AND step >= 2
        AND (at >= $3 OR trust IS NULL OR trust <> 'client') LIMIT 1
      """,
      [
        scope.tenant, .id(referral.id),
        .instant(received ?? Instant(milliseconds: 0)),
      ]
    ) { _ in true } ?? false
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
        try counts.count(
          ReferralMove(person: referrer, campaign: campaign.id, old: old, new: state))
        if isCounted(state) {
          let tally = try referrals.tally(of: referrer, in: campaign, state, without: referral.id)
          let change = CountChange(state: state, before: [tally.others], after: tally.all)
          paid += try fire(.count(change), for: referral, by: fact)
        }
      }
      old = state
    }
    return paid
  }

  /// Whether a rule waits for a number of referrals in a state.
  private func isCounted(_ state: ReferralState) -> Bool {
    campaign.rules.contains { $0.rule.trigger.waitsForCount && $0.rule.trigger.state == state }
  }

  /// Makes a change after which a referral may be good enough for rules on counts, and pays what
  /// its referrer's count then pays.
  func recount(_ referral: Referral, after change: () throws -> Void) throws -> [Transfer] {
    let state = referral.state
    guard let referrer = referral.referrer, isCounted(state),
      let step = ReferralProgress.step(reaching: state, goal: campaign.goal),
      let fact = try fact(of: step, of: referral)
    else {
      try change()
      return []
    }
    let before = try referrals.tally(of: referrer, in: campaign, state).all
    try change()
    let after = try referrals.tally(of: referrer, in: campaign, state).all
    return try fire(
      .count(CountChange(state: state, before: [before], after: after)), for: referral,
      by: MovingFact(id: fact.id, trust: .server))
  }

  /// Pays what the campaign's rules pay for an occurrence about a referral's person.
  func fire(
    _ occurrence: Occurrence, for referral: Referral, by fact: MovingFact
  ) throws -> [Transfer] {
    let waits = campaign.rules.contains { !$0.rule.firings(on: occurrence).isEmpty }
    guard waits, referral.state.isCounted else { return [] }
    return try Payments(scope, campaign, present: present).pay(
      occurrence, in: context(of: referral, fact), isReversed: fact.isReversed)
  }

  /// The ids of the rewards that the campaign's rules pay for an occurrence, paid before or not.
  func rewards(
    for occurrence: Occurrence, of referral: Referral, by fact: MovingFact
  ) throws -> Set<TransferID> {
    guard referral.state.isCounted else { return [] }
    return Payments(scope, campaign, present: present).rewards(
      for: occurrence, in: try context(of: referral, fact))
  }

  private func context(of referral: Referral, _ fact: MovingFact) throws -> RewardContext {
    RewardContext(referral, try referrers(of: referral), fact, now: scope.now)
  }

  /// The referrer, the referrer's referrer, and so on, as far as a rule pays. Nobody is their own.
  func referrers(of referral: Referral) throws -> ReferrerChain {
    let levels = campaign.rules.map(\.rule.level).max() ?? 1
    var chain = ReferrerChain()
    var next: Referral? = referral
    while let below = next, let person = below.referrer, chain.people.count < levels,
      person != referral.person, !chain.people.contains(person)
    {
      chain.add(person, isClaimed: below.isReferrerClaimed)
      guard chain.people.count < levels else { break }
      next = try referrals.find(person, in: campaign.id)
    }
    return chain
  }

  /// Takes a referral out of the counts for good.
  func end(_ referral: Referral, as state: ReferralState) throws {
    guard referral.state.isCounted || referral.state == .awaitingSignUp else { return }
    try referrals.setState(state, of: referral.id)
    if let referrer = referral.referrer, referral.state.isCounted {
      try counts.count(
        ReferralMove(
          person: referrer, campaign: campaign.id, old: referral.state, new: nil))
    }
  }
}
