import BeckonContract
import BeckonContractReferralHero
import BeckonEngine
import BeckonModel
import BeckonStore

/// Somebody joins a campaign by one of this vendor's calls, or a member gets a referrer.
struct Joining {
  private let join: JoinCampaign
  private let scope: Scope
  private let member: Subscriber?
  private var call: Call { join.call }
  private var request: SubscriberRequest { join.request }

  /// What became of it.
  struct Joined {
    let subscriber: Subscriber
    /// Whether a person was created.
    let isNew: Bool
    let token: String?
    let warnings: [String]
  }

  /// - Parameter member: the member whom the app's server names. It needs no token of theirs, and
  ///   their device is only looked up if nobody has referred them yet.
  init(_ join: JoinCampaign, _ scope: Scope, of member: Subscriber? = nil) {
    self.join = join
    self.scope = scope
    self.member = member
  }

  /// Carries it out.
  /// - Throws: `Problem` when they may not join; `DatabaseError`; `SignUp.NewcomerRefused`.
  func run(mayCreate: Bool) throws -> Joined {
    let known = try known()
    let isShown = try known.map { try Tokens(scope).prove(call.proof, $0.id) } ?? false
    // Whom the app lets anybody change by these calls gets no token by them, and nothing by which
    // they could be somebody elsewhere: that would last when the app lets nobody any more.
    let isOpen = known != nil && !isShown && call.app.settings.opensMembers
    let own = try request.fields.text(ReferralHero.installMember, max: Limits.clientIDBytes)
    let install = try own == nil && !isOpen && !isReferred ? launch() : nil
    let named = try request.referrer?.text(in: join.campaign.id, scope)
    let hasName = known?.attributes["name"]?.string?.isEmpty == false
    let attributes: JSON? = hasName ? nil : request.name.map { ["name": .string($0)] }
    let outcome = try SignUp(
      scope,
      SignUp.Request(
        identities: try isOpen ? identities(of: known) : request.identities,
        installID: isOpen ? nil : own ?? install?.clientID,
        campaign: join.campaign, referrer: isOpen ? nil : named,
        click: isOpen ? nil : request.referrer?.click?.text,
        attributes: attributes, consent: nil, proof: proof(install?.install),
        issuesToken: !isOpen && member == nil && !call.isReferralHeroServer,
        mayCreate: mayCreate,
        person: isShown || isOpen ? known?.id : nil,
        optIn: try request.optIn(call))
    ).run()
    guard outcome.isProven else { throw Problem(ReferralHeroFailure.foreignSubscriber) }
    guard let found = try Members(scope).find(outcome.person, in: join.campaign.id) else {
      throw Problem(
        ReferralHeroFailure(
          .inactiveList,
          "The campaign takes no members now (\(outcome.referrerOutcome?.rawValue ?? "closed"))."))
    }
    let member = try Members(scope).rejoin(found)
    return Joined(
      subscriber: try Subscriber(member, in: join.campaign, shown(outcome.token), scope),
      isNew: outcome.isNew, token: outcome.token,
      warnings: isOpen && request.referrer != nil
        ? ["referrer: needs the member's token, since a referrer is for ever"]
        : warnings(of: outcome, isNamed: named != nil || request.referrer?.click != nil))
  }

  private var isReferred: Bool { member?.member.referral.referrer != nil }

  /// Whoever was created by this call is the caller's own.
  private func shown(_ token: String?) -> Call { token.map(call.showing) ?? call }

  /// Those that are the person's already.
  private func identities(of person: Person?) throws -> [Identity] {
    try request.identities.filter { try People(scope).find($0) == person?.id }
  }

  private func known() throws -> Person? {
    for identity in request.identities {
      if let person = try People(scope).find(identity).flatMap(People(scope).present) {
        return person
      }
    }
    return nil
  }

  /// - Parameter isNamed: whether what names the referrer leads to anything.
  private func warnings(of outcome: SignUp.Outcome, isNamed: Bool) -> [String] {
    var warnings = outcome.conflicts.map {
      "\($0.referralHeroName): is another person's, and was left out"
    }
    if request.referrer != nil, !isNamed { warnings.append("referrer: nobody is known by it") }
    if let asking = outcome.optIn, asking != .queued {
      warnings.append("double opt-in: no mail was sent (\(asking.rawValue))")
    }
    if request.referrer != nil, let referrer = outcome.referrerOutcome, referrer != .made,
      referrer != .unverified
    {
      warnings.append("referrer: \(referrer.rawValue)")
    }
    return warnings
  }

  // MARK: The device

  /// The launch of an install that the device's click led to, if there is one. It claims that
  /// click, so that nobody else comes by it.
  private func launch() throws -> (install: Install, clientID: String)? {
    guard let device = request.device else { return nil }
    let address = try request.fields.text("ip_address", max: Limits.wordBytes)
    let network = call.network(given: address)
    let who = request.identities.map { $0.kind.rawValue + " " + $0.value }.joined(separator: " ")
    let told = [join.campaign.id.text, who, device.json.text, network.text]
    let clientID = "unnamed " + call.app.digest(ofInstall: told.joined(separator: " ")).text
    var launch = FirstLaunch.Request(
      installID: clientID, device: device, deviceJSON: device.json, network: network.text,
      networkClass: network.class, link: nil, clickID: nil, installReferrer: nil,
      pasteboard: nil, vendor: .referralHero, isSignUp: true, isUnnamed: true,
      proof: call.proof)
    launch.caughtUp = join.caughtUp
    let outcome = try UnnamedLaunch(scope, launch).run()
    guard let outcome, outcome.install.vendor == .referralHero else { return nil }
    return (outcome.install, clientID)
  }

  private func proof(_ install: Install?) -> Proof {
    install.map { call.proof.showing($0, of: nil, to: .referralHero) } ?? call.proof
  }
}
