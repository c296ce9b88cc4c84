import BeckonContract

extension CampaignRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .create: .keyed(CreateCampaignEndpoint.prepare)
    case .list: .keyed(ListCampaigns.prepare)
    case .read: .keyed(ReadCampaign.prepare)
    case .update: .keyed(UpdateCampaign.prepare)
    case .leaderboard: .keyed(Leaderboard.prepare)
    case .readRank: .keyed(ReadRank.prepare)
    case .listInvitees: .keyed(ListInviteesEndpoint.prepare)
    case .listReferrals: .keyed(ListReferrals.prepare)
    case .findReferrals: .keyed(FindReferrals.prepare)
    case .reviewReferral: .keyed(ReviewReferral.prepare)
    case .promote: .keyed(PromoteMember.prepare)
    case .funnel: .keyed(Funnel.prepare)
    case .convert: .keyed(ConvertEndpoint.prepare)
    }
  }
}
