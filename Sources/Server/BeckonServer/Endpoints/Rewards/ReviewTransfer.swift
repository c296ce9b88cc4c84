import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/ledger/transfers/{transfer}/review` `{decision: approve|reject, reason?}`.
enum ReviewTransfer {
  enum Decision: String, CaseIterable {
    case approve, reject
  }

  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    try fields.allow(only: ["decision", "reason"])
    let decision = try fields.require("decision", fields.choice("decision", Decision.self))
    let reason = try fields.string("reason", max: Limits.nameBytes)
    let id = try call.id(0, TransferID.self)
    return .write { scope in
      let reviews = Reviews(scope)
      let outcome =
        switch decision {
        case .approve: try reviews.approve(id, reason: reason ?? "approved")
        case .reject: try reviews.reject(id, reason: reason ?? "rejected")
        }
      switch outcome {
      case .decided(let transfer): return .json(transfer.json)
      case .notInReview(let state):
        throw Problem(.notInReview, "The transfer is \(state.rawValue).")
      case .refused(let refusal): throw problem(refusal)
      case .unknown: throw Problem.notFound("transfer")
      }
    }
  }

  private static func problem(_ refusal: Payout.Refusal) -> Problem {
    let remedy =
      switch refusal {
      case .noCoupon: "Its coupon pool is empty: add codes to it, then approve again."
      case .exclusiveGroup: "Its fact has paid in another campaign of the group."
      default: "Its rule's cap '\(refusal.rawValue)' is used up: raise it, then approve again."
      }
    return Problem(
      .rewardRefused, "\(remedy) The transfer stays in review.",
      more: [JSON.Member("reason", .string(refusal.rawValue))])
  }
}
