import BeckonModel

/// Somebody is to become a person's referrer in a campaign.
public struct ReferrerProposal: Sendable {
  /// The person.
  public let person: PersonID
  /// Who is to be the referrer.
  public let referrer: PersonID
  /// Who is the person's referrer already.
  public let standing: PersonID?
  /// Whether that one was claimed by a client and gives way to another.
  public let isStandingClaimed: Bool
  /// Whether the person has gone on to the second step, or the referral has ended.
  public let hasMovedOn: Bool
  /// When the sign-up was received, or, if only a client had told it, when the app's server first
  /// named the person; `nil` before it.
  public let signUpReceived: Instant?
  /// What the campaign is.
  public let campaign: CampaignStanding

  /// Makes a proposal.
  public init(
    person: PersonID, referrer: PersonID, standing: PersonID?, isStandingClaimed: Bool = false,
    hasMovedOn: Bool, signUpReceived: Instant?, in campaign: CampaignStanding = .active
  ) {
    self.campaign = campaign
    self.isStandingClaimed = isStandingClaimed
    self.person = person
    self.referrer = referrer
    self.standing = standing
    self.hasMovedOn = hasMovedOn
    self.signUpReceived = signUpReceived
  }

  /// What becomes of it; of nothing but `made` and `awaitingSignUp` anything is stored. The time in
  /// which a referrer can be set runs from the receipt of the sign-up, so that it neither runs out
  /// while somebody only looks around nor is made longer by a clock.
  /// - Parameter ancestors: gives the referrer's own referrer, that one's referrer, and so on to
  ///   the end, or the first `ancestorsMax`. It may be a long way, so it is asked for last.
  public func outcome(
    at now: Instant, ancestors: () throws -> [PersonID]
  ) rethrows -> ReferrerOutcome {
    if referrer == person { return .own }
    if let standing, standing != referrer, !isStandingClaimed { return .alreadyReferred }
    let possible = possible(at: now)
    guard ReferrerOutcome?(possible).isStored,
      standing != referrer || isStandingClaimed || signUpReceived == nil
    else { return possible }
    return Self.closesCircle(person, below: try ancestors()) ? .cycle : possible
  }

  /// What becomes of it unless it closes a circle.
  private func possible(at now: Instant) -> ReferrerOutcome {
    if standing == referrer { return signUpReceived == nil ? .awaitingSignUp : .made }
    if let refusal = campaign.refusal { return refusal }
    guard let signUpReceived else { return .awaitingSignUp }
    let age = now.milliseconds(since: signUpReceived)
    return hasMovedOn || age > Limits.referrerHours * Span.hourMilliseconds ? .tooLate : .made
  }

  /// Ancestors that are looked at. Nobody comes by a way so long; one that does not end before may
  /// lead anywhere, so it counts as a circle.
  public static let ancestorsMax = 10_000

  /// Whether a person may lead to themselves below these.
  public static func closesCircle(_ person: PersonID, below ancestors: [PersonID]) -> Bool {
    ancestors.count >= ancestorsMax || ancestors.contains(person)
  }
}

/// Who referred whom in a campaign.
public struct ReferralEdge: Hashable, Sendable {
  /// The referral.
  public let referral: ReferralID
  /// Who was referred.
  public let person: PersonID
  /// By whom.
  public let referrer: PersonID
  /// When.
  public let referredAt: Instant

  /// Makes an edge.
  public init(referral: ReferralID, person: PersonID, referrer: PersonID, referredAt: Instant) {
    self.referral = referral
    self.person = person
    self.referrer = referrer
    self.referredAt = referredAt
  }

  /// The edge that goes when two people turn out to be one and so somebody leads to themselves: the
  /// latest of those on the way round, which would have been refused had it been known. `nil` when
  /// the way from `person` does not lead back.
  public static func latest(ofCycleThrough person: PersonID, in edges: [ReferralEdge])
    -> ReferralEdge?
  {
    let byPerson = Dictionary(edges.map { ($0.person, $0) }) { first, _ in first }
    var way: [ReferralEdge] = []
    var next: PersonID? = person
    while let at = next, way.count <= edges.count {
      guard let edge = byPerson[at] else { return nil }
      way.append(edge)
      next = edge.referrer == person ? nil : edge.referrer
    }
    guard next == nil else { return nil }
    return way.max { ($0.referredAt, $0.referral) < ($1.referredAt, $1.referral) }
  }
}
