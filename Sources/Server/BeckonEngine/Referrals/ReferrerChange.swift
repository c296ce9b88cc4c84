import BeckonModel

/// What a source does to the referral of somebody who is a member of the campaign.
public enum ReferrerChange: Hashable, Sendable {
  /// Nothing.
  case none
  /// It names the referrer who is there, who is vouched for by it, and perhaps surer.
  case strengthens
  /// It names the first one.
  case sets
  /// It names another than the one whom only a client had claimed.
  case replaces

  /// Decides.
  /// - Parameters:
  ///   - outcome: what became of the referrer whom the source names.
  ///   - givesWay: whether the campaign chooses that one before the one who is there.
  public static func decide(
    _ outcome: ReferrerOutcome?, of source: ReferralSource?, for member: Referral,
    givesWay: Bool = false
  ) -> ReferrerChange {
    guard outcome.isStored, let referrer = source?.referrer else { return .none }
    guard let standing = member.referrer else { return .sets }
    if standing == referrer { return .strengthens }
    return member.isReferrerClaimed || givesWay ? .replaces : .none
  }
}

extension ReferrerOutcome? {
  /// Whether the referrer stands in the referral.
  public var isStored: Bool { self == .made || self == .awaitingSignUp }
}

extension Referral {
  /// A person's part in a campaign when they join it.
  /// - Parameters:
  ///   - source: who brought them, if that may stand.
  ///   - state: `awaitingSignUp` until they sign up.
  ///   - install: the install that proved itself.
  public init(
    id: ReferralID, of person: PersonID, in campaign: CampaignID, from source: ReferralSource?,
    state: ReferralState, risk: ReferralRisk, link: LinkID?, isReturning: Bool,
    install: InstallID?, at now: Instant
  ) {
    self.init(
      id: id, campaign: campaign, person: person, referrer: source?.referrer, state: state,
      method: source?.method, match: source?.match ?? .none,
      evidence: source?.evidence ?? .object([]), risk: risk, link: link, joinedAt: now,
      referredAt: source == nil ? nil : now, isReturning: isReturning, isRiskCleared: false,
      referrerInstall: source?.referrer == nil ? nil : install)
  }

  /// The same with a referrer in place of none, or of one whom only a client had claimed. What was
  /// cleared must be cleared anew.
  public func referred(
    by source: ReferralSource, risk: ReferralRisk, install: InstallID?, at now: Instant
  ) -> Referral {
    Referral(
      id: id, campaign: campaign, person: person, referrer: source.referrer, state: state,
      method: source.method, match: source.match,
      evidence: source.evidence.noting(replaced: referrer), risk: risk, link: link,
      joinedAt: joinedAt, referredAt: now, isReturning: isReturning, isRiskCleared: false,
      referrerInstall: install, imported: imported)
  }

  /// Whether the person's word vouches for the referrer: it was set from the install from which
  /// they speak, and only a client's word until now.
  public func isSupported(from install: InstallID) -> Bool {
    isReferrerClaimed && referrerInstall == install
  }

  /// Whether the referrer is only claimed once the app's server has named the person, on this
  /// install if on any: one that was set from the same install is not.
  public func becomesClaimed(but install: InstallID?) -> Bool {
    referrer != nil && (install == nil || referrerInstall != install)
  }
}

extension JSON {
  /// The evidence, and who gave way to it.
  fileprivate func noting(replaced referrer: PersonID?) -> JSON {
    guard let referrer else { return self }
    return .object((members ?? []) + [JSON.Member(Referral.replaced, .id(referrer))])
  }
}
