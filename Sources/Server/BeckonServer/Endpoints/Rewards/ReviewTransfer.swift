import BeckonContract
import BeckonModel
import BeckonStore

/// `POST /v1/ledger/transfers/{transfer}/review` `{decision: approve|reject, reason?}`.
enum ReviewTransfer {
  enum Decision: String, CaseIterable {
    case approve, reject
  }

  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    let decision = try fields.require("decision", fields.choice("decision", Decision.self))
    let reason = try fields.string("reason", max: Limits.nameBytes)
    let id = try call.id(0, TransferID.self)
    return .write { scope in
      let ledger = Ledger(scope)
      guard let transfer = try ledger.find(id) else { throw Problem.notFound }
      guard transfer.state == .inReview else {
        throw Problem(.notInReview, "The transfer is \(transfer.state.rawValue).")
      }
      switch decision {
      case .approve:
        try ledger.approve(id, reason: reason ?? "approved")
        try ReferralReview(scope).approve(transfer)
      case .reject: try ledger.void(id, reason: reason ?? "rejected")
      }
      return .json(try ledger.find(id)?.json ?? .null)
    }
  }
}
