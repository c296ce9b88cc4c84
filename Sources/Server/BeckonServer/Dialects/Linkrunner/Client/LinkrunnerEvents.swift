import BeckonBasics
import BeckonContract
import BeckonContractLinkrunner
import BeckonEngine
import BeckonModel
import BeckonStore

/// `POST /api/client/capture-event`. The vendor counts a retried event twice; here it is one, by
/// its `event_id` or, where a client sends none, by what it says (`LinkrunnerRepetition`).
enum LinkrunnerCaptureEvent {
  static func prepare(_ call: Call) throws -> Work {
    let request = try LinkrunnerRequest(call)
    let fields = request.fields
    let name = try fields.require(
      "event_name", fields.string("event_name", max: Limits.wordBytes))
    let userID = try request.userID()
    let given = try fields.string("event_id", max: Limits.clientIDBytes)
    let properties = try fields.linkrunnerEventData()
    let ids =
      given.map { [$0] } ?? LinkrunnerRepetition.ids(of: request, name, call)
    let event = Event(
      id: ids[0], name: name,
      subject: userID.map(Event.Subject.userID)
        ?? request.installID.map(Event.Subject.installID) ?? .none,
      at: request.at(receivedAt: call.now), properties: properties ?? .object([]))
    let batch = EventBatch(
      [event], for: call.app, trust: call.proof.trust, on: request.installID, sentAt: nil,
      received: call.now)
    let earlier = ids.dropFirst().first.map { FactID(Identifier(clientID: $0)) }
    return .write { scope in
      // Where `init` was lost, an event tells of the device.
      if let installID = request.installID, request.describesDevice,
        try Installs(scope).isWaiting(client: installID) == true
      {
        _ = try FirstLaunch(scope, request.firstLaunch(call)).run()
      }
      try request.settleAge(call, scope)
      var outcome = EventIntake.Outcome.duplicate
      if try !LinkrunnerRepetition.isRecent(earlier, scope) {
        var intake = EventIntake(scope, batch)
        outcome = try intake.store().first ?? .duplicate
      }
      let value = try LinkrunnerConversionValue.members(ofClient: request.installID, call, scope)
      return (outcome, value)
    } then: { (outcome: EventIntake.Outcome, value: [JSON.Member]) in
      .linkrunner("Event capture request received!", data: outcome.linkrunnerData(value))
    }
  }
}

/// `POST /api/client/capture-payment`: by (type, payment id) one payment, the first report wins.
enum LinkrunnerCapturePayment {
  static func prepare(_ call: Call) throws -> Work {
    let request = try LinkrunnerRequest(call)
    let (report, earlier) = try report(request, call)
    let launch = try request.installID.map { _ in try request.firstLaunch(call) }
    return .write { scope in
      // The SDK sends `init` and does not wait for it, and what is paid belongs to an install.
      if let launch, try Installs(scope).isWaiting(client: launch.installID) ?? true {
        _ = try FirstLaunch(scope, launch).run()
      }
      try request.settleAge(call, scope)
      let outcome =
        try LinkrunnerRepetition.isRecent(earlier, scope)
        ? EventIntake.Outcome.duplicate
        : CapturedPayments(scope).record(report, trust: call.proof.trust)
      let value = try LinkrunnerConversionValue.members(ofClient: request.installID, call, scope)
      return .linkrunner(
        "Payment capture request received!", status: 201, data: outcome.linkrunnerData(value))
    }
  }

  private static func report(
    _ request: LinkrunnerRequest, _ call: Call
  ) throws -> (CapturedPayments.Report, earlier: FactID?) {
    let fields = request.fields
    _ = try request.userID()
    let kind = try LinkrunnerPayment.kind(fields)
    let reference = try fields.string("payment_id", max: Limits.clientIDBytes)
    let ids = reference.map { [$0] } ?? LinkrunnerRepetition.ids(of: request, kind, call)
    let report = try LinkrunnerPayment.report(
      fields, reference: ids[0], installID: request.installID,
      at: request.at(receivedAt: call.now), call.app.settings)
    let earlier = ids.dropFirst().first.map {
      CapturedPayments.id(kind: kind, reference: $0, in: call.app)
    }
    return (report, earlier)
  }
}

/// `POST /api/client/remove-captured-payment`: one payment, or all of a user's. With a publishable
/// key, which anyone can read out of an app, only those of the same install.
enum LinkrunnerRemovePayment {
  static func prepare(_ call: Call) throws -> Work {
    let request = try LinkrunnerRequest(call)
    let fields = request.fields
    let reference = try fields.string("payment_id", max: Limits.clientIDBytes)
    let userID = try fields.string("user_id", max: Limits.identityBytes)
    guard reference != nil || userID != nil else {
      throw fields.error("payment_id", "or user_id is missing")
    }
    try LinkrunnerSigning.requireRemoval(call.request, fields)
    return .write { scope in
      let install = try request.installID.flatMap(Installs(scope).find(client:))
      let isServer = call.proof.trust == .server
      if let install { try call.requireProven(install, scope) }
      guard isServer || install != nil else {
        return .linkrunner("No payment found", data: ["removed": 0])
      }
      let count = try CapturedPayments(scope).remove(
        CapturedPayments.Selection(
          reference: reference, payer: userID, install: isServer ? nil : install?.id),
        trust: call.proof.trust)
      return .linkrunner(
        count == 0 ? "No payment found" : "Payment removed successfully",
        data: ["removed": .integer(count)])
    }
  }
}

/// What makes two requests without an id one: a client that retries sends what it sent before, to
/// the last digit of the time since the install. Where that is missing too, the same body within a
/// minute, as long as clients try, is one.
enum LinkrunnerRepetition {
  static let windowMilliseconds: Int64 = 60_000

  /// Ids that the request may have been stored under: its own first, and one of the minute before.
  static func ids(of request: LinkrunnerRequest, _ name: String, _ call: Call) -> [String] {
    let parts = [
      "event_data", "user_id", "amount", "currency", "status", "time_since_app_install",
    ].map { request.fields.value($0)?.sorted.text ?? "" }
    let said = [request.installID ?? "", name] + parts
    guard parts.last?.isEmpty ?? true else { return [id(said, call.app)] }
    let body = JSON.object(request.fields.all).sorted.text
    let minute = call.now.milliseconds / windowMilliseconds
    return [minute, minute - 1].map { id(said + [body, "\($0)"], call.app) }
  }

  /// Whether the request was stored less than a minute ago, but in the minute before.
  static func isRecent(_ earlier: FactID?, _ scope: Scope) throws -> Bool {
    guard let earlier, let at = try Facts(scope).claimed(earlier) else { return false }
    return scope.now.milliseconds(since: at) < windowMilliseconds
  }

  /// Made with the app's key, so that nobody takes it first.
  private static func id(_ parts: [String], _ app: AppContext) -> String {
    Identifier(hashing: parts, key: app.pepper).uuid
  }
}

extension JSON {
  /// The same with the members of objects in the order of their names: a dictionary has none.
  var sorted: JSON {
    switch self {
    case .object(let members):
      .object(
        members.map { Member($0.name, $0.value.sorted) }.sorted { $0.name < $1.name })
    case .array(let elements): .array(elements.map(\.sorted))
    default: self
    }
  }
}

extension EventIntake.Outcome {
  /// `data` of the answer.
  fileprivate func linkrunnerData(_ more: [JSON.Member]) -> JSON {
    let message =
      switch self {
      case .accepted(let reason): reason ?? "stored"
      case .duplicate: "a duplicate: it is stored already"
      case .rejected(let reason): "not stored: \(reason)"
      }
    return .object([JSON.Member("message", .string(message))] + more)
  }
}
