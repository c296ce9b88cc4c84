import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/people/{person}/redemptions`.
enum RedeemEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    let body = try Redeem.Request(try call.fields())
    return .write { scope in
      let person = try call.person(scope)
      let outcome = try Redemptions(scope).redeem(
        body.amount, of: body.unit, by: person.id, id: body.id)
      switch outcome {
      case .done(let transfer): return .json(transfer.json, status: 201)
      case .insufficient(let posted):
        throw Problem(
          .insufficientBalance, "The balance is \(posted) \(body.unit).",
          more: [JSON.Member("posted", .integer(posted))])
      case .conflict:
        throw Problem(
          .idempotencyConflict, "This id belongs to another redemption.", field: "id")
      }
    }
  }
}
