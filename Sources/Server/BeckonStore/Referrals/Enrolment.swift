import BeckonBasics
import BeckonEngine
import BeckonModel

/// Lets people join campaigns and sets their referrer, once.
struct Enrolment {
  let scope: Scope
  let campaign: Campaign

  private var referrals: Referrals { Referrals(scope) }
  /// Who joins is present, and so is a source's referrer, else it were no source.
  private func loop(_ joining: Joining, _ referrer: PersonID?) -> ReferralLoop {
    ReferralLoop(
      scope: scope, campaign: campaign,
      present: [joining.person.id] + [referrer].compactMap { $0 })
  }

  /// What is known of the person who joins.
  struct Joining {
    let person: Person
    let source: ReferralSource?
    let install: Install?
    let installWasReferrers: Bool
    let isReturning: Bool
    /// The sign-up, or a later call; `nil` while the person has not signed up.
    let fact: MovingFact?
    /// When the source was told; now unless it had to wait.
    var toldAt: Instant?
    /// When the campaign has to take members for it: when they signed up, if the app's server says
    /// so; now unless told.
    var signedUpAt: Instant?
  }

  /// What became of it.
  struct Joined {
    var referral: Referral
    /// What became of the source's referrer; `nil` when it names none here.
    var outcome: ReferrerOutcome?
    /// Whether they have become a member by this whose address is to be asked for.
    var isAsked = false

    /// The same with what is told of a referrer whose referral waits for the address.
    fileprivate func told() -> Joined {
      var told = self
      if outcome == .made, referral.state == .unverified { told.outcome = .unverified }
      return told
    }
  }

  /// Makes a person a member of the campaign, with the referrer if the source gives one that may be
  /// set, and pays what the first step pays. Who has not signed up yet is enrolled, with link and
  /// referrer, and the first step is the sign-up. A member stays what they are, but for a referrer
  /// that can still be set.
  /// - Returns: `nil` for who is no member of a campaign that takes none.
  func join(_ joining: Joining) throws -> Joined? {
    guard let member = try referrals.find(joining.person.id, in: campaign.id) else {
      return standing(joining).refusal == nil ? try enrol(joining).told() : nil
    }
    var joined = try refer(member, joining)
    if let fact = joining.fact, joined.referral.state == .awaitingSignUp {
      let known = joined.referral
      try referrals.setRisk(known.risk.adding(try risk(of: known.referrer, joining)), of: known)
      joined.referral = try begin(referrals.find(known.id) ?? known, by: fact)
      joined.isAsked = joined.referral.state == .unverified
      if joined.outcome == .awaitingSignUp { joined.outcome = .made }
    }
    return joined.told()
  }

  private func enrol(_ joining: Joining) throws -> Joined {
    let outcome = try outcome(joining, of: nil)
    let source = outcome.isStored ? joining.source : nil
    let link = try ownLink(of: joining.person.id)
    let referral = Referral(
      id: scope.newID(), of: joining.person.id, in: campaign.id, from: source,
      state: joining.fact == nil ? .awaitingSignUp : .pending,
      risk: try risk(of: source?.referrer, joining), link: link?.id,
      isReturning: joining.isReturning, install: joining.install?.id, at: scope.now)
    try referrals.insert(referral)
    guard let fact = joining.fact else { return Joined(referral: referral, outcome: outcome) }
    let begun = try begin(referral, by: fact)
    return Joined(referral: begun, outcome: outcome, isAsked: begun.state == .unverified)
  }

  /// Lets the referral of somebody begin who has signed up; where the campaign asks for it, it then
  /// waits until a mail address is shown to be theirs.
  func begin(_ referral: Referral, by fact: MovingFact) throws -> Referral {
    var begun = referral
    let known = try OptIns(scope).known(of: begun.person, isVouched: fact.trust == .server)
    begun.state = known.firstState(in: campaign)
    if begun.state == .unverified { try referrals.setState(.unverified, of: begun.id) }
    let loop = ReferralLoop(
      scope: scope, campaign: campaign,
      present: [begun.person] + [begun.referrer].compactMap { $0 })
    _ = try loop.record(1, of: begun, after: loop.steps(of: begun.id), by: fact)
    begun = try referrals.find(begun.id) ?? begun
    if begun.state != .unverified {
      try Members(scope).publish(.joined, of: begun, isByClient: fact.trust == .client)
    }
    return begun
  }

  /// Sets the referrer of a member who has none, or only a claimed one, if it can still be set.
  private func refer(_ member: Referral, _ joining: Joining) throws -> Joined {
    let outcome = try outcome(joining, of: member)
    let choice = campaign.referrerChoice
    let givesWay = choice.givesWay(member, to: joining.source)
    let change = ReferrerChange.decide(
      outcome, of: joining.source, for: member, givesWay: givesWay)
    guard change != .none, var source = joining.source, let referrer = source.referrer else {
      try noteLoser(joining.source, outcome, against: member)
      return Joined(referral: member, outcome: outcome)
    }
    let claims = ReferrerClaims(scope: scope)
    guard change != .strengthens else {
      try claims.vouch(for: member)
      try strengthen(member, joining)
      return Joined(referral: try referrals.find(member.id) ?? member, outcome: outcome)
    }
    if givesWay { source = choice.replacing(member, by: source) }
    let referred = member.referred(
      by: source, risk: try risk(of: referrer, joining), install: joining.install?.id,
      at: scope.now)
    if change == .sets {
      try referrals.setReferrer(referred)
    } else {
      try claims.replace(member, by: referred)
    }
    if let fact = joining.fact, member.state.isCounted {
      let loop = loop(joining, referrer)
      try loop.reachAgain(try loop.reached(by: referred, first: fact), referred)
    }
    return Joined(referral: referred, outcome: outcome)
  }

  /// Writes down who could have brought a person who has another referrer, where the campaign
  /// chooses among several.
  private func noteLoser(
    _ source: ReferralSource?, _ outcome: ReferrerOutcome?, against member: Referral
  ) throws {
    guard outcome == .alreadyReferred, let source,
      let noted = campaign.referrerChoice.keeping(member, against: source)
    else { return }
    try referrals.setMatch(noted, of: member.id)
  }

  /// Better evidence for the referrer than there was counts as if it had come first, for as long as
  /// a referrer can be set. What was not paid for want of it is paid.
  private func strengthen(_ member: Referral, _ joining: Joining) throws {
    guard let source = joining.source, source.match > member.match,
      try outcome(joining, of: member, asIfNoneStood: true).isStored
    else { return }
    let loop = loop(joining, source.referrer)
    _ = try loop.recount(member) { try referrals.setMatch(source, of: member.id) }
    try loop.count(declared: member)
    guard let fact = joining.fact, let stronger = try referrals.find(member.id) else { return }
    try loop.settle(stronger, first: fact)
  }

  /// Gives a member who has no referrer the one who was noted while they were anonymous, in what is
  /// now no part of its own.
  func inherit(
    _ waiting: Referral, as member: Referral, of person: Person, by fact: MovingFact?
  ) throws {
    guard let referrer = waiting.referrer, try People(scope).isPresent(referrer) else { return }
    let source = ReferralSource(
      referrer: referrer, campaign: campaign.id, method: waiting.method ?? "referrer",
      match: waiting.match, evidence: waiting.evidence)
    let install = try waiting.referrerInstall.flatMap(Installs(scope).find)
    _ = try refer(
      member,
      Joining(
        person: person, source: source, install: install,
        installWasReferrers: waiting.risk.reasons.contains(.referrerInstall),
        isReturning: member.isReturning, fact: fact, toldAt: waiting.referredAt))
  }

  private func standing(_ joining: Joining) -> CampaignStanding {
    campaign.schedule.standing(at: joining.signedUpAt ?? joining.toldAt ?? scope.now)
  }

  /// What becomes of the source's referrer in this campaign; `nil` when it names none here.
  private func outcome(
    _ joining: Joining, of member: Referral?, asIfNoneStood: Bool = false
  ) throws -> ReferrerOutcome? {
    guard let source = joining.source, let referrer = source.referrer,
      source.campaign == nil || source.campaign == campaign.id
    else { return nil }
    let person = joining.person.id
    let received = joining.person.signUpReceivedAt
    let steps = try member.map { try loop(joining, nil).recordedSteps(of: $0.id) } ?? []
    return try ReferrerProposal(
      person: person, referrer: referrer, standing: asIfNoneStood ? nil : member?.referrer,
      isStandingClaimed: member.map {
        $0.isReferrerClaimed || campaign.referrerChoice.givesWay($0, to: source)
      } ?? false,
      hasMovedOn: ReferrerProposal.hasMovedOn(member?.state, steps, signUpReceived: received),
      signUpReceived: received, in: standing(joining)
    ).outcome(at: joining.toldAt ?? scope.now) {
      // Whom nobody came by closes no circle.
      guard try referrals.hasReferred(person, in: campaign.id) else { return [] }
      return try referrals.ancestors(of: referrer, in: campaign.id)
    }
  }

  private func risk(of referrer: PersonID?, _ joining: Joining) throws -> ReferralRisk {
    let sharesMailbox = try Mailboxes(scope).areShared(of: joining.person.id, but: referrer)
    guard let referrer else { return ReferralRisk(sharesMailbox ? [.sameMailbox] : []) }
    let sharesNetwork =
      try joining.install.map {
        try Installs(scope).hasInstall(of: referrer, on: $0.network)
      } ?? false
    return ReferralEvidence(
      recipientMails: try mails(of: joining.person.id), referrerMails: try mails(of: referrer),
      installWasReferrers: joining.installWasReferrers, sharesNetwork: sharesNetwork,
      sharesMailbox: sharesMailbox,
      sharesInstrument: try Instruments(scope).areShared(by: joining.person.id, and: referrer),
      referralsInLastHour: try referrals.count(
        by: referrer, in: campaign.id,
        since: scope.now.adding(milliseconds: -Span.hourMilliseconds))
    ).risk
  }

  /// Adds to the risk of a referral what mail addresses show that came later.
  func noteMails(of referral: Referral) throws {
    let seen = ReferralEvidence(
      recipientMails: try mails(of: referral.person),
      referrerMails: try referral.referrer.map(mails) ?? [], installWasReferrers: false,
      sharesNetwork: false,
      sharesMailbox: try Mailboxes(scope).areShared(of: referral.person, but: referral.referrer),
      referralsInLastHour: 0
    ).risk
    try referrals.setRisk(referral.risk.adding(seen), of: referral)
  }

  private func mails(of person: PersonID) throws -> [String] {
    try People(scope).identities(of: person).filter { $0.kind == .email }.map(\.value)
  }

  /// The link by which a member refers others.
  func ownLink(of person: PersonID) throws -> Link? {
    // Codes have 59 bits of chance: a second try is rare, a third means that chance is broken.
    for _ in 0..<3 {
      let link = try ownLink(of: person) {
        Code.unguessable(random: (scope.ambient.random(), scope.ambient.random()))
      }
      if let link { return link }
    }
    return nil
  }

  /// A link by which a member refers others; `nil` when the code is taken.
  func ownLink(of person: PersonID, code: () -> String) throws -> Link? {
    let links = Links(scope)
    let link = Link(
      id: scope.newID(), app: scope.app.number, prefix: links.defaultPrefix, code: code(),
      url: campaign.url, campaign: campaign.id, referrer: person, options: LinkOptions(),
      createdAt: scope.now)
    return try links.insert(link) ? link : nil
  }
}
