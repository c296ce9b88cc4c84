import BeckonContract
import BeckonModel
import BeckonStore

/// `POST /v1/payments`: with a secret key the app's own word, with a publishable key a claim, which
/// is counted apart. The id alone says which payment it is.
enum RecordPaymentEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    let fields = try call.fields()
    let body = try RecordPayment.Request(fields)
    guard body.instrument == nil || call.proof.key == .secret else {
      throw fields.error("instrument", "is the app's server's to tell; send it with a secret key")
    }
    guard let currency = body.currency.flatMap(Currency.init) ?? call.app.ownCurrency else {
      throw fields.error("currency", "is missing, and the app has none of its own")
    }
    guard let money = Money(decimal: body.amount, currency),
      (0...Limits.amount.upperBound) ~= money.amount
    else { throw fields.error("amount", "must be a decimal not below zero, such as \"19.90\"") }
    return .write { scope in
      if let person = body.person, try People(scope).present(person) == nil {
        throw FieldError("person", "is nobody in this app")
      }
      let payments = CapturedPayments(scope)
      // What a client said it was for must not become the server's word.
      let told = try payments.find(body.id)
      let known = call.proof.trust == .client || told?.isSure == true ? told : nil
      let kind = body.type ?? known?.kind ?? PaymentKind.ordinary
      let report = CapturedPayments.Report(
        reference: body.id, kind: kind, state: .completed, money: money, payer: body.userID,
        installID: body.installID, at: body.at,
        properties: CapturedPayments.Report.properties(
          money, kind: kind, state: .completed, and: body.properties ?? .object([])),
        person: body.person, isKindOfID: false, instrument: body.instrument)
      let outcome = try payments.record(report, trust: call.proof.trust)
      if case .rejected(let reason) = outcome { throw FieldError("at", "is " + reason) }
      return .json(
        try describe(body.id, outcome, money, payments, call)
          .warning(of: warnings(of: body, call, scope)),
        status: outcome == .duplicate ? 200 : 201)
    }
  }

  /// Warns of a payment of nobody. Whether somebody is known is told to the app's server only:
  /// whoever has a publishable key could try names.
  private static func warnings(
    of body: RecordPayment.Request, _ call: Call, _ scope: Scope
  ) throws -> [FactWarning] {
    if body.person != nil { return [] }
    guard body.userID != nil || body.installID != nil else { return [.ofNobody] }
    guard call.proof.key == .secret else { return [] }
    let people = People(scope)
    if let user = body.userID {
      let known = try people.find(Identity(kind: .userID, value: user)).flatMap(people.present)
      guard known == nil else { return [] }
      return [
        FactWarning(
          .unknownSubject,
          "'user_id' is nobody whom this app knows, so no rule has paid for it. Name people with "
            + "POST /v1/people before they pay.")
      ]
    }
    guard try body.installID.flatMap(Installs(scope).find(client:)) == nil else { return [] }
    return [
      FactWarning(
        .unknownSubject,
        "'install_id' is no install of which the app has told, so no rule has paid for it. The SDK "
          + "tells of installs, or POST /v1/installs.")
    ]
  }

  /// What is known of the payment now. Whoever has a publishable key may have guessed the id, and
  /// is told nothing of another's payment.
  private static func describe(
    _ id: String, _ outcome: EventIntake.Outcome, _ money: Money, _ payments: CapturedPayments,
    _ call: Call
  ) throws -> JSON {
    var reasons: [String] = []
    if case .accepted(let reason?) = outcome { reasons.append(reason) }
    if money.isRounded { reasons.append("the amount was rounded to \(money.decimal)") }
    let status = outcome == .duplicate ? "duplicate" : "accepted"
    let head = JSON.object([
      "id": .string(id), "status": .string(status),
      "reason": reasons.isEmpty ? nil : .string(reasons.joined(separator: "; ")),
    ])
    guard call.proof.key == .secret, let told = try payments.find(id) else { return head }
    let known = JSON.object([
      "fact": .id(told.id), "type": .string(told.kind), "amount": .string(told.money.decimal),
      "currency": .string(told.money.currency.code),
      "refunded": .string(try payments.refunded(told, under: id).decimal),
      "trust": .string(told.trust.rawValue), "source": told.source.map(JSON.string),
      "removed": told.isRemoved ? true : nil,
    ])
    return .object((head.members ?? []) + (known.members ?? []))
  }
}
