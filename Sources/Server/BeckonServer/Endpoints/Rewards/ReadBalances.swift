import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `GET /v1/people/{person}/balances`.
enum ReadBalances {
  static func prepare(_ call: Call) throws -> Work {
    .read { scope in
      let balances = try Ledger(scope).balances(of: try call.person(scope).id)
      return .json(
        .array(
          balances.map {
            Redeem.Balance(
              unit: $0.unit, posted: $0.posted, pending: $0.pending, inReview: $0.inReview
            ).json
          }))
    }
  }
}
