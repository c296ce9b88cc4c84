import BeckonModel

/// What becomes of the referrals of two people who turn out to be one.
public struct ReferralMerge: Hashable, Sendable {
  /// Those that become the survivor's.
  public let moved: [Referral]
  /// Those that end, because the survivor is in the same campaign.
  public let superseded: [Referral]

  /// Merges the referrals of one into those of the other.
  public init(_ old: [Referral], into new: [Referral]) {
    let kept = Set(new.map(\.campaign))
    moved = old.filter { !kept.contains($0.campaign) }
    superseded = old.filter { kept.contains($0.campaign) }
  }
}

extension Referral {
  /// Whether the person goes on in the campaign, without a referrer, when the install by which they
  /// were found turns out to be an old one: nothing has begun yet, or they were imported. Else it
  /// ends: all that it was is that they came by that install.
  public var outlivesItsInstall: Bool { state == .awaitingSignUp || imported != nil }

  /// Whether it can be taken out of the counts for good: it has not been.
  public var canEnd: Bool { state.isCounted || state.isWaiting }

  /// How its referrer's counts move when it ends; `nil` when they do not.
  public var moveToEnd: ReferralMove? {
    guard state.isCounted else { return nil }
    return countedReferrer.map {
      ReferralMove(person: $0, campaign: campaign, old: state, new: nil)
    }
  }

  /// Whether whoever was noted as its referrer before the sign-up may stay so, now that the person
  /// turns out to be somebody who signed up then.
  public func keepsReferrer(signUpReceived: Instant) -> Bool {
    guard let referrer else { return true }
    let proposal = ReferrerProposal(
      person: person, referrer: referrer, standing: nil, hasMovedOn: false,
      signUpReceived: signUpReceived)
    return proposal.outcome(at: referredAt ?? signUpReceived, ancestors: { [] }) == .made
  }
}
