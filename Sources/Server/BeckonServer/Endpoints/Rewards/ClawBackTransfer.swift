import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// `POST /v1/ledger/transfers/{transfer}/clawback` `{reason?}`: takes a reward back, once.
enum ClawBackTransfer {
  static func prepare(_ call: Call) throws -> Work {
    let fields = call.request.body.isEmpty ? nil : try call.fields()
    try fields?.allow(only: ["reason"])
    let reason = try fields?.string("reason", max: Limits.nameBytes) ?? "taken back by hand"
    let id = try call.id(0, TransferID.self)
    return .write { scope in
      guard let transfer = try Ledger(scope).find(id) else { throw Problem.notFound("transfer") }
      guard transfer.kind == .reward else {
        throw FieldError("", "must name a reward; this transfer is a \(transfer.kind.rawValue)")
      }
      let result = try Ledger(scope).takeBack(id, fact: nil, reasons: [reason])
      return .json((result ?? transfer).json)
    }
  }
}
