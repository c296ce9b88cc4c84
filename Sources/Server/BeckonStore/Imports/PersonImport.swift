import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Adds people from a file, with the codes by which they refer others, and who referred them. It
/// fires no rule: nobody is paid for what an import tells.
public struct PersonImport {
  private let scope: Scope
  private let log: ImportLog
  private let campaign: Campaign?
  private let rewards: ImportedRewards

  /// Works in this scope.
  /// - Parameters:
  ///   - campaign: the one that people join; `nil` for none.
  ///   - rewards: what becomes of rewards for them from then on.
  public init(
    _ scope: Scope, _ log: ImportLog, campaign: Campaign?, rewards: ImportedRewards
  ) {
    self.scope = scope
    self.log = log
    self.campaign = campaign
    self.rewards = rewards
  }

  private var people: People { People(scope) }

  // MARK: People

  /// Adds what a row tells of a person, but for the referrer.
  /// - Throws: `DatabaseError`.
  public func add(_ row: ImportedPerson, line: Int) throws {
    let standing = try standing(of: row)
    let plan = row.plan(standing)
    if case .rejected(let rejection) = plan.verdict {
      try log.note(.rejected(rejection.naming(holdersIn: standing)), nil, line: line)
      return
    }
    let person = try present(plan)
    try apply(plan, row, to: person)
    if plan.signedUpAt != nil {
      try Feed(scope).publishChange(.topic(.signUp), [person.identifier])
    }
    try join(person, plan)
    let taken =
      plan.takesCodeBack
      ? ["'code' was taken back from a link for which a client had chosen it"] : []
    let remarks = try taken + ImportedDetails(scope).note(row, of: person, in: campaign)
    try log.note(
      plan.verdict, person, remarks.isEmpty ? nil : remarks.joined(separator: "; "), line: line)
  }

  private func apply(_ plan: ImportPlan, _ row: ImportedPerson, to person: PersonID) throws {
    for identity in plan.confirmed + plan.added {
      try people.attach(identity, to: person, isConfirmed: true)
      if identity.kind == .userID {
        try CapturedPayments(scope).give(person, payer: identity)
      }
    }
    if plan.isFirstConfirmed {
      try FirstConfirmation(scope).note(
        person, on: nil, received: ImportPlan.received(scope.now, now: scope.now))
    }
    if plan.marksPart, let part = try part(of: person) {
      try Referrals(scope).setImported(rewards, part)
    }
    if plan.verdict != .accepted {
      try AddedIdentities(scope: scope).catchUp(plan.added, of: person)
      try OptIns(scope).settle(person, isVouched: true)
    }
    guard plan.isFromBefore else { return }
    _ = try EarlierIDs(scope).add(row.identities.map(scope.app.digest(of:)))
    try OldInstalls(scope).settleAll(of: person)
  }

  private func part(of person: PersonID) throws -> Referral? {
    try campaign.flatMap { try Referrals(scope).find(person, in: $0.id) }
  }

  private func standing(of row: ImportedPerson) throws -> ImportStanding {
    let named = try row.identities.map { identity in
      NamedIdentity(
        identity, isVouched: true,
        holder: try people.find(identity).flatMap(people.present).map { person in
          KnownPerson(id: person.id, identities: try people.known(of: person.id))
        })
    }
    let digests = Set(row.identities.map(scope.app.digest(of:)))
    let decision = IdentityDecision.decide(named, user: nil)
    let owner = try (decision.owner?.id).flatMap(people.present)
    return ImportStanding(
      decision: decision, isErased: try !Facts(scope).erased(among: digests, to: .server).isEmpty,
      code: try row.code.map(holder(ofCode:)) ?? .nobody,
      awaitsSignUp: owner?.awaitsSignUp ?? false,
      part: try owner.flatMap { try part(of: $0.id) },
      goal: campaign?.goal, now: scope.now, holders: named.compactMap { $0.holder?.id },
      alias: try row.membership?.alias.map(holder(ofAlias:)) ?? .nobody)
  }

  private func holder(ofAlias alias: String) throws -> ImportStanding.CodeHolder {
    guard let member = try Members(scope).find(alias: alias) else { return .nobody }
    return member.referral.campaign == campaign?.id ? .person(member.referral.person) : .other
  }

  private func holder(ofCode code: String) throws -> ImportStanding.CodeHolder {
    let links = Links(scope)
    guard
      let link = try Links.find(
        LinkAddress(prefix: links.defaultPrefix, code: code), scope.connection)
    else { return .nobody }
    if link.app == scope.app.number, link.isCodeByClient {
      return .client(try link.referrer.flatMap(people.present)?.id)
    }
    guard link.app == scope.app.number, link.deletedAt == nil,
      let person = try link.referrer.flatMap(people.present)
    else { return .other }
    return .person(person.id)
  }

  private func present(_ plan: ImportPlan) throws -> PersonID {
    let received = plan.signedUpAt.map { ImportPlan.received($0, now: scope.now) }
    guard case .merged(let person?) = plan.verdict else {
      return try people.create(
        consent: nil, signedUpAt: plan.signedUpAt, received: received
      ).id
    }
    if let signedUpAt = plan.signedUpAt, let received {
      try people.noteSignUp(of: person, at: signedUpAt, received: received)
    }
    return person
  }

  private func join(_ person: PersonID, _ plan: ImportPlan) throws {
    guard let campaign else { return }
    let enrolment = Enrolment(scope: scope, campaign: campaign)
    var link: Link?
    if let code = plan.code {
      if plan.takesCodeBack { try Links(scope).takeBack(code: code) }
      link = try enrolment.ownLink(of: person) { code }
      // It was free a moment ago: the transaction begins anew and finds whose it is.
      guard link != nil else { throw DatabaseError.unavailable("a code was taken meanwhile") }
    }
    guard let steps = plan.steps else { return }
    let joinedAt = plan.signedUpAt ?? scope.now
    let referral = Referral(
      id: scope.newID(), campaign: campaign.id, person: person, referrer: nil,
      state: ReferralProgress.state(after: steps, goal: campaign.goal), method: nil, match: .none,
      evidence: .object([]), risk: ReferralRisk([]),
      link: try (link ?? enrolment.ownLink(of: person))?.id, joinedAt: joinedAt, referredAt: nil,
      isReturning: false, isRiskCleared: false, referrerInstall: nil, imported: rewards)
    try Referrals(scope).insert(referral)
    let facts = (0..<steps).map { _ -> FactID in scope.newID() }
    try scope.connection.insert(
      zip(1..., facts).map { step, fact in
        [
          scope.tenant, .id(referral.id), .integer(Int64(step)), .id(fact), .instant(joinedAt),
          .text(Trust.server.rawValue),
        ]
      }, by: ReferralLoop.steps)
    try Feed(scope).publishChange(.topic(.conversion), facts.map(\.identifier))
  }

  // MARK: Referrers

  /// Sets the referrer whom a row names, who may stand in a later row: call it when all people are
  /// there.
  /// - Throws: `DatabaseError`.
  public func refer(_ row: ImportedPerson, line: Int) throws {
    guard let campaign, let named = row.referrer,
      let person = try log.row(at: line)?.person.flatMap(people.present)
    else { return }
    guard let part = try Referrals(scope).find(person.id, in: campaign.id) else {
      return try log.note(.noCampaign, line: line)
    }
    let referrals = Referrals(scope)
    let referrer = try find(named)
    let imported = ImportedReferrer(referrer, of: part)
    let outcome = try imported.outcome {
      guard let referrer, try referrals.hasReferred(person.id, in: campaign.id) else { return [] }
      return try referrals.ancestors(of: referrer, in: campaign.id)
    }
    try set(imported.source, ReferrerChange.decide(outcome, of: imported.source, for: part), part)
    try log.note(outcome, line: line)
  }

  /// Remarks of a row whose member has fewer referrals here than the list says: call it when all
  /// referrers are set.
  /// - Throws: `DatabaseError`.
  public func compare(_ row: ImportedPerson, line: Int) throws {
    guard let campaign, let membership = row.membership, (membership.referred ?? 0) > 0,
      let person = try log.row(at: line)?.person.flatMap(people.present)
    else { return }
    let place = try Leaders(scope, of: campaign.id).place(of: person.id)
    let there = place.map { $0.confirmed + $0.unconfirmed + $0.pending } ?? 0
    guard let remark = membership.shortfall(there: there) else { return }
    try log.remark(remark, line: line)
  }

  /// Sets the referrer as if it had been known when the person joined: nobody gets more friends in
  /// an hour by it than they had.
  private func set(
    _ source: ReferralSource, _ change: ReferrerChange, _ part: Referral
  ) throws {
    let claims = ReferrerClaims(scope: scope)
    let referred = part.referred(
      by: source, risk: ReferralRisk([]), install: nil, at: part.joinedAt)
    switch change {
    case .none: return
    case .strengthens: return try claims.vouch(for: part)
    case .sets: try Referrals(scope).setReferrer(referred)
    case .replaces: try claims.replace(part, by: referred)
    }
    guard part.state.isCounted, let referrer = source.referrer else { return }
    try ReferralCounts(scope).count(
      ReferralMove(person: referrer, campaign: part.campaign, old: nil, new: part.state))
  }

  /// Whoever has an identity for sure. One that a client only claimed may be a thief's.
  private func holder(_ person: PersonID, of identity: Identity) throws -> PersonID? {
    try people.known(of: person).contains(KnownIdentity(identity, isConfirmed: true))
      ? person : nil
  }

  private func find(_ referrer: ImportedPerson.Referrer) throws -> PersonID? {
    let person: PersonID? =
      switch referrer {
      case .code(let code): try Links(scope).find(code: code)?.referrer
      case .identity(let identity):
        try people.find(identity).flatMap { try holder($0, of: identity) }
      case .alias(let alias):
        try Members(scope).find(alias: alias)
          .flatMap { $0.referral.campaign == campaign?.id ? $0.referral.person : nil }
      }
    return try person.flatMap(people.present)?.id
  }
}
