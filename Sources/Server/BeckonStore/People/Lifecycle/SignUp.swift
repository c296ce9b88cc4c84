import BeckonEngine
import BeckonModel

/// Creates a person or finds one, joins them to campaigns if they sign up, and sets what came
/// along.
public struct SignUp {
  let scope: Scope
  let request: Request

  /// What the caller says, in normal form.
  public struct Request: Sendable {
    /// By what the person is known.
    public let identities: [Identity]
    /// The app's own id of the install that they use.
    public let installID: String?
    /// The campaign to join.
    public let campaign: Campaign?
    /// Who referred them: a person's id, a code or a link.
    public let referrer: String?
    /// The id of the click that led here, as the caller has it.
    public let click: String?
    /// Attributes to set.
    public let attributes: JSON?
    /// Version of the terms to which they agreed.
    public let consent: String?
    /// What the caller shows.
    public let proof: Proof
    /// For whom the app's server vouches, if the call came with an identity token.
    public let voucher: Voucher?
    /// Whether the answer can hand out a token; some vendors' cannot.
    public let issuesToken: Bool
    /// Whether this is a sign-up, or only tells of somebody, who may sign up later. Without an
    /// identity it is none in any case: the person is anonymous.
    public let isSignUp: Bool
    /// When the person signed up, by the sender's clock.
    public let at: Instant?
    /// When the request was sent, by the same clock.
    public let sentAt: Instant?
    /// Whether somebody new may be created; else `NewcomerRefused` is thrown before anything is
    /// written.
    public let mayCreate: Bool
    /// Whom the call is about, who has proven it already, by a password or in this transaction.
    public let person: PersonID?
    /// In which language the person is asked whether their mail address is theirs, and whether at
    /// all, where a campaign wants to know.
    public let optIn: OptIns.Wish

    /// Makes a request.
    public init(
      identities: [Identity], installID: String?, campaign: Campaign?, referrer: String?,
      click: String?, attributes: JSON?, consent: String?, proof: Proof,
      voucher: Voucher? = nil, issuesToken: Bool = true, isSignUp: Bool = true,
      at: Instant? = nil, sentAt: Instant? = nil, mayCreate: Bool = true,
      person: PersonID? = nil, optIn: OptIns.Wish = OptIns.Wish()
    ) {
      self.person = person
      self.optIn = OptIns.Wish(
        named: identities, language: optIn.language, isMailed: optIn.isMailed)
      self.at = at
      self.sentAt = sentAt
      self.mayCreate = mayCreate
      self.isSignUp = isSignUp
      self.identities = voucher.completing(identities)
      self.voucher = voucher
      self.issuesToken = issuesToken
      self.installID = installID
      self.campaign = campaign
      self.referrer = referrer
      self.click = click
      self.attributes = attributes
      self.consent = consent
      self.proof = proof
    }
  }

  /// Somebody new came who may not be created now.
  public struct NewcomerRefused: Error {}

  /// Prepares a sign-up.
  public init(_ scope: Scope, _ request: Request) {
    self.scope = scope
    self.request = request
  }

  var people: People { People(scope) }

  /// Carries it out.
  /// - Throws: `DatabaseError`; `Attributes.tooLarge`; `IdentityTokenFault`; `NewcomerRefused`;
  /// `FieldError` for a sign-up too long ago.
  public func run() throws -> Outcome {
    guard let time = EventTime(at: request.at, sentAt: request.sentAt, received: scope.now) else {
      throw FieldError("at", "is more than \(Limits.factAgeDays) days ago")
    }
    let named = try request.installID.flatMap(Installs(scope).find(client:))
    let install = try named.flatMap { try isInstallProven($0) ? $0 : nil }
    let decision = try decide(install)
    let found = try (decision.owner?.id).flatMap(people.present)
    let isFromBefore = try settleAge(install, decision)
    let conflicts = zip(request.identities, decision.fates).filter { $1 == .conflict }.map(\.0.kind)
    if let found, let owner = decision.owner, try !isProven(owner, install) {
      return Outcome(
        person: found.id, isProven: false, isNew: false, token: nil, link: nil, referredBy: nil,
        referrerOutcome: request.referrer == nil ? nil : .personUnproven,
        isReferrerUnknown: false, conflicts: conflicts)
    }
    try checkNumber(decision)
    let isNew = found == nil
    guard request.mayCreate || !isNew else { throw NewcomerRefused() }
    let signUp = SignUpDecision(
      isSignUp: request.isSignUp, identities: request.identities, found: found, decision)
    var person = try present(found, signedUpAt: signUp.isFirst ? time.at : nil)
    try apply(decision, to: person.id, install)
    if !isNew {
      let added = zip(request.identities, decision.fates)
        .filter { [.attached, .taken].contains($1) }.map(\.0)
      try AddedIdentities(scope: scope).catchUp(added, of: person.id)
      try settleOptIn(of: person.id, added)
      if let install { try ReferrerClaims(scope: scope).support(person.id, from: install.id) }
      person = try people.present(person.id) ?? person
    }
    var fact = try store(signUp, of: person, time)
    let previous = try take(install, for: person)
    if request.isSignUp, !request.identities.isEmpty, install != nil || signUp.isFirst {
      try Installs(scope).noteSignUp(of: person.id, on: install?.id, at: time.at)
    }
    if person.awaitsSignUp, !isNew, let current = try people.present(person.id) {
      // Whom they became one with may have signed up.
      person = current
      fact = try store(nil, of: person, time)
    }
    // Of when somebody signed up, only the app's server is believed: a signed identity says who
    // they are, and the time is the phone's.
    let isVouched = request.proof.trust == .server
    let joined =
      request.isSignUp
      ? try join(
        person, install, isFirst: signUp.isFirst, at: isVouched ? time.at : scope.now, fact,
        previous, isFromBefore: isFromBefore) : nil
    if signUp.fact == .confirmed, let fact {
      try FirstConfirmation(scope).confirmSignUp(of: person.id, by: fact)
    }
    if let attributes = request.attributes {
      let outcome = try Attributes(scope).set(
        attributes, consent: request.consent, of: person.id, trust: request.proof.trust,
        makesRoom: request.proof.trust == .server || request.voucher != nil)
      if case .tooLarge = outcome { throw Attributes.tooLarge }
    }
    if signUp.isFirst { try publish(person, joined?.referral) }
    return Outcome(
      person: person.id, isProven: true, isNew: isNew,
      token: try token(for: person.id, isNew: isNew, install),
      link: try joined?.referral?.link.flatMap(Links(scope).find),
      referredBy: joined?.referral?.referrer(to: request.proof.key),
      referrerOutcome: joined?.outcome
        ?? (named != nil && install == nil ? .installUnproven : nil),
      isReferrerUnknown: joined?.isReferrerUnknown ?? false, conflicts: conflicts,
      optIn: joined?.optIn)
  }

  /// Most identities of a person to which a client may add. Each call about the person looks at
  /// all of them.
  static let claimedIdentitiesMax = 50

  /// - Throws: `FieldError`, when a client adds an identity to a person who has so many.
  private func checkNumber(_ decision: IdentityDecision) throws {
    let added = zip(request.identities, decision.fates)
      .filter { [.attached, .taken].contains($1) && !isVouched($0) }.map(\.0)
    guard let first = added.first, let owner = decision.owner,
      owner.identities.count + added.count > Self.claimedIdentitiesMax
    else { return }
    throw FieldError(
      first.kind.rawValue,
      "would be more than \(Self.claimedIdentitiesMax) identities of this person; only the app's "
        + "server may add further ones")
  }

  /// The person, created or with the sign-up noted if this is theirs.
  private func present(_ found: Person?, signedUpAt: Instant?) throws -> Person {
    guard let person = found else {
      return try people.create(
        consent: request.consent, signedUpAt: signedUpAt, vendor: request.proof.vendor)
    }
    guard let signedUpAt else { return person }
    try people.noteSignUp(of: person.id, at: signedUpAt, received: scope.now)
    return try people.present(person.id) ?? person
  }

  /// The sign-up as a fact; of who signed up before, that the server has now said so, or this call;
  /// `nil` for who has not yet. For whom the app's server vouches, it tells of the sign-up too.
  private func store(
    _ signUp: SignUpDecision?, of person: Person, _ time: EventTime
  ) throws -> MovingFact? {
    guard !person.awaitsSignUp else { return nil }
    let trust = request.voucher == nil ? request.proof.trust : .server
    func append(_ name: Facts.Own) throws -> FactID {
      try Facts(scope).append(name, about: person, at: time.at, trust: trust)
    }
    let id: FactID =
      switch signUp?.fact {
      case .signUp: try append(.signUp)
      case .confirmed: try append(.signUpConfirmed)
      case .nothing, nil: scope.newID()
      }
    return MovingFact(id: id, trust: trust, isPayable: signUp?.isPayable(at: time) ?? true)
  }

  private func publish(_ person: Person, _ referral: Referral?) throws {
    try Feed(scope).publish(
      .signUp, person.id.identifier, about: person.id.identifier,
      isByClient: request.proof.trust == .client && request.voucher == nil
    ) {
      let identities = try people.identities(of: person.id)
      return Feed.body(
        of: [JSON.Member("person", .id(person.id))]
          + identities.map { JSON.Member($0.kind.rawValue, .string($0.value)) },
        .object([
          "attributes": request.attributes, "consent": request.consent.map(JSON.string),
          "campaign": referral.map { .id($0.campaign) },
          "referred_by": referral?.referrer.map(JSON.id),
        ]))
    }
  }

  // MARK: Who it is

  /// Whom the call is about, and what becomes of the identities that it names.
  private func decide(_ install: Install?) throws -> IdentityDecision {
    let named = try request.identities.map { identity in
      NamedIdentity(
        identity, isVouched: isVouched(identity),
        holder: try people.find(identity).flatMap(known))
    }
    return IdentityDecision.decide(
      named, user: try install?.person.flatMap(known) ?? shownAnonymous(),
      signedIn: try signedIn() ?? request.person.flatMap(known))
  }

  /// Who the caller is by a single-use token.
  private func signedIn() throws -> KnownPerson? {
    let userID = request.identities.first { $0.kind == .userID }
    switch request.voucher {
    case .person(let id):
      guard let person = try known(id), !person.isOther(than: userID) else {
        throw IdentityTokenFault.otherUser
      }
      return person
    case .user(let signed):
      guard signed == userID else { throw IdentityTokenFault.otherUser }
      return nil
    case nil: return nil
    }
  }

  private func isVouched(_ identity: Identity) -> Bool {
    request.proof.trust == .server || request.voucher?.vouches(for: identity) == true
  }

  func known(_ id: PersonID) throws -> KnownPerson? {
    guard let person = try people.present(id) else { return nil }
    return KnownPerson(
      id: person.id, identities: try people.known(of: person.id),
      isProven: try Tokens(scope).holds(request.proof, owner: person.id.identifier))
  }

  /// Before any token is handed out: those that end are all that were there.
  private func apply(
    _ decision: IdentityDecision, to person: PersonID, _ install: Install?
  ) throws {
    for (identity, fate) in zip(request.identities, decision.fates)
    where [.attached, .taken, .confirmed].contains(fate) {
      if fate == .taken { try Passwords(scope).end(for: identity) }
      try people.attach(identity, to: person, isConfirmed: isVouched(identity))
      if identity.kind == .userID, fate != .confirmed {
        try CapturedPayments(scope).give(person, payer: identity)
      }
    }
    if decision.isFirstConfirmed { try FirstConfirmation(scope).note(person, on: install) }
  }

  private func isProven(_ person: KnownPerson, _ install: Install?) throws -> Bool {
    if request.proof.trust == .server || request.voucher != nil || person.isProven { return true }
    if request.person == person.id { return true }
    guard let install else { return false }
    let isShown = try Tokens(scope).shows(request.proof, tokenOf: install.id.identifier)
    return try Installs(scope).use(of: install, isShown: isShown)
      .signsIn(person, namedBy: request.identities)
  }

  private func token(for person: PersonID, isNew: Bool, _ install: Install?) throws -> String? {
    let tokens = Tokens(scope)
    let grant = try TokenGrant.decide(
      isAsked: request.issuesToken, isNew: isNew, by: request.proof.trust,
      namesInstall: request.installID != nil
    ) {
      try request.proof.token != nil && tokens.holds(request.proof, owner: person.identifier)
    }
    switch grant {
    case .none: return nil
    case .shown:
      if let install, let token = request.proof.token { try tokens.note(token, on: install.id) }
      return request.proof.token
    case .new: return try tokens.issue(to: person, on: install?.id, by: request.proof.trust)
    }
  }

  // MARK: What follows

  /// What the sign-up leads to.
  private struct Campaigning {
    /// Their part in the campaign that was asked for, else in the first.
    var referral: Referral?
    var outcome: ReferrerOutcome?
    var isReferrerUnknown = false
    var optIn: OptIn.Asking?
  }

  /// Joins the campaigns that the sign-up leads to.
  private func join(
    _ person: Person, _ install: Install?, isFirst: Bool, at signedUpAt: Instant,
    _ fact: MovingFact?, _ previous: PersonID?, isFromBefore: Bool
  ) throws -> Campaigning {
    let sources = Sources(scope: scope)
    // Who was here before was brought by nobody, unless that is known already.
    let isUnbrought =
      try isFromBefore && !Referrals(scope).all(of: person.id).contains { $0.referrer != nil }
    let hints = Sources.Hints(
      referrer: isUnbrought ? nil : request.referrer,
      click: isFromBefore ? nil : request.click.flatMap { ClickID($0) },
      install: install?.id, person: person.id, trust: request.proof.trust,
      heedsInstalls: request.person != nil)
    let found = try sources.find(hints)
    let source = try sources.choose(
      found, hints, usual: request.campaign ?? scope.app.defaultCampaign(at: scope.now))
    let isReturning = try Returning(scope).isReturning(person.id)
    var joined = Campaigning()
    for campaign in try campaigns(of: person, source, isFirst: isFirst, at: signedUpAt) {
      let joining = Enrolment.Joining(
        person: person, source: source, install: install,
        installWasReferrers: try wasReferrers(install ?? suspect, source, previous),
        isReturning: isReturning, fact: fact, signedUpAt: isFirst ? signedUpAt : nil)
      guard let part = try Enrolment(scope: scope, campaign: campaign).join(joining) else {
        let standing = campaign.schedule.standing(at: isFirst ? signedUpAt : scope.now)
        joined.outcome = joined.outcome ?? standing.refusal
        continue
      }
      if joined.referral == nil || campaign == request.campaign { joined.referral = part.referral }
      joined.outcome = joined.outcome ?? part.outcome
      if part.isAsked {
        joined.optIn =
          try joined.optIn ?? OptIns(scope).ask(person.id, in: campaign.id, request.optIn)
      }
    }
    let isNobodys = try !isUnbrought && (request.referrer.map(sources.isNobodys) ?? false)
    joined.isReferrerUnknown =
      !isUnbrought && !isNobodys && request.referrer != nil
      && found?.method != ReferralSource.named
    if source == nil, joined.isReferrerUnknown { joined.outcome = .unknownCode }
    // A click that is known leads to its link at least.
    if source == nil, request.click != nil, !isFromBefore {
      joined.outcome = joined.outcome ?? .unknownClick
    }
    if source?.referrer == nil, isNobodys { joined.outcome = joined.outcome ?? .noOwner }
    if source?.referrer != nil { joined.outcome = joined.outcome ?? .noCampaign }
    let wasNamed = request.click != nil || (isUnbrought && request.referrer != nil)
    if isFromBefore, wasNamed { joined.outcome = joined.outcome ?? .tooLate }
    return joined
  }

  private func campaigns(
    of person: Person, _ source: ReferralSource?, isFirst: Bool, at signedUpAt: Instant
  ) throws -> [Campaign] {
    let now = isFirst ? signedUpAt : scope.now
    let memberships = try Referrals(scope).all(of: person.id)
    let members = Set(memberships.map(\.campaign))
    let waiting = memberships.filter { isFirst && $0.state == .awaitingSignUp }
    return JoinedCampaigns.all(
      linked: source?.campaign, asked: request.campaign, waiting: waiting.map(\.campaign),
      usual: DefaultCampaign.find(
        scope.app.settings.defaultCampaign, in: scope.app.campaigns,
        of: memberships.map(\.campaign), at: now),
      of: scope.app.campaigns
    ) { $0.schedule.standing(at: now).refusal == nil || members.contains($0.id) }
  }
}
