import BeckonContract
import BeckonContractReferralHero

extension ReferralHeroStoredRoute: ServedRoutes {
  var dialect: Dialect { .referralHeroStored }
  var tolerance: Set<PathTolerance> { .referralHero }

  var handler: Handler {
    switch self {
    case .add: .keyed { try JoinCampaign.prepare($0, .add) }
    case .read: .keyed(ReadSubscriber.prepare)
    case .update: .keyed(UpdateSubscriber.prepare)
    }
  }
}

extension ReferralHeroClientRoute: ServedRoutes {
  var dialect: Dialect { .referralHeroClient }
  var tolerance: Set<PathTolerance> { .referralHero }

  var handler: Handler {
    switch self {
    case .delete: .keyed(DeleteSubscriber.prepare)
    case .share: .keyed(CaptureShare.prepare)
    case .referrals: .keyed(ListSubscriberReferrals.prepare)
    case .leaderboard: .keyed(ListSubscriberLeaders.prepare)
    case .track: .keyed { try JoinCampaign.prepare($0, .track) }
    case .confirm: .keyed(ConfirmSubscriber.prepare)
    case .organicTrack: .keyed { try JoinCampaign.prepare($0, .organicTrack) }
    case .pending: .keyed { try JoinCampaign.prepare($0, .pending) }
    case .rewards: .keyed(ListSubscriberRewards.prepare)
    case .referrer: .keyed(FindReferrer.prepare)
    }
  }
}

extension Set<PathTolerance> {
  /// What this vendor's clients write into paths: that for Android a slash at the end, that for
  /// Flutter a doubled one, and that for iOS an id that it does not know.
  static let referralHero: Set<PathTolerance> = [
    .slashAtEnd, .doubledSlashes, .emptyParameters,
  ]
}
