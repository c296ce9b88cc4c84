import BeckonBasics
import BeckonEngine
import BeckonModel

/// Lets people join campaigns and sets their referrer, once.
struct Enrolment {
  let scope: Scope
  let campaign: Campaign

  private var referrals: Referrals { Referrals(scope) }
  /// Who joins is present, and so is a source's referrer, else it were not eligible.
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
    let fact: MovingFact
  }

  /// Makes a person a member of the campaign, with the referrer if the source gives one that may be
  /// set, and pays what the first step pays. A member stays what they are, but for a referrer that
  /// can still be set.
  func join(_ joining: Joining) throws -> (referral: Referral, paid: [Transfer]) {
    if let member = try referrals.find(joining.person.id, in: campaign.id) {
      let (referral, paid) = try refer(member, joining)
      return (referral, try paid + confirm(referral, joining))
    }
    let source = try eligible(joining)
    let link = try ownLink(of: joining.person.id)
    let referral = Referral(
      id: scope.newID(), campaign: campaign.id, person: joining.person.id,
      referrer: source?.referrer, state: .pending, method: source?.method,
      match: source?.match ?? .none, evidence: source?.evidence ?? .object([]),
      risk: try risk(of: source, joining), link: link?.id, joinedAt: scope.now,
      referredAt: source == nil ? nil : scope.now, isReturning: joining.isReturning)
    try referrals.insert(referral)
    let recorded = try loop(joining, referral.referrer).record(
      1, of: referral, after: [], by: joining.fact)
    return (try referrals.find(joining.person.id, in: campaign.id) ?? referral, recorded.paid)
  }

  /// Sets the referrer of a member who has none, within a day of the person's creation and before
  /// the second step.
  private func refer(
    _ member: Referral, _ joining: Joining
  ) throws -> (referral: Referral, paid: [Transfer]) {
    guard member.referrer == nil, let source = try eligible(joining), member.state.isCounted,
      try !loop(joining, nil).steps(of: member.id).contains(where: { $0 >= 2 })
    else { return (member, []) }
    let referred = Referral(
      id: member.id, campaign: member.campaign, person: member.person,
      referrer: source.referrer, state: member.state, method: source.method, match: source.match,
      evidence: source.evidence, risk: try risk(of: source, joining), link: member.link,
      joinedAt: member.joinedAt, referredAt: scope.now, isReturning: member.isReturning)
    try referrals.setReferrer(referred)
    let paid = try loop(joining, referred.referrer).reach(
      [(state: member.state, by: joining.fact)], from: nil, referred)
    return (referred, paid)
  }

  /// The app's server tells of a sign-up that so far only a client has told of.
  private func confirm(_ member: Referral, _ joining: Joining) throws -> [Transfer] {
    let loop = loop(joining, nil)
    guard joining.fact.trust == .server, try loop.isClaimed(1, of: member.id) else { return [] }
    let fact = try Facts(scope).append(
      .signUpConfirmed, about: joining.person, trust: .server)
    return try loop.confirm(
      1, of: member, among: loop.steps(of: member.id),
      by: MovingFact(id: fact, trust: .server, isPayable: true, isReversed: false))
  }

  /// The source, if it may make a referral here: it names another person who is present, in this
  /// campaign, and the newcomer is new.
  private func eligible(_ joining: Joining) throws -> ReferralSource? {
    guard let source = joining.source, let referrer = source.referrer,
      source.campaign == nil || source.campaign == campaign.id, referrer != joining.person.id,
      try People(scope).isPresent(referrer)
    else { return nil }
    let age = scope.now.milliseconds(since: joining.person.createdAt)
    return age <= Limits.referrerHours * Span.hourMilliseconds ? source : nil
  }

  private func risk(of source: ReferralSource?, _ joining: Joining) throws -> ReferralRisk {
    guard let referrer = source?.referrer else { return ReferralRisk([]) }
    let installs = Installs(scope)
    let people = People(scope)
    func mails(_ person: PersonID) throws -> [String] {
      try people.identities(of: person).filter { $0.kind == .email }.map(\.value)
    }
    let sharesNetwork =
      try joining.install.map { try installs.hasInstall(of: referrer, on: $0.network) } ?? false
    return ReferralEvidence(
      recipientMails: try mails(joining.person.id), referrerMails: try mails(referrer),
      installWasReferrers: joining.installWasReferrers, sharesNetwork: sharesNetwork,
      referralsInLastHour: try referrals.count(
        by: referrer, in: campaign.id,
        since: scope.now.adding(milliseconds: -Span.hourMilliseconds))
    ).risk
  }

  /// The link by which a member refers others.
  private func ownLink(of person: PersonID) throws -> Link? {
    let links = Links(scope)
    // Codes have 59 bits of chance: a second try is rare, a third means that chance is broken.
    for _ in 0..<3 {
      let link = Link(
        id: scope.newID(), app: scope.app.number, host: links.defaultHost,
        code: Code.unguessable(random: (scope.ambient.random(), scope.ambient.random())),
        url: campaign.url, campaign: campaign.id, referrer: person, options: LinkOptions(),
        createdAt: scope.now)
      if try links.insert(link) { return link }
    }
    return nil
  }
}
