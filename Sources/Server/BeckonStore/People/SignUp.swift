import BeckonEngine
import BeckonModel

/// Creates a person or finds one, joins them to campaigns if they sign up, and sets what came
/// along.
public struct SignUp {
  private let scope: Scope
  private let request: Request

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
    /// The click that led here.
    public let click: ClickID?
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
    /// Whether this is a sign-up, or only tells of somebody, who may sign up later.
    public let isSignUp: Bool

    /// Makes a request.
    public init(
      identities: [Identity], installID: String?, campaign: Campaign?, referrer: String?,
      click: ClickID?, attributes: JSON?, consent: String?, proof: Proof,
      voucher: Voucher? = nil, issuesToken: Bool = true, isSignUp: Bool = true
    ) {
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

  /// What became of it.
  public struct Outcome: Sendable {
    /// The person.
    public let person: PersonID
    /// Whether the caller proved to be them, or created them; else nothing was changed or told.
    public let isProven: Bool
    /// Whether they are created by this.
    public let isNew: Bool
    /// A token, when there is one to hand out.
    public let token: String?
    /// Their link in the campaign.
    public let link: Link?
    /// Their referrer in the campaign.
    public let referredBy: PersonID?
    /// Identities that are someone else's.
    public let conflicts: [IdentityKind]
  }

  /// Prepares a sign-up.
  public init(_ scope: Scope, _ request: Request) {
    self.scope = scope
    self.request = request
  }

  private var people: People { People(scope) }

  /// Carries it out.
  /// - Throws: `DatabaseError`; `Attributes.tooLarge`; `IdentityTokenFault`.
  public func run() throws -> Outcome {
    let install = try provenInstall()
    let decision = try decide(install)
    let found = try (decision.owner?.id).flatMap(people.present)
    let conflicts = zip(request.identities, decision.fates).filter { $1 == .conflict }.map(\.0.kind)
    if let found, let owner = decision.owner, try !isProven(owner, install) {
      return Outcome(
        person: found.id, isProven: false, isNew: false, token: nil, link: nil, referredBy: nil,
        conflicts: conflicts)
    }
    let signsUp = request.isSignUp && (found?.awaitsSignUp ?? true)
    let isReturning = try request.identities.contains {
      try Facts(scope).isErased(
        scope.app.digest(of: $0), to: isVouched($0) ? .server : .client)
    }
    let person =
      try found ?? people.create(consent: request.consent, awaitsSignUp: !request.isSignUp)
    if signsUp, found != nil { try people.noteSignUp(of: person.id) }
    try apply(decision, to: person.id, install)
    let previous = try take(install, for: person)
    let referral =
      request.isSignUp
      ? try join(person, install, isFirst: signsUp, isReturning: isReturning, previous) : nil
    if let attributes = request.attributes {
      let outcome = try Attributes(scope).set(
        attributes, consent: request.consent, of: person.id, trust: request.proof.trust)
      if case .tooLarge = outcome { throw Attributes.tooLarge }
    }
    if signsUp { try tell(person, referral) }
    return Outcome(
      person: person.id, isProven: true, isNew: found == nil,
      token: try token(for: person.id, isNew: found == nil, install),
      link: try referral?.link.flatMap(Links(scope).find),
      referredBy: referral?.referrer(to: request.proof),
      conflicts: conflicts)
  }

  private func tell(_ person: Person, _ referral: Referral?) throws {
    try Outbox(scope).tell(.signUp) {
      let identities = try people.identities(of: person.id)
      return Outbox.Entry(
        topic: .signUp, id: person.id.identifier, subject: person.id.identifier,
        who: [JSON.Member("person", .id(person.id))]
          + identities.map { JSON.Member($0.kind.rawValue, .string($0.value)) },
        data: .object([
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
      named, user: try install?.person.flatMap(known), signedIn: try signedIn())
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

  private func known(_ id: PersonID) throws -> KnownPerson? {
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
      try people.attach(identity, to: person, isConfirmed: isVouched(identity))
    }
    guard decision.isFirstConfirmed else { return }
    try Tokens(scope).revoke(person, butOn: install?.id)
    // A vendor's clients have no way to sign in once more, so they go on until it is known which
    // phone is the person's.
    if let install { try Installs(scope).disown(person, but: install.id) }
  }

  private func provenInstall() throws -> Install? {
    guard let installID = request.installID,
      let install = try Installs(scope).find(client: installID),
      try isInstallProven(install)
    else { return nil }
    return install
  }

  private func isInstallProven(_ install: Install) throws -> Bool {
    let tokens = Tokens(scope)
    if try tokens.prove(request.proof, install.id) { return true }
    return try install.person.map { try tokens.prove(request.proof, $0) } ?? false
  }

  /// With the install's token one may speak for the anonymous person who uses it.
  private func isProven(_ person: KnownPerson, _ install: Install?) throws -> Bool {
    if request.proof.trust == .server || request.voucher != nil || person.isProven { return true }
    return install?.person == person.id && person.standing == .anonymous
  }

  /// With a publishable key the caller has the token already, or has just become the person. A
  /// server has none of its own, so it is given one only to hand on: for somebody new, or for the
  /// install that it names.
  private func token(for person: PersonID, isNew: Bool, _ install: Install?) throws -> String? {
    guard request.issuesToken else { return nil }
    let tokens = Tokens(scope)
    if !isNew, let token = request.proof.token,
      try tokens.holds(request.proof, owner: person.identifier)
    {
      if let install { try tokens.note(token, on: install.id) }
      return token
    }
    if request.proof.trust == .server, !isNew, request.installID == nil { return nil }
    return try tokens.issue(to: person, on: install?.id)
  }

  // MARK: What follows

  /// Makes the install the person's. An anonymous person who used it becomes one with them. Gives
  /// who used it before.
  private func take(_ install: Install?, for person: Person) throws -> PersonID? {
    guard let install else { return nil }
    if install.person != person.id {
      try Installs(scope).assign(install.id, to: person.id)
      for identity in request.identities where identity.kind == .userID {
        try CapturedPayments(scope).join(install, payer: identity)
      }
    } else {
      try Installs(scope).own(install.id)
    }
    guard let previous = install.person, previous != person.id else { return nil }
    if try people.identities(of: previous).isEmpty, try people.isPresent(previous) {
      try Merge(scope).merge(previous, into: person.id)
      return nil
    }
    return previous
  }

  /// Joins the matched link's campaign, which makes the referral, and the one that was asked for,
  /// which only enrols unless it is the same. Without either, the app's only campaign.
  private func join(
    _ person: Person, _ install: Install?, isFirst: Bool, isReturning: Bool, _ previous: PersonID?
  ) throws -> Referral? {
    let source = try Sources(scope: scope).find(
      Sources.Hints(
        referrer: request.referrer, click: request.click, install: install?.id, person: person.id))
    let only = scope.app.campaigns.count == 1 ? scope.app.campaigns.first : nil
    let linked = source?.campaign.flatMap(scope.app.campaign)
    var campaigns: [Campaign] = []
    for campaign in [linked, request.campaign].compactMap({ $0 })
    where !campaigns.contains(campaign) {
      campaigns.append(campaign)
    }
    if campaigns.isEmpty { campaigns = [only].compactMap { $0 } }
    let trust = request.proof.trust
    let fact =
      isFirst ? try Facts(scope).append(.signUp, about: person, trust: trust) : scope.newID()
    let moving = MovingFact(id: fact, trust: trust, isPayable: true, isReversed: false)
    var referral: Referral?
    for campaign in campaigns {
      let joining = Enrolment.Joining(
        person: person, source: source, install: install,
        installWasReferrers: try wasReferrers(install, source, previous),
        isReturning: isReturning, fact: moving)
      let joined = try Enrolment(scope: scope, campaign: campaign).join(joining).referral
      if referral == nil || campaign == request.campaign { referral = joined }
    }
    return referral
  }

  private func wasReferrers(
    _ install: Install?, _ source: ReferralSource?, _ previous: PersonID?
  ) throws -> Bool {
    guard let install, let referrer = source?.referrer else { return false }
    return try previous == referrer || Installs(scope).wasUsed(install.id, by: referrer)
  }
}
