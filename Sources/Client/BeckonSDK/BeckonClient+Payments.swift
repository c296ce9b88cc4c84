import BeckonBasics
import BeckonContract
import BeckonModel
import Foundation

extension BeckonClient {
  /// Records that the person who uses the app has paid. Like `track`, it returns when the payment
  /// is in the queue's file, waits for no network, and cannot fail for the caller: `problems` tells
  /// what could not be stored, or was refused.
  ///
  ///     beckon.trackPayment("19.90", currency: "EUR", id: order.id)
  ///
  /// It is a claim, since anyone can read the app's key: revenue counts it apart until the app's
  /// server, or the store, tells of the payment under the same id. Rules see it as the event
  /// `payment`.
  /// - Parameters:
  ///   - amount: a decimal number: `19.90`.
  ///   - currency: ISO 4217, three letters.
  ///   - id: the id of the order or, of what a store sold, of its transaction, so that it is one
  ///     payment however often and by whomever it is told; made up unless given.
  ///   - type: what it was for, such as `SUBSCRIPTION_CREATED`, `SUBSCRIPTION_RENEWED`, `ONE_TIME`.
  ///   - properties: more about it, which rules can look at.
  ///   - date: when it was paid; now unless told.
  /// - Returns: the payment's id.
  @discardableResult
  public func trackPayment(
    _ amount: String, currency: String, id: String? = nil, type: String? = nil,
    _ properties: [String: BeckonValue] = [:], at date: Date? = nil
  ) -> String {
    let id = id ?? options.ambient.identifier().uuid
    do throws(BeckonError) {
      try storePayment(
        id, amount, currency, type, properties.json,
        at: date?.instant ?? options.ambient.now())
      uploader.noteAppended()
    } catch {
      reported.tell(.eventNotStored(id: id, name: PaymentKind.payment, error))
    }
    return id
  }

  /// The same with a number. A literal such as `19.99` may be a little off, as Swift makes it; the
  /// server rounds it to the currency's decimals.
  @discardableResult
  public func trackPayment(
    _ amount: Decimal, currency: String, id: String? = nil, type: String? = nil,
    _ properties: [String: BeckonValue] = [:], at date: Date? = nil
  ) -> String {
    trackPayment(
      amount.description, currency: currency, id: id, type: type, properties, at: date)
  }

  private func storePayment(
    _ id: String, _ amount: String, _ currency: String, _ type: String?, _ properties: JSON,
    at instant: Instant
  ) throws(BeckonError) {
    let state = try identity.current()
    let payment = RecordPayment.Request(
      id: id, person: state.person?.answer.person, installID: state.installID, amount: amount,
      currency: currency, type: type, at: instant,
      properties: properties.members?.isEmpty == false ? properties : nil)
    try checked(payment.json) { fields throws(FieldError) in
      _ = try RecordPayment.Request(fields)
      guard Currency(currency).flatMap({ Money(decimal: amount, $0) }) != nil else {
        throw FieldError("amount", "must be a decimal such as 19.90")
      }
    }
    let request = DurableRequest(
      key: options.ambient.identifier().uuid, method: PaymentRoute.record.route.method,
      path: PaymentRoute.record.route.path, body: payment.json)
    try queue.append(Envelope(token: state.token, content: .request(request)))
  }
}
