import BeckonEngine
import BeckonModel

/// Referrals and ledger of one campaign in memory, moved by nothing but what the engine decides:
/// the store in small. Time is the number of what was told.
struct Books {
  let campaign: Campaign
  private(set) var referrals: [ReferralID: Referral] = [:]
  private(set) var transfers: [TransferID: Transfer] = [:]
  private(set) var counts: [PersonID: [ReferralState: Int64]] = [:]
  private var steps: [ReferralID: [Int: StepFact]] = [:]
  private var told: [FactID: Trust] = [:]
  private var refunded: Set<FactID> = []
  private var survivors: [PersonID: PersonID] = [:]
  private var rewards: [PayoutKey: TransferID] = [:]
  private var successors: [TransferID: TransferID] = [:]
  private var clawbacks: [TransferID: [String]] = [:]
  private var clock: Int64 = 0
  private var lastTransfer: UInt64 = 0

  /// Opens the books for members, each with who referred them.
  init(_ campaign: Campaign, members: [(person: PersonID, referrer: PersonID?)]) {
    self.campaign = campaign
    for (person, referrer) in members {
      let id = ReferralID(person.identifier)
      referrals[id] = Referral(
        id: id, campaign: campaign.id, person: person, referrer: referrer, state: .awaitingSignUp,
        method: nil, match: .unique, evidence: .object([]), risk: ReferralRisk([]), link: nil,
        joinedAt: .hour(0), referredAt: nil, isReturning: false, isRiskCleared: false,
        referrerInstall: nil)
    }
  }

  private var now: Instant { Instant(milliseconds: clock) }

  private func present(_ person: PersonID) -> PersonID {
    survivors[person].map(present) ?? person
  }

  private func member(_ person: PersonID) -> Referral? {
    let person = present(person)
    return referrals.values.first { $0.person == person && $0.state != .superseded }
  }

  // MARK: Steps

  /// Somebody tells that a person has reached a step; the first is the sign-up.
  mutating func tell(_ step: Int, of person: PersonID, by fact: FactID, _ trust: Trust) {
    clock += 1
    guard var referral = member(person) else { return }
    if let earlier = told[fact], earlier == .server || trust == .client { return }
    told[fact] = trust
    if step == 1, referral.state == .awaitingSignUp {
      referral.state = .pending
      referrals[referral.id] = referral
    }
    let known = steps[referral.id, default: [:]]
    let decision = StepDecision(
      step, from: referral.state, goal: campaign.goal, after: Set(known.keys))
    let moving = MovingFact(id: fact, trust: trust, isReversed: refunded.contains(fact))
    if decision.advance == .already { return confirm(step, of: referral, by: moving) }
    steps[referral.id, default: [:]][step] = StepFact(id: fact, isVouched: trust == .server)
    let moves = referral.referrer.map { decision.moves(of: $0, in: campaign.id) } ?? []
    for (place, reached) in decision.reached.enumerated() {
      referrals[referral.id]?.state = reached.state
      let by = reached.step == step ? moving : known[reached.step]?.moving ?? moving
      fire(.state(reached.state), referral.id, by)
      guard !moves.isEmpty else { continue }
      count(moves[place])
      let others = tally(of: moves[place].person, reached.state, without: referral.id)
      fire(.count(change(moves[place].person, reached.state, before: others)), referral.id, by)
    }
    if moving.isReversed { takeBackSteps(reachedBy: fact) }
  }

  /// The server's word on what only a client had told.
  private mutating func confirm(_ step: Int, of referral: Referral, by fact: MovingFact) {
    guard steps[referral.id]?[step]?.givesWay(to: fact) == true else { return }
    let (state, referrer) = (referral.state, referral.referrer)
    let before = referrer.map { tally(of: $0, state) }
    steps[referral.id]?[step] = StepFact(id: fact.id, isVouched: true)
    if let referrer, let before {
      fire(.count(change(referrer, state, before: before)), referral.id, fact)
    }
    let progress = ReferralProgress(
      goal: campaign.goal, recorded: Set(steps[referral.id, default: [:]].keys))
    guard step <= progress.applied else { return }
    fire(
      .state(ReferralProgress.state(after: step, goal: campaign.goal)), referral.id, fact)
  }

  private mutating func count(_ move: ReferralMove) {
    for state in ReferralState.allCases where move.delta(state) != 0 {
      counts[move.person, default: [:]][state, default: 0] += move.delta(state)
    }
  }

  private func tally(
    of referrer: PersonID, _ state: ReferralState, without one: ReferralID? = nil
  ) -> ReferralTally {
    var tally = ReferralTally()
    let step = ReferralProgress.step(reaching: state, goal: campaign.goal) ?? 0
    for referral in referrals.values
    where referral.referrer == referrer && referral.state == state && referral.id != one {
      tally.add(1, referral.standing(isVouched: steps[referral.id]?[step]?.isVouched ?? false))
    }
    return tally
  }

  private func change(
    _ referrer: PersonID, _ state: ReferralState, before: ReferralTally
  ) -> CountChange {
    CountChange(state: state, before: [before], after: tally(of: referrer, state))
  }

  // MARK: Rewards

  private mutating func fire(_ occurrence: Occurrence, _ id: ReferralID, _ fact: MovingFact) {
    guard !fact.isReversed, let referral = referrals[id], referral.state.isCounted else { return }
    let context = RewardContext(
      referral, ReferrerChain(nearest: referral), fact, now: now, isCampaignPaying: true)
    for payout in Payout.all(by: campaign.rules, on: occurrence, in: context) {
      if case .refuse = payout.disposition { continue }
      pay(payout, context)
    }
  }

  private mutating func pay(_ payout: Payout, _ context: RewardContext) {
    guard var id = rewards[payout.key] else {
      return record(payout, context, as: newID(), under: payout.key)
    }
    guard context.trust == .server else { return }
    while let next = successors[id] { id = next }
    guard let reward = transfers[id] else { return }
    let recorded = RecordedReward(
      state: reward.state, reasons: reward.reasons, review: nil,
      endedFor: reward.state == .voided ? reward.reasons : clawbacks[id])
    switch recorded.successor(heldFor: payout.disposition.reasons) {
    case .none: return
    case .inPlace: record(payout, context, as: id, under: nil)
    case .beside:
      let renewed = newID()
      successors[id] = renewed
      record(payout, context, as: renewed, under: nil)
    }
  }

  private mutating func newID() -> TransferID {
    lastTransfer += 1
    return .numbered(lastTransfer)
  }

  private mutating func record(
    _ payout: Payout, _ context: RewardContext, as id: TransferID, under key: PayoutKey?
  ) {
    transfers[id] = Transfer(
      id, paying: payout, of: campaign.id, in: context, coupon: nil, at: now)
    if let key { rewards[key] = id }
  }

  private mutating func takeBack(_ id: TransferID, for reasons: [String]) {
    guard let reward = transfers[id], clawbacks[id] == nil, reward.state != .voided else { return }
    if reward.state == .posted {
      clawbacks[id] = reasons
    } else {
      transfers[id] = Transfer(
        id: id, kind: .reward, from: reward.from, to: reward.to, amount: reward.amount,
        unit: reward.unit, state: .voided, rule: reward.rule, referral: reward.referral,
        fact: reward.fact, reasons: reward.reasons + reasons, createdAt: reward.createdAt)
    }
  }

  // MARK: Refunds

  /// What a fact rests on is refunded.
  mutating func refund(_ fact: FactID) {
    clock += 1
    refunded.insert(fact)
    for id in transfers.values.filter({ $0.fact == fact }).map(\.id) {
      takeBack(id, for: ["refund"])
    }
    takeBackSteps(reachedBy: fact)
  }

  private mutating func takeBackSteps(reachedBy fact: FactID) {
    for (id, known) in steps {
      guard let step = known.first(where: { $0.value.id == fact })?.key,
        let referral = referrals[id]
      else { continue }
      let recorded = Set(known.keys)
      switch StepRemoval.refunding(step, goal: campaign.goal, after: recorded) {
      case .reversed: end(referral, as: .reversed)
      case .none, .back: steps[id]?[step] = nil
      }
    }
  }

  private mutating func end(_ referral: Referral, as state: ReferralState) {
    guard referral.canEnd else { return }
    referrals[referral.id]?.state = state
    if let move = referral.moveToEnd { count(move) }
  }

  // MARK: Merging

  /// A person turns out to be another, who survives. Neither has referred anybody.
  mutating func merge(_ loser: PersonID, into survivor: PersonID) {
    clock += 1
    let (old, new) = (present(loser), present(survivor))
    guard old != new else { return }
    let merge = ReferralMerge(
      [member(old)].compactMap { $0 }, into: [member(new)].compactMap { $0 })
    survivors[old] = new
    for referral in merge.moved { referrals[referral.id] = referral.belonging(to: new) }
    for ended in merge.superseded {
      end(ended, as: .superseded)
      for held in transfers.values where held.referral == ended.id {
        if held.state != .posted { takeBack(held.id, for: ["superseded"]) }
      }
      if let kept = member(new) { settle(ended, for: kept.id) }
    }
  }

  private mutating func settle(_ ended: Referral, for kept: ReferralID) {
    for (key, id) in rewards where key.cause == ended.id.identifier {
      guard let first = standing(id), let referral = referrals[kept] else { continue }
      let moved = key.moved(to: kept)
      guard let twin = rewards[moved] else {
        let referrers = ReferrerChain(nearest: referral).people
        if SecondReward.isPaidAlike(
          key.role, level: 1, referrers: referrers, holder: present(PersonID(first.to.owner)))
        {
          let mark = newID()
          transfers[mark] = SecondReward.mark(
            mark, standingFor: first, of: kept, at: now)
          rewards[moved] = mark
        }
        continue
      }
      guard let second = standing(twin), let pair = SecondReward(first, second),
        key.role == .recipient || holder(first) == holder(second)
      else { continue }
      takeBack(pair.goes.id, for: pair.reasons)
    }
  }

  private func holder(_ reward: Transfer) -> PersonID { present(PersonID(reward.to.owner)) }

  private func standing(_ id: TransferID) -> Transfer? {
    var id = id
    while true {
      while let next = successors[id] { id = next }
      guard let reward = transfers[id] else { return nil }
      let ending = reward.state == .voided ? reward.reasons : clawbacks[id]
      guard let ending else { return reward }
      guard let other = SecondReward.stays(behind: ending) else { return nil }
      id = other
    }
  }
}

extension Books {
  /// Where all of it stands, as far as anybody can see it: each member's state, the referrers'
  /// counts, and what each person has posted, held and in review.
  var outcome: [String] {
    var lines = referrals.values.filter { $0.state != .superseded }
      .map { "\($0.person.text) \($0.state)" }
    for (person, numbers) in counts {
      lines += numbers.filter { $0.value != 0 }.map { "\(person.text) has \($0.value) \($0.key)" }
    }
    var balances: [String: Int64] = [:]
    for reward in transfers.values where reward.state != .voided {
      let isTaken = reward.state == .posted && clawbacks[reward.id] != nil
      balances["\(holder(reward).text) \(reward.state)", default: 0] +=
        isTaken ? 0 : reward.amount
    }
    return (lines + balances.filter { $0.value != 0 }.map { "\($0.key): \($0.value)" }).sorted()
  }

  /// The referrers' counts as they are when somebody counts.
  var recounted: [PersonID: [ReferralState: Int64]] {
    var recounted: [PersonID: [ReferralState: Int64]] = [:]
    for referral in referrals.values where referral.state.isCounted {
      if let referrer = referral.referrer {
        recounted[referrer, default: [:]][referral.state, default: 0] += 1
      }
    }
    return recounted
  }
}

extension Referral {
  /// The same of another person.
  fileprivate func belonging(to person: PersonID) -> Referral {
    Referral(
      id: id, campaign: campaign, person: person, referrer: referrer, state: state,
      method: method, match: match, evidence: evidence, risk: risk, link: link,
      joinedAt: joinedAt, referredAt: referredAt, isReturning: isReturning,
      isRiskCleared: isRiskCleared, referrerInstall: referrerInstall,
      isReferrerClaimed: isReferrerClaimed)
  }
}
