import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

extension StorePayments {
  /// Makes a payment a fact, once, as soon as it is known whose it is: rules wait for people. What
  /// cost nothing is none. The fact is worth as much as what is known of whose it is.
  func tell(_ known: Known, _ owner: Owner) throws {
    guard !known.isTold, known.money.amount > 0, owner.subject != .none else { return }
    try scope.connection.send(
      "UPDATE store_transactions SET told = 1 WHERE app = $1 AND reference = $2",
      [scope.tenant, .identifier(known.reference)])
    try store(
      Event(
        id: known.payment.identifier.uuid, name: PaymentKind.payment, subject: owner.subject,
        at: known.at,
        properties: Self.properties(of: known, known.money.amount, kind: known.kind)),
      trust: owner.trust)
  }

  /// Makes a refund a fact.
  func tellRefund(
    of known: Known, _ amount: Int64, at: Instant, by notice: Notice
  ) throws -> FactID {
    let id = factID("store refund", known.reference.text, "\(notice.at.milliseconds)")
    let person = try known.install.flatMap(Installs(scope).find(_:))?.person
    let more: [JSON.Member] = [JSON.Member("of", .string(known.payment.identifier.uuid))]
    let kind = PaymentKind.refund(of: known.kind)
    let properties = Self.properties(of: known, amount, kind: kind).members ?? []
    try store(
      Event(
        id: id.identifier.uuid, name: EventBatch.refund,
        subject: person.map(Event.Subject.person) ?? .none,
        at: at, properties: .object(more + properties)),
      trust: .server)
    return id
  }

  /// One that is too old, or of somebody who was erased, is no fact; the revenue counts it.
  private func store(_ event: Event, trust: Trust) throws {
    var intake = EventIntake(
      scope, EventBatch([event], for: scope.app, trust: trust, sentAt: nil, received: scope.now),
      paysBeforeSignUp: true)
    _ = try intake.store()
  }

  private static func properties(of known: Known, _ amount: Int64, kind: String) -> JSON {
    .object([
      "amount": .number(Money(amount: amount, currency: known.money.currency).decimal),
      "currency": .string(known.money.currency.code), "type": .string(kind),
      "status": .string(PaymentState.completed.rawValue), "source": .string(known.source),
      "transaction_id": .string(known.transactionID), "product": known.product.map(JSON.string),
    ])
  }
}
