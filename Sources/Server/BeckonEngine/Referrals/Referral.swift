import BeckonModel

/// A person's part in a campaign.
public struct Referral: Hashable, Sendable {
  /// Its id.
  public let id: ReferralID
  /// The campaign.
  public let campaign: CampaignID
  /// The person.
  public let person: PersonID
  /// Who referred the person; set once.
  public let referrer: PersonID?
  /// How far it has come.
  public var state: ReferralState
  /// By what the referrer was found: `referrer`, `click_id`, `install`.
  public let method: String?
  /// How sure that is.
  public let match: MatchType
  /// What it rests on.
  public let evidence: JSON
  /// What speaks against it.
  public let risk: ReferralRisk
  /// The link by which the person refers others in this campaign.
  public let link: LinkID?
  /// When the person joined the campaign.
  public let joinedAt: Instant
  /// When the referrer was set.
  public let referredAt: Instant?
  /// Whether the person had been erased before and came back.
  public let isReturning: Bool
  /// Whether somebody has looked at the risk and approved.
  public let isRiskCleared: Bool
  /// The install that proved itself when the referrer was set.
  public let referrerInstall: InstallID?
  /// Whether a client set the referrer before the app's server had named the person, and nobody
  /// has vouched for it since.
  public let isReferrerClaimed: Bool
  /// What an import has said of it; `nil` when it was made here.
  public let imported: ImportedRewards?

  /// Makes a referral.
  public init(
    id: ReferralID, campaign: CampaignID, person: PersonID, referrer: PersonID?,
    state: ReferralState, method: String?, match: MatchType, evidence: JSON, risk: ReferralRisk,
    link: LinkID?, joinedAt: Instant, referredAt: Instant?, isReturning: Bool,
    isRiskCleared: Bool, referrerInstall: InstallID?, isReferrerClaimed: Bool = false,
    imported: ImportedRewards? = nil
  ) {
    self.imported = imported
    self.id = id
    self.campaign = campaign
    self.person = person
    self.referrer = referrer
    self.state = state
    self.method = method
    self.match = match
    self.evidence = evidence
    self.risk = risk
    self.link = link
    self.joinedAt = joinedAt
    self.referredAt = referredAt
    self.isReturning = isReturning
    self.isRiskCleared = isRiskCleared
    self.referrerInstall = referrerInstall
    self.isReferrerClaimed = isReferrerClaimed
  }

  /// Whether it was imported from where all that it earns was settled.
  public var isSettledElsewhere: Bool { imported == .settled }

  /// Whose counts it is in, as far as it counts: nobody's while a client has only declared who the
  /// referrer is, which anybody can, until it is known better.
  public var countedReferrer: PersonID? { match == .declared ? nil : referrer }

  /// What still speaks against it: nothing, once somebody has looked at it and approved.
  public var standingRisk: ReferralRisk { isRiskCleared ? ReferralRisk([]) : risk }

  /// How good it is for rules on counts, by how the step was told that brought it where it is.
  public func standing(isVouched: Bool) -> ReferralStanding {
    ReferralStanding(
      match: match, risk: standingRisk, isReturning: isReturning,
      isVouched: isVouched, isReferrerClaimed: isReferrerClaimed,
      isSettledElsewhere: isSettledElsewhere)
  }

  /// The referrer as far as a caller with this key may know: a weak match is too uncertain to name
  /// anybody to an app's user.
  public func referrer(to key: KeyKind) -> PersonID? {
    key == .secret || match > .weak ? referrer : nil
  }

  /// The member of the evidence that tells which claimed referrer gave way.
  public static let replaced = "replaced"
  /// The member of the evidence that tells who else could have brought the person.
  public static let lost = "lost"

  /// The evidence as far as a caller with this key may know: a click that was found by the device
  /// may be another person's, and a weak match is no ground for telling whose link it may have
  /// been.
  private func evidence(to key: KeyKind) -> JSON {
    guard key == .publishable else { return evidence }
    let members = evidence.members ?? []
    guard method == "install" else {
      return .object(members.filter { ![Referral.replaced, Referral.lost].contains($0.name) })
    }
    let kept = match > .weak ? ["decision", "reason", "link"] : ["decision", "reason"]
    return .object(members.filter { kept.contains($0.name) })
  }

  /// As the API writes it to a caller with this key.
  public func json(to key: KeyKind) -> JSON {
    .object([
      "id": .id(id), "campaign": .id(campaign), "person": .id(person),
      "referrer": referrer(to: key).map(JSON.id), "state": .string(state.rawValue),
      "method": method.map(JSON.string), "match": .string(match.rawValue),
      "evidence": evidence(to: key),
      "risk": risk.json, "joined_at": .instant(joinedAt),
      "referred_at": referredAt.map(JSON.instant), "returning": isReturning ? true : nil,
      "referrer_claimed": isReferrerClaimed ? true : nil,
    ])
  }
}

extension ReferralState {
  /// Whether a referral of this state is in its referrer's counts.
  public var isCounted: Bool { [.pending, .unconfirmed, .confirmed].contains(self) }

  /// Whether it has not begun yet: what is told of it is kept until then.
  public var isWaiting: Bool { self == .awaitingSignUp || self == .unverified }
}
