import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Referrers whom a client named for somebody before the app's server had named that person. It may
/// have been anybody who took the name first, so such a referrer waits for the word of the server
/// or of the person, and gives way to another.
struct ReferrerClaims {
  let scope: Scope

  private var referrals: Referrals { Referrals(scope) }

  /// The app's server has named a person for the first time. Their referrers are claimed from now
  /// on, but for those that were set from the install that the server names with them.
  func mark(_ person: PersonID, but install: InstallID?) throws {
    for referral in try referrals.all(of: person) where referral.becomesClaimed(but: install) {
      try scope.connection.send(
        "UPDATE referrals SET referrer_claimed_at = $3 WHERE app = $1 AND id = $2",
        [scope.tenant, .id(referral.id), scope.time])
      try referrals.publishChange(of: [person])
    }
  }

  /// The person speaks from an install: the referrers who were set from it are theirs.
  func support(_ person: PersonID, from install: InstallID) throws {
    for referral in try referrals.all(of: person) where referral.isSupported(from: install) {
      try vouch(for: referral)
    }
  }

  /// Makes a referral's referrer as good as one whom the server named: pays what was held for want
  /// of that, and what the referrer's count then pays. Not one who has been brought by the person
  /// since.
  func vouch(for referral: Referral) throws {
    guard referral.isReferrerClaimed, let referrer = referral.referrer,
      let campaign = scope.app.campaign(referral.campaign),
      referrer != referral.person,
      try !ReferrerProposal.closesCircle(
        referral.person, below: referrals.ancestors(of: referrer, in: campaign.id))
    else { return }
    let loop = ReferralLoop(scope: scope, campaign: campaign)
    let chain = try loop.referrers(of: referral)
    _ = try loop.recount(referral) { try clear(referral.id) }
    try reconsider(above: referral.id, chain, campaign)
  }

  /// Takes the mark away; what is held stays so.
  func clear(_ referral: ReferralID) throws {
    try scope.connection.send(
      "UPDATE referrals SET referrer_claimed_at = NULL WHERE app = $1 AND id = $2",
      [scope.tenant, .id(referral)])
    if let person = try referrals.find(referral)?.person {
      try referrals.publishChange(of: [person])
    }
  }

  /// Sets another referrer in place of a claimed one, who leaves the counts; what was held for that
  /// one is held for the other, as far as there is still a reason.
  func replace(_ claimed: Referral, by referred: Referral) throws {
    guard let campaign = scope.app.campaign(claimed.campaign) else { return }
    let chain = try ReferralLoop(scope: scope, campaign: campaign).referrers(of: claimed)
    try referrals.setReferrer(referred)
    if let move = claimed.moveToEnd { try ReferralCounts(scope).count(move) }
    try reconsider(above: referred.id, chain, campaign)
  }

  /// Decides anew about what waits in review because of a referral: its own rewards, and those of
  /// further levels for the people who were above it.
  private func reconsider(
    above id: ReferralID, _ old: ReferrerChain, _ campaign: Campaign
  ) throws {
    var affected = [id]
    if campaign.rulesEver.contains(where: { $0.rule.level > 1 }) {
      let ledger = Ledger(scope)
      for person in old.people {
        for reward in try ledger.inReview(of: person) where reward.campaign == campaign.id {
          guard reward.reasons.contains(RecordedReward.claimedReferrer),
            let other = reward.referral, !affected.contains(other)
          else { continue }
          affected.append(other)
        }
      }
    }
    for referral in try affected.compactMap(referrals.find) {
      try HeldRewards(scope, campaign).reconsider(referral)
    }
  }
}
