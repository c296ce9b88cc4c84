import BeckonContract
import BeckonContractReferralHero

extension ReferralHeroServerRoute: ServedRoutes {
  var dialect: Dialect { .referralHeroServer }
  var tolerance: Set<PathTolerance> { .referralHero }

  var handler: Handler {
    switch self {
    case .createList: .keyed(CreateList.prepare)
    case .lists: .keyed(ListCampaignsOfServer.prepare)
    case .leaderboard: .keyed(ListSubscriberLeaders.prepare)
    case .bonuses: .keyed(ListBonuses.prepare)
    case .add: .keyed { try JoinCampaign.prepare($0, .add) }
    case .subscribers: .keyed(FindSubscribers.all)
    case .read: .keyed(ReadSubscriber.prepare)
    case .update: .keyed(UpdateSubscriber.prepare)
    case .delete: .keyed(DeleteSubscriber.prepare)
    case .findByEmail: .keyed(FindSubscribers.byIdentity)
    case .findByCode: .keyed(FindSubscribers.byCode)
    case .findByName: .keyed(FindSubscribers.byName)
    case .track: .keyed { try JoinCampaign.prepare($0, .track) }
    case .organicTrack: .keyed { try JoinCampaign.prepare($0, .organicTrack) }
    case .pending: .keyed { try JoinCampaign.prepare($0, .pending) }
    case .confirm: .keyed(ConfirmSubscriber.prepare)
    case .confirmKnown: .keyed(ConfirmSubscriber.prepareKnown)
    case .addPoints, .addPointsTo: .keyed(AddPoints.prepare)
    case .addTransaction, .addTransactionOf: .keyed(AddTransaction.prepare)
    case .addTransactions: .keyed(AddTransaction.prepareMany)
    case .promote: .keyed(PromoteSubscriber.prepare)
    case .unlock: .keyed(PromoteSubscriber.unlock)
    case .qualify: .keyed { try QualifyReferral.prepare($0, counts: true) }
    case .unqualify: .keyed { try QualifyReferral.prepare($0, counts: false) }
    case .referred: .keyed { try ListLevel.prepare($0, 1, areConfirmed: false) }
    case .level1: .keyed { try ListLevel.prepare($0, 1, areConfirmed: true) }
    case .level2: .keyed { try ListLevel.prepare($0, 2, areConfirmed: true) }
    case .level3: .keyed { try ListLevel.prepare($0, 3, areConfirmed: true) }
    case .allOfLevel2: .keyed { try ListLevel.prepare($0, 2, areConfirmed: false) }
    case .allOfLevel3: .keyed { try ListLevel.prepare($0, 3, areConfirmed: false) }
    case .rewards: .keyed(ListSubscriberRewards.prepareAll)
    case .rewardsOf: .keyed(ListSubscriberRewards.prepare)
    case .updateReward: .keyed(UpdateReward.prepare)
    case .couponGroups: .keyed(CouponGroups.list)
    case .createCouponGroup: .keyed(CouponGroups.create)
    case .readCouponGroup: .keyed(CouponGroups.read)
    case .updateCouponGroup: .keyed(CouponGroups.update)
    case .deleteCouponGroup: .keyed(CouponGroups.delete)
    case .coupons: .keyed(CouponGroups.coupons)
    case .addCoupons: .keyed(CouponGroups.add)
    case .deleteCoupons: .keyed(CouponGroups.remove)
    }
  }
}
