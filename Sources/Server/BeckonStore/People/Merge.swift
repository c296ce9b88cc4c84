import BeckonBasics
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
  /// both, the later is clawed back. `false` when either is not there or they are the same.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func merge(_ loser: PersonID, into survivor: PersonID) throws -> Bool {
    let people = People(scope)
    guard loser != survivor, let old = try people.present(loser),
      let new = try people.present(survivor), old.id != new.id
    else { return false }
    try moveRows(from: old.id, to: new.id)
    try Tokens(scope).move(from: old.id, to: new.id)
    let attributes = Attributes.merged(old.attributes, new.attributes)
    try people.store(attributes: attributes, consent: new.consent ?? old.consent, of: new.id)
    if new.awaitsSignUp, !old.awaitsSignUp { try people.noteSignUp(of: new.id) }
    if new.vendor != nil, new.vendor != old.vendor { try people.noteKnownOtherwise(new.id) }
    let superseded = try mergeReferrals(of: old.id, into: new.id)
    try moveHeldRewards(from: old.id, to: new.id)
    try moveBalances(from: old.id, to: new.id)
    try moveCapUses(from: old.id, to: new.id)
    try scope.connection.send(
      "UPDATE people SET merged_into = $3, attributes = '{}' WHERE app = $1 AND id = $2",
      [scope.tenant, .id(old.id), .id(new.id)])
    try settleSecondPayments(for: superseded, new.id)
    return true
  }

  private func moveRows(from old: PersonID, to new: PersonID) throws {
    let parameters: [DatabaseValue] = [scope.tenant, .id(old), .id(new)]
    try scope.connection.send(
      "UPDATE identities SET person = $3 WHERE app = $1 AND person = $2", parameters)
    try scope.connection.send(
      "UPDATE installs SET person = $3 WHERE app = $1 AND person = $2", parameters)
    try scope.connection.send(
      """
      INSERT INTO install_people (app, install, person)
      SELECT app, install, $3 FROM install_people {by install_people_by_person}
      WHERE app = $1 AND person = $2
      ON CONFLICT DO NOTHING
      """, parameters)
    try scope.connection.send(
      "DELETE FROM install_people {by install_people_by_person} WHERE app = $1 AND person = $2",
      [scope.tenant, .id(old)])
    try scope.connection.send(
      "UPDATE links SET referrer = $3 WHERE app = $1 AND referrer = $2", parameters)
    try scope.connection.send(
      "UPDATE facts SET subject = $3 WHERE app = $1 AND subject = $2", parameters)
    try Outbox(scope).move(from: old, to: new)
  }

  /// Gives the referrals that are superseded.
  private func mergeReferrals(of old: PersonID, into new: PersonID) throws -> [Referral] {
    let referrals = Referrals(scope)
    var superseded: [Referral] = []
    for referral in try referrals.all(of: old) {
      guard let campaign = scope.app.campaign(referral.campaign) else { continue }
      if try referrals.find(new, in: referral.campaign) == nil {
        try scope.connection.send(
          "UPDATE referrals SET person = $3 WHERE app = $1 AND id = $2",
          [scope.tenant, .id(referral.id), .id(new)])
      } else {
        try ReferralLoop(scope: scope, campaign: campaign).end(referral, as: .superseded)
        try voidHeldRewards(of: referral.id)
        superseded.append(referral)
      }
    }
    try moveCounts(from: old, to: new)
    return superseded
  }

  /// After all else, so that it is the survivor from whom a second payment is taken, and whoever
  /// was referred by either is referred by the survivor.
  private func settleSecondPayments(for superseded: [Referral], _ new: PersonID) throws {
    for referral in superseded {
      guard let kept = try Referrals(scope).find(new, in: referral.campaign) else { continue }
      try SecondPayments(scope).settle(referral, for: kept)
    }
  }

  private func voidHeldRewards(of referral: ReferralID) throws {
    let held = try scope.connection.rows(
      """
      SELECT id FROM transfers {by transfers_held}
      WHERE app = $1 AND referral = $2 AND settled_at IS NULL
      """, [scope.tenant, .id(referral)]
    ) { $0.id(0, TransferID.self) }
    for id in held { try Ledger(scope).void(id, reason: "superseded") }
  }

  /// Those whom the other referred are now the survivor's; nobody becomes their own referrer.
  private func moveCounts(from old: PersonID, to new: PersonID) throws {
    for campaign in scope.app.campaigns {
      try scope.connection.send(
        "UPDATE referrals SET referrer = $4 WHERE app = $1 AND campaign = $2 AND referrer = $3",
        [scope.tenant, .id(campaign.id), .id(old), .id(new)])
      try scope.connection.send(
        """
        UPDATE referrals SET referrer = NULL
        WHERE app = $1 AND campaign = $2 AND person = $3 AND referrer = $3
        """, [scope.tenant, .id(campaign.id), .id(new)])
      try scope.connection.send(
        "DELETE FROM referral_counts WHERE app = $1 AND campaign = $2 AND person IN ($3, $4)",
        [scope.tenant, .id(campaign.id), .id(old), .id(new)])
      try scope.connection.send(
        """
        INSERT INTO referral_counts (app, campaign, person, pending, unconfirmed, confirmed,
          updated_at)
        SELECT app, campaign, referrer, SUM(CASE WHEN state = 'pending' THEN 1 ELSE 0 END),
          SUM(CASE WHEN state = 'unconfirmed' THEN 1 ELSE 0 END),
          SUM(CASE WHEN state = 'confirmed' THEN 1 ELSE 0 END), $4
        FROM referrals {by referrals_by_referrer}
        WHERE app = $1 AND campaign = $2 AND referrer = $3
        GROUP BY app, campaign, referrer
        """, [scope.tenant, .id(campaign.id), .id(new), scope.time])
    }
  }

  /// The id of what replaces a held reward of somebody who is merged into another.
  static func replacement(of held: TransferID) -> TransferID {
    TransferID(Identifier(hashing: "merged reward", held.text))
  }

  /// What is held for the other is held for the survivor instead, since and until the same time.
  private func moveHeldRewards(
    from old: PersonID, to new: PersonID
  ) throws {
    let ledger = Ledger(scope)
    for held in try ledger.transfers(to: old)
    where [.pending, .inReview].contains(held.state) {
      try ledger.void(held.id, reason: "merged", isReplaced: true)
      try ledger.record(
        Transfer(
          id: Self.replacement(of: held.id), kind: .reward,
          from: held.from, to: .person(new), amount: held.amount, unit: held.unit,
          state: held.state, dueAt: held.dueAt, campaign: held.campaign, rule: held.rule,
          referral: held.referral, fact: held.fact, reasons: held.reasons + ["merged"],
          coupon: held.coupon, createdAt: held.createdAt))
      guard held.coupon != nil else { continue }
      try Coupons(scope).move(from: held.id, to: Self.replacement(of: held.id))
    }
  }

  /// What rules have paid the other counts against their caps for the survivor.
  private func moveCapUses(from old: PersonID, to new: PersonID) throws {
    for rule in scope.app.campaigns.flatMap(\.rules) where rule.rule.cap != RewardCap() {
      try scope.connection.send(
        """
        INSERT INTO cap_uses (app, rule, person, day, amount)
        SELECT app, rule, $4, day, amount FROM cap_uses
        WHERE app = $1 AND rule = $2 AND person = $3
        ON CONFLICT (app, rule, person, day) DO UPDATE SET
          amount = cap_uses.amount + excluded.amount
        """, [scope.tenant, .id(rule.id), .id(old), .id(new)])
    }
  }

  private func moveBalances(from old: PersonID, to new: PersonID) throws {
    let ledger = Ledger(scope)
    for balance in try ledger.balances(of: old) where balance.posted != 0 {
      let (from, to) = balance.posted > 0 ? (old, new) : (new, old)
      try ledger.record(
        Transfer(
          id: TransferID(Identifier(hashing: "merge", old.text, new.text, balance.unit)),
          kind: .merge, from: .person(from), to: .person(to), amount: abs(balance.posted),
          unit: balance.unit, reasons: ["merged"], createdAt: scope.now, settledAt: scope.now))
    }
  }
}
