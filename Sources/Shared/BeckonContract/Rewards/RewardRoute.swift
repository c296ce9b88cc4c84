/// The ledger, balances and coupons.
public enum RewardRoute: RouteGroup {
  /// The ledger.
  case listTransfers
  /// What is pending or in review, and why.
  case listHeld
  /// Decide about many held rewards.
  case decideHeld
  /// Decide about a transfer in review.
  case reviewTransfer
  /// Take a posted or pending reward back.
  case clawBackTransfer
  /// Note that somebody has handed over what a reward stands for.
  case noteFulfilment
  /// Every account's sum, and the sum of all, which is zero.
  case ledgerSummary
  /// What a person has earned.
  case readBalances
  /// Spend a person's balance.
  case redeem
  /// Give a member something by hand, or take it back.
  case grant
  /// Fill a pool of coupon codes.
  case addCoupons

  /// The call.
  public var route: Route {
    switch self {
    case .listTransfers:
      Route(
        "GET", "/v1/ledger/transfers", .secretKey,
        query: ["person", "campaign", "rule", "state", "kind"] + Route.period + Route.page)
    case .listHeld:
      Route(
        "GET", "/v1/ledger/held", .secretKey,
        query: ["person", "campaign", "rule", "state", "reason"] + Route.period + Route.page)
    case .decideHeld: Route("POST", "/v1/ledger/held", .secretKey)
    case .reviewTransfer: Route("POST", "/v1/ledger/transfers/{transfer}/review", .secretKey)
    case .clawBackTransfer: Route("POST", "/v1/ledger/transfers/{transfer}/clawback", .secretKey)
    case .noteFulfilment: Route("POST", "/v1/ledger/transfers/{transfer}/fulfilment", .secretKey)
    case .ledgerSummary: Route("GET", "/v1/ledger/summary", .secretKey)
    case .readBalances: Route("GET", "/v1/people/{person}/balances", .key)
    case .redeem: Route("POST", "/v1/people/{person}/redemptions", .secretKey)
    case .grant: Route("POST", "/v1/people/{person}/grants", .secretKey)
    case .addCoupons: Route("POST", "/v1/coupon-pools/{pool}/codes", .secretKey)
    }
  }
}
