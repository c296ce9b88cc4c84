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

  /// Records a step after others, and pays what it pays.
  func record(
    _ step: Int, of referral: Referral, after steps: Set<Int>, by fact: MovingFact
  ) throws -> (decision: StepDecision, paid: [Transfer]) {
    let decision = StepDecision(step, from: referral.state, goal: campaign.goal, after: steps)
    if decision.advance == .already {
      return (decision, try confirm(step, of: referral, among: steps, by: fact))
    }
    if decision.isRecorded {
      try scope.connection.insert(
        [Self.row(of: step, of: referral.id, by: fact.id, fact.trust, scope)], by: Self.steps)
      try publishChange(of: [fact.id], isByClient: fact.trust == .client)
    }
    let moves = referral.referrer.map { decision.moves(of: $0, in: campaign.id) } ?? []
    var paid: [Transfer] = []
    for (place, reached) in decision.reached.enumerated() {
      let own =
        reached.step == step ? fact : try early(reached.step, of: referral, closedBy: fact)
      paid += try reach(
        reached.state, by: own, referral, moves.isEmpty ? nil : moves[place])
    }
    return (decision, paid)
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
    guard fact.isServersWord, let old = try self.fact(of: step, of: referral),
      old.givesWay(to: fact)
    else { return [] }
    try publishChange(of: [old.id, fact.id])
    let counted = try recount(referral) {
      try scope.connection.send(
        """
        UPDATE conversions SET fact = $4, trust = 'server'
        WHERE app = $1 AND referral = $2 AND step = $3
        """, [scope.tenant, .id(referral.id), .integer(Int64(step)), .id(fact.id)])
    }
    let progress = ReferralProgress(goal: campaign.goal, recorded: steps)
    guard step <= progress.applied else { return counted }
    let reached = ReferralProgress.state(after: step, goal: campaign.goal)
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
    try forget(step, of: referral)
    guard
      case .back(let state, let counted) = StepRemoval.retracting(
        step, from: referral.state, goal: campaign.goal, after: steps)
    else { return }
    try referrals.setState(state, of: referral.id)
    guard let referrer = referral.countedReferrer else { return }
    try counts.count(
      ReferralMove(
        person: referrer, campaign: campaign.id, old: referral.state, new: counted))
  }

  /// Takes back a step whose fact was refunded. One that moved the referral ends it; one that came
  /// too early is taken away, as if it had not come.
  func refund(_ step: Int, of referral: Referral) throws {
    switch StepRemoval.refunding(
      step, goal: campaign.goal, after: try steps(of: referral.id))
    {
    case .reversed: try end(referral, as: .reversed)
    case .none, .back: try forget(step, of: referral)
    }
  }

  private func forget(_ step: Int, of referral: Referral) throws {
    let facts = try scope.connection.rows(
      "DELETE FROM conversions WHERE app = $1 AND referral = $2 AND step = $3 RETURNING fact",
      [scope.tenant, .id(referral.id), .integer(Int64(step))]
    ) { $0.id(0, FactID.self) }
    try publishChange(of: facts)
  }

  /// Publishes that steps are reached, rest on other facts than before, or count no more.
  private func publishChange(of facts: [FactID], isByClient: Bool = false) throws {
    try Feed(scope).publishChange(
      .topic(.conversion), facts.map(\.identifier), isByClient: isByClient)
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
      let state = ReferralProgress.state(after: step, goal: campaign.goal)
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

  /// The steps recorded so far, with when and by whom they were told.
  func recordedSteps(of referral: ReferralID) throws -> [RecordedStep] {
    try scope.connection.rows(
      "SELECT step, at, trust FROM conversions WHERE app = $1 AND referral = $2",
      [scope.tenant, .id(referral)]
    ) { row in
      RecordedStep(
        step: Int(row.integer(0)), at: row.instant(1),
        isByClient: row.optionalText(2) == Trust.client.rawValue)
    }
  }

  /// Goes through states that a referral has reached already, for a referrer who was not there
  /// then, paying at each.
  func reachAgain(
    _ reached: [(state: ReferralState, by: MovingFact)], _ referral: Referral
  ) throws {
    var old: ReferralState?
    for (state, fact) in reached {
      let move = referral.referrer.map {
        ReferralMove(person: $0, campaign: campaign.id, old: old, new: state)
      }
      _ = try reach(state, by: fact, referral, move)
      old = state
    }
  }

  /// Comes to a state by a fact, and pays.
  private func reach(
    _ state: ReferralState, by fact: MovingFact, _ referral: Referral, _ move: ReferralMove?
  ) throws -> [Transfer] {
    try referrals.setState(state, of: referral.id)
    let paid = try fire(.state(state), for: referral, by: fact)
    guard let move else { return paid }
    if referral.countedReferrer != nil { try counts.count(move) }
    guard isCounted(state) else { return paid }
    let tally = try referrals.tally(of: move.person, in: campaign, state, without: referral.id)
    let change = CountChange(state: state, before: [tally.others], after: tally.all)
    return try paid + fire(.count(change), for: referral, by: fact)
  }

  /// Counts a referral for its referrer, of whom more is known now than a client's declaration.
  func count(declared before: Referral) throws {
    guard before.countedReferrer == nil, before.state.isCounted,
      let known = try referrals.find(before.id), let referrer = known.countedReferrer
    else { return }
    let progress = ReferralProgress(goal: campaign.goal, recorded: try steps(of: known.id))
    guard progress.applied > 0 else { return }
    try counts.count(
      ReferralMove(person: referrer, campaign: campaign.id, old: nil, new: known.state))
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
    let campaign = campaign.agreed(with: referral)
    let waits = campaign.rules.contains { !$0.rule.firings(on: occurrence).isEmpty }
    if waits, referral.state == .unverified {
      let kept = WaitingOccurrence(occurrence, by: fact)
      if let kept { try WaitingFacts(scope).keep(kept, of: referral.id) }
    }
    guard waits, referral.state.isCounted else { return [] }
    return try Payouts(scope, campaign, present: present).pay(
      occurrence,
      in: context(
        of: referral, fact, isCampaignPaying: campaign.schedule.pays(at: scope.now)),
      isReversed: fact.isReversed)
  }

  /// The ids of the rewards that the campaign's rules pay for an occurrence, paid before or not.
  func rewards(
    for occurrence: Occurrence, of referral: Referral, by fact: MovingFact
  ) throws -> Set<TransferID> {
    guard referral.state.isCounted else { return [] }
    // What was paid before the campaign's end is not taken back because the end has come.
    return Payouts(scope, campaign.agreed(with: referral), present: present).rewards(
      for: occurrence, in: try context(of: referral, fact, isCampaignPaying: true))
  }

  private func context(
    of referral: Referral, _ fact: MovingFact, isCampaignPaying: Bool
  ) throws -> RewardContext {
    RewardContext(
      referral, try referrers(of: referral), fact, now: scope.now,
      isCampaignPaying: isCampaignPaying)
  }

  /// The referrer, the referrer's referrer, and so on, as far as a rule pays. Nobody is their own.
  func referrers(of referral: Referral) throws -> ReferrerChain {
    let levels = campaign.agreed(with: referral).rules.map(\.rule.level).max() ?? 1
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
    guard referral.canEnd else { return }
    try referrals.setState(state, of: referral.id)
    try referrals.publishChange(of: [referral.person])
    if let move = referral.moveToEnd { try counts.count(move) }
    try publishSteps(of: referral.id)
  }

  /// Publishes that all steps of a referral count otherwise than before.
  func publishSteps(of referral: ReferralID) throws {
    let facts = try scope.connection.rows(
      "SELECT fact FROM conversions WHERE app = $1 AND referral = $2",
      [scope.tenant, .id(referral)]
    ) { $0.id(0, FactID.self) }
    try publishChange(of: facts)
  }
}
