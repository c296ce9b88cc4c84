import BeckonContract
import BeckonModel
import BeckonStore

/// `POST /v1/payments/{payment}/refunds`, by the app's own server. It may come before the payment.
enum RefundPaymentEndpoint {
  static func prepare(_ call: Call) throws -> Work {
    guard let payment = call.parameters.first, (1...Limits.clientIDBytes) ~= payment.utf8.count
    else { throw Problem.notFound("payment") }
    let body = try RefundPayment.Request(try call.fields())
    return .write { scope in
      let refund = try CapturedPayments(scope).refund(
        CapturedPayments.Refund(
          payment: payment, reference: body.id, amount: body.amount,
          currency: body.currency.flatMap(Currency.init), at: body.at))
      return .json(
        [
          "id": .string(body.id), "payment": .string(payment),
          "status": refund.isDuplicate ? "duplicate" : "accepted", "fact": .id(refund.id),
          "amount": .string(refund.money.decimal), "counted": .string(refund.counted.decimal),
          "currency": .string(refund.money.currency.code),
        ], status: refund.isDuplicate ? 200 : 201)
    }
  }
}
