import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/ledger/transfers/{transfer}/fulfilment` `{status: sent|resent}`: somebody has handed
/// over what a posted reward stands for, or once more. It moves no money.
enum NoteFulfilment {
  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    try fields.allow(only: ["status"])
    let word = try fields.require("status", fields.choice("status", Fulfilment.Word.self))
    let id = try call.id(0, TransferID.self)
    return .write { scope in
      let ledger = Ledger(scope)
      guard let transfer = try ledger.find(id) else { throw Problem.notFound("transfer") }
      guard transfer.kind == .reward, transfer.state == .posted else {
        throw FieldError(
          "",
          "must name a reward that is posted; this is a \(transfer.kind.rawValue) that is "
            + transfer.state.rawValue)
      }
      try ledger.note(Fulfilment(word, at: call.now), of: id)
      return .json((try ledger.find(id) ?? transfer).json)
    }
  }
}
