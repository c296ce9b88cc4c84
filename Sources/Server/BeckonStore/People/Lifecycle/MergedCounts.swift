import BeckonBasics
import BeckonEngine
import BeckonModel

/// Makes rules on counts pay two people who turn out to be one what they would have paid one: of
/// what both were paid for a count, the later is taken back, and what only both together reach is
/// paid.
struct MergedCounts {
  private let scope: Scope
  private let old: PersonID
  private let new: PersonID

  init(_ scope: Scope, old: PersonID, new: PersonID) {
    self.scope = scope
    self.old = old
    self.new = new
  }

  /// A state for which rules of a campaign wait, and what each of the two had.
  struct Tallies {
    let campaign: Campaign
    let state: ReferralState
    let tallies: [ReferralTally]
    /// No count of the other's was ever higher.
    let countMax: Int64
  }

  /// What both have, before they are merged.
  func tallies() throws -> [Tallies] {
    let referrals = Referrals(scope)
    var found: [Tallies] = []
    for campaign in scope.app.campaigns {
      let waiting = campaign.rules.map(\.rule.trigger).filter(\.waitsForCount)
      guard !waiting.isEmpty, try referrals.hasReferred(old, in: campaign.id) else { continue }
      let countMax = try referrals.count(
        by: old, in: campaign.id, since: Instant(milliseconds: 0))
      for state in Set(waiting.compactMap(\.state)) {
        let tallies = try [old, new].map { person in
          try referrals.tally(of: person, in: campaign, state).all
        }
        found.append(
          Tallies(campaign: campaign, state: state, tallies: tallies, countMax: countMax))
      }
    }
    return found.sorted { $0.state.rawValue < $1.state.rawValue }
  }

  /// Settles what both were paid, and pays what the survivor's count now reaches.
  func settle(from before: [Tallies]) throws {
    for tallies in before {
      for rule in tallies.campaign.rules { try settleTwins(rule, tallies) }
      try pay(tallies)
    }
  }

  private func settleTwins(_ rule: CampaignRule, _ tallies: Tallies) throws {
    let counts = SecondReward.counts(of: rule.rule, in: tallies.state, max: tallies.countMax)
    for count in counts {
      try SecondRewards(scope).settle(
        .count(count, by: rule.id, of: old), for: .count(count, by: rule.id, of: new))
    }
  }

  private func pay(_ tallies: Tallies) throws {
    let (referrals, campaign) = (Referrals(scope), tallies.campaign)
    let after = try referrals.tally(of: new, in: campaign, tallies.state).all
    guard let step = ReferralProgress.step(reaching: tallies.state, goal: campaign.goal),
      let last = try referrals.latest(by: new, in: campaign.id, tallies.state)
    else { return }
    let loop = ReferralLoop(scope: scope, campaign: campaign, present: [new])
    guard let fact = try loop.fact(of: step, of: last) else { return }
    _ = try loop.fire(
      .count(CountChange(state: tallies.state, before: tallies.tallies, after: after)),
      for: last,
      by: MovingFact(id: fact.id, trust: .server))
  }
}
