import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Makes two people one.
public struct Merge {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Merges a person into another, who survives. The survivor's attributes and referrers stay; what
  /// the survivor lacks comes from the other. Where both are in a campaign, the other's referral is
  /// superseded: its pending rewards are voided, posted ones move; if a rule that pays once paid
  /// both, the later is clawed back. Rules on counts then see one person's count. `false` when
  /// either is not there or they are the same.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func merge(_ loser: PersonID, into survivor: PersonID) throws -> Bool {
    let people = People(scope)
    guard loser != survivor, let old = try people.present(loser),
      let new = try people.present(survivor), old.id != new.id
    else { return false }
    try revokeClaimed(old.id, new.id)
    for feature in Feature.all { try feature.merge(scope, old.id, new.id) }
    let merged = PersonMerge(old, into: new)
    try people.store(
      attributes: merged.attributes, byServer: merged.serverAttributes, consent: merged.consent,
      of: new.id)
    if let signUp = merged.signUp {
      try people.noteSignUp(of: new.id, at: signUp.at, received: signUp.received)
    }
    if merged.isKnownOtherwise { try people.noteKnownOtherwise(new.id) }
    let counts = MergedCounts(scope, old: old.id, new: new.id)
    let before = try counts.tallies()
    let superseded = try mergeReferrals(of: old.id, into: new.id)
    try moveHeldRewards(from: old.id, to: new.id)
    try moveBalances(from: old.id, to: new.id)
    try moveCapUses(from: old.id, to: new.id)
    try scope.connection.send(
      """
      UPDATE people SET merged_into = $3, attributes = '{}', server_attributes = '{}'
      WHERE app = $1 AND id = $2
      """,
      [scope.tenant, .id(old.id), .id(new.id)])
    try settleSecondRewards(for: superseded, new.id)
    try inheritImports(from: superseded, new.id)
    let returning = Returning(scope)
    if try returning.isReturning(new.id) { try returning.settle(new.id) }
    try inheritReferrers(from: superseded, new.id)
    if try EarlierIDs(scope).contains(anyOf: people.identities(of: new.id)) {
      try OldInstalls(scope).settleAll(of: new.id)
    }
    try beginWaiting(new.id)
    try OptIns(scope).settle(new.id)
    try counts.settle(from: before)
    try Points(scope).merge(old.id, into: new.id)
    try QueuePlaces(scope).settle([old.id, new.id])
    try Feed(scope).publishChange(.topic(.signUp), [old.id.identifier, new.id.identifier])
    try Referrals(scope).publishChange(of: [old.id, new.id])
    return true
  }

  /// What the other had recorded while anonymous begins, if the survivor has signed up. Of a
  /// survivor who had signed up long before, it names no referrer.
  private func beginWaiting(_ person: PersonID) throws {
    guard let received = try People(scope).present(person)?.signUpReceivedAt else { return }
    let referrals = Referrals(scope)
    for referral in try referrals.all(of: person) where referral.state == .awaitingSignUp {
      guard let campaign = scope.app.campaign(referral.campaign) else { continue }
      var referral = referral
      if !referral.keepsReferrer(signUpReceived: received) {
        try referrals.dropReferrer(of: referral, for: .tooLate)
        referral = try referrals.find(referral.id) ?? referral
      }
      _ = try Enrolment(scope: scope, campaign: campaign).begin(
        referral, by: signUp(of: person))
    }
  }

  /// Whom the other had named while anonymous is the referrer of a survivor who has none.
  private func inheritReferrers(from superseded: [Referral], _ id: PersonID) throws {
    guard let person = try People(scope).present(id) else { return }
    let fact = try person.awaitsSignUp ? nil : signUp(of: id)
    for waiting in superseded where waiting.state == .awaitingSignUp {
      guard let campaign = scope.app.campaign(waiting.campaign),
        let member = try Referrals(scope).find(id, in: campaign.id)
      else { continue }
      try Enrolment(scope: scope, campaign: campaign).inherit(
        waiting, as: member, of: person, by: fact)
    }
  }

  /// The survivor's sign-up. One that is no longer stored is anyone's word.
  private func signUp(of person: PersonID) throws -> MovingFact {
    let fact = try Facts(scope).signUp(of: person)
    return MovingFact(
      id: fact?.id ?? scope.newID(), trust: fact?.trust ?? .client, isPayable: true,
      isReversed: false)
  }

  /// Whoever only claimed to be one of the two does not become the other by it.
  private func revokeClaimed(_ old: PersonID, _ new: PersonID) throws {
    func standing(_ person: PersonID) throws -> PersonStanding {
      KnownPerson(id: person, identities: try People(scope).known(of: person)).standing
    }
    let (ofOld, ofNew) = (try standing(old), try standing(new))
    for (person, isKept) in [
      (old, ofOld.keepsTokens(mergedWith: ofNew)), (new, ofNew.keepsTokens(mergedWith: ofOld)),
    ] where !isKept {
      try Tokens(scope).revoke(owner: person.identifier)
      try Passwords(scope).end(of: person)
      try ContactConsents(scope).forgetClaimedYes(of: person)
      try Installs(scope).disown(person, but: nil)
      try ReferrerClaims(scope: scope).mark(person, but: nil)
    }
  }

  /// Gives the referrals that are superseded.
  private func mergeReferrals(of old: PersonID, into new: PersonID) throws -> [Referral] {
    let referrals = Referrals(scope)
    let merge = ReferralMerge(
      try referrals.all(of: old).filter { scope.app.campaign($0.campaign) != nil },
      into: try referrals.all(of: new))
    for referral in merge.moved {
      try scope.connection.send(
        "UPDATE referrals SET person = $3 WHERE app = $1 AND id = $2",
        [scope.tenant, .id(referral.id), .id(new)])
    }
    for referral in merge.superseded {
      guard let campaign = scope.app.campaign(referral.campaign) else { continue }
      try ReferralLoop(scope: scope, campaign: campaign).end(referral, as: .superseded)
      try Ledger(scope).voidHeld(for: referral.id, reason: "superseded")
    }
    try moveCounts(from: old, to: new)
    return merge.superseded
  }

  /// What was settled elsewhere for one of the two pays nobody for the one who is left.
  private func inheritImports(from superseded: [Referral], _ new: PersonID) throws {
    let referrals = Referrals(scope)
    for referral in superseded {
      guard let kept = try referrals.find(new, in: referral.campaign),
        let imported = ImportedRewards.merged(kept.imported, referral.imported)
      else { continue }
      try referrals.setImported(imported, kept)
    }
  }

  /// After all else, so that it is the survivor from whom a second payment is taken, and whoever
  /// was referred by either is referred by the survivor.
  private func settleSecondRewards(for superseded: [Referral], _ new: PersonID) throws {
    for referral in superseded {
      guard let kept = try Referrals(scope).find(new, in: referral.campaign) else { continue }
      try SecondRewards(scope).settle(referral, for: kept)
    }
  }

  /// Those whom the other referred are now the survivor's; nobody becomes their own referrer.
  private func moveCounts(from old: PersonID, to new: PersonID) throws {
    let (referrals, counts) = (Referrals(scope), ReferralCounts(scope))
    for campaign in scope.app.campaigns {
      try scope.connection.send(
        "UPDATE referrals SET referrer = $4 WHERE app = $1 AND campaign = $2 AND referrer = $3",
        [scope.tenant, .id(campaign.id), .id(old), .id(new)])
      try referrals.publishChange(ofReferredBy: new, in: campaign.id)
      // One whom a client only claimed is no edge, and would stay.
      if let own = try referrals.find(new, in: campaign.id), own.referrer == new {
        try referrals.dropReferrer(of: own, for: .cycle)
      }
      let edges = try referrals.edges(above: new, in: campaign.id)
      if let edge = ReferralEdge.latest(ofCycleThrough: new, in: edges),
        let referral = try referrals.find(edge.referral)
      {
        try referrals.dropReferrer(of: referral, for: .cycle)
        try counts.recount(edge.referrer, in: campaign.id)
      }
      try counts.recount(old, in: campaign.id)
      try counts.recount(new, in: campaign.id)
    }
  }

  /// What is held for the other is held for the survivor instead, since and until the same time.
  private func moveHeldRewards(from old: PersonID, to new: PersonID) throws {
    let ledger = Ledger(scope)
    for held in try ledger.held(for: old) { try ledger.reassign(held, to: new) }
  }

  /// What rules have paid the other counts against their caps for the survivor.
  private func moveCapUses(from old: PersonID, to new: PersonID) throws {
    let capped = scope.app.campaigns.flatMap(\.rulesEver).filter { $0.rule.cap != RewardCap() }
    for rule in Set(capped.map(\.id)).sorted() {
      try scope.connection.send(
        """
        INSERT INTO cap_uses (app, rule, person, day, amount)
        SELECT app, rule, $4, day, amount FROM cap_uses
        WHERE app = $1 AND rule = $2 AND person = $3
        ON CONFLICT (app, rule, person, day) DO UPDATE SET
          amount = cap_uses.amount + excluded.amount
        """, [scope.tenant, .id(rule), .id(old), .id(new)])
    }
  }

  private func moveBalances(from old: PersonID, to new: PersonID) throws {
    let ledger = Ledger(scope)
    for balance in try ledger.balances(of: old) {
      let id = TransferID(Identifier(hashing: "merge", old.text, new.text, balance.unit))
      if let transfer = Transfer.moving(balance, of: old, to: new, id: id, at: scope.now) {
        try ledger.record(transfer)
      }
    }
  }
}
