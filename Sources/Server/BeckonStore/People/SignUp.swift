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
    /// Whether this is a sign-up, or only tells of somebody, who may sign up later.
    public let isSignUp: Bool
    /// Whether somebody new may be created; else `NewcomerRefused` is thrown before anything is
    /// written.
    public let mayCreate: Bool

    /// Makes a request.
    public init(
      identities: [Identity], installID: String?, campaign: Campaign?, referrer: String?,
      click: ClickID?, attributes: JSON?, consent: String?, proof: Proof, isSignUp: Bool = true,
      mayCreate: Bool = true
    ) {
      self.mayCreate = mayCreate
      self.isSignUp = isSignUp
      self.identities = identities
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
  /// - Throws: `DatabaseError`; `Attributes.tooLarge`; `NewcomerRefused`.
  public func run() throws -> Outcome {
    let install = try provenInstall()
    let found = try find(install)
    if let person = found.person, try !isProven(person, install) {
      return Outcome(
        person: person.id, isProven: false, isNew: false, token: nil, link: nil, referredBy: nil,
        conflicts: found.conflicts)
    }
    let isNew = found.person == nil
    guard request.mayCreate || !isNew else { throw NewcomerRefused() }
    let signsUp = request.isSignUp && (found.person?.awaitsSignUp ?? true)
    let isReturning = try request.identities.contains {
      try Facts(scope).isErased(scope.app.digest(of: $0))
    }
    let person =
      try found.person
      ?? people.create(
        consent: request.consent, awaitsSignUp: !request.isSignUp, vendor: request.proof.vendor)
    if signsUp, !isNew { try people.noteSignUp(of: person.id) }
    for identity in found.free { try people.attach(identity, to: person.id) }
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
      person: person.id, isProven: true, isNew: isNew,
      token: try token(for: person.id, isNew: isNew),
      link: try referral?.link.flatMap(Links(scope).find),
      referredBy: referral?.referrer(to: request.proof),
      conflicts: found.conflicts)
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

  private struct Found {
    let person: Person?
    let free: [Identity]
    let conflicts: [IdentityKind]
  }

  /// Whose identities these are. The first that belongs to somebody decides, in the order of
  /// `IdentityKind`, in which the app's own id comes first; those of others are conflicts. When all
  /// are free, an anonymous person who uses the install becomes known.
  private func find(_ install: Install?) throws -> Found {
    var owner: Person?
    var free: [Identity] = []
    var conflicts: [IdentityKind] = []
    for identity in request.identities {
      guard let holder = try people.find(identity).flatMap(people.present) else {
        free.append(identity)
        continue
      }
      // Of two ids of the app's own, each is a person: the other identity is then the other's.
      if owner == nil, !(try isOther(holder)) { owner = holder }
      if holder.id != owner?.id { conflicts.append(identity.kind) }
    }
    if owner == nil, let user = try install?.person.flatMap(people.present) {
      let isAnonymous = try people.identities(of: user.id).isEmpty
      if isAnonymous || request.identities.isEmpty { owner = user }
    }
    return Found(person: owner, free: free, conflicts: conflicts)
  }

  /// Whether the app names the caller by an id of its own, and this person by another.
  private func isOther(_ holder: Person) throws -> Bool {
    guard let userID = request.identities.first(where: { $0.kind == .userID }) else { return false }
    let known = try people.identities(of: holder.id).filter { $0.kind == .userID }
    return !known.isEmpty && !known.contains(userID)
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
  private func isProven(_ person: Person, _ install: Install?) throws -> Bool {
    if try Tokens(scope).prove(request.proof, person.id) { return true }
    guard install?.person == person.id else { return false }
    return try people.identities(of: person.id).isEmpty
  }

  /// With a publishable key the caller has the token already, or has just become the person.
  private func token(for person: PersonID, isNew: Bool) throws -> String? {
    if !isNew, let token = request.proof.token,
      try Tokens(scope).prove(Proof(key: .publishable, token: token), person)
    {
      return token
    }
    return try Tokens(scope).issue(to: person.identifier)
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
