import BeckonBasics
import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import BeckonStore

/// `POST /api/v1/capture-event`, from an app's server. Without an `event_id` or an
/// `Idempotency-Key` each request is an event: a server's request carries no time that would tell a
/// retry.
enum LinkrunnerServerEvent {
  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.linkrunnerFields()
    let name = try fields.require(
      "event_name", fields.string("event_name", max: Limits.wordBytes))
    let userID = try fields.require(
      "user_id", fields.string("user_id", max: Limits.identityBytes))
    let id = try fields.string("event_id", max: Limits.clientIDBytes)
    let properties = try fields.linkrunnerEventData()
    let event = Event(
      id: id ?? call.ambient.id(FactID.self).text, name: name, subject: .userID(userID), at: nil,
      properties: properties ?? .object([]))
    let batch = EventBatch(
      [event], for: call.app, trust: .server, sentAt: nil, received: call.now)
    return .write { scope in
      var intake = EventIntake(scope, batch)
      _ = try intake.store()
      // The body says 200 under a 201, as the vendor's does.
      return .json(
        ["msg": "Event capture request received!", "status": 200, "data": .null], status: 201)
    }
  }
}

/// `POST /api/v1/capture-payment`, from an app's server. A payment belongs to the user's first
/// install.
enum LinkrunnerServerPayment {
  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.linkrunnerFields()
    _ = try fields.require("user_id", fields.string("user_id", max: Limits.identityBytes))
    let reference = try fields.string("payment_id", max: Limits.clientIDBytes)
    let report = try LinkrunnerPayment.report(
      fields, reference: reference ?? call.ambient.id(FactID.self).text, installID: nil,
      call.app.settings)
    return .write { scope in
      _ = try CapturedPayments(scope).record(report, trust: .server)
      return .linkrunner("Payment capture request received!", status: 201, data: .null)
    }
  }
}

/// `POST /api/v1/remove-payment`: one payment, or all of a user's. 400 when there is none.
enum LinkrunnerServerRemovePayment {
  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.linkrunnerFields()
    let reference = try fields.string("payment_id", max: Limits.clientIDBytes)
    let userID = try fields.string("user_id", max: Limits.identityBytes)
    guard reference != nil || userID != nil else {
      throw fields.error("payment_id", "or user_id is missing")
    }
    return .write { scope in
      let count = try CapturedPayments(scope).remove(
        CapturedPayments.Selection(reference: reference, payer: userID, install: nil),
        trust: .server)
      guard count > 0 else { return .linkrunner("No payment found", status: 400) }
      return .linkrunner("Payment removed successfully", data: ["removed": .integer(count)])
    }
  }
}
