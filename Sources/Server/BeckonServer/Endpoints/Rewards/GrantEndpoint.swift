import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /v1/people/{person}/grants`.
enum GrantEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    let body = try Grant.Request(try call.fields())
    return .write { scope in
      let person = try call.person(scope)
      guard let campaign = scope.app.campaign(named: body.campaign) else {
        throw FieldError("campaign", "is none of this app's")
      }
      let grants = Grants(scope)
      let outcome = try grants.grant(
        Grants.Grant(
          id: grants.transferID(body.id), campaign: campaign.id, amount: body.amount,
          unit: body.unit, reason: body.reason), to: person.id)
      switch outcome {
      case .done(let transfer): return .json(transfer.json, status: 201)
      case .conflict:
        throw Problem(.idempotencyConflict, "This id belongs to another grant.", field: "id")
      case .noMember:
        throw FieldError(
          "campaign",
          "has no such member; the person joins by POST /v1/people, and then can be granted "
            + "something")
      case .balanceFull:
        throw FieldError("amount", "would bring the balance further from 0 than can be counted")
      }
    }
  }
}
