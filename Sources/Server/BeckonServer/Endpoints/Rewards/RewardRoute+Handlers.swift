import BeckonContract

extension RewardRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .listTransfers: .keyed(ListTransfers.prepare)
    case .listHeld: .keyed(ListHeldRewards.prepare)
    case .decideHeld: .keyed(DecideHeldRewards.prepare)
    case .reviewTransfer: .keyed(ReviewTransfer.prepare)
    case .clawBackTransfer: .keyed(ClawBackTransfer.prepare)
    case .noteFulfilment: .keyed(NoteFulfilment.prepare)
    case .ledgerSummary: .keyed(LedgerSummary.prepare)
    case .readBalances: .keyed(ReadBalances.prepare)
    case .redeem: .keyed(RedeemEndpoint.prepare)
    case .grant: .keyed(GrantEndpoint.prepare)
    case .addCoupons: .keyed(AddCoupons.prepare)
    }
  }
}
