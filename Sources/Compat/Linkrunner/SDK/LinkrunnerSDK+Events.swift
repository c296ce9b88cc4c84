import BeckonContract
import BeckonModel
import BeckonSDK

extension LinkrunnerSDK {
  /// Records that something happened. Without `eventId` it gets an id before the first try; either
  /// way it counts once.
  public func trackEvent(
    eventName: String, eventData: SendableDictionary? = nil, eventId: String? = nil
  ) async {
    let data = eventData.map { JSON(foundation: $0) }
    await report {
      _ = try await session.send(
        .event(
          session.sender(), name: eventName, data: data, id: eventId ?? session.newID(),
          userID: session.userID()))
    }
  }

  /// Records a payment. The same `paymentId` and type again changes nothing.
  public func capturePayment(
    amount: Double, userId: String, paymentId: String, type: PaymentType = .default,
    status: PaymentStatus = .completed, eventData: SendableDictionary? = nil
  ) async {
    let data = eventData.map { JSON(foundation: $0) }
    await report {
      let payment = try LinkrunnerCall.Payment(
        amount: amount, userID: userId, id: paymentId, type: type.rawValue,
        status: status.rawValue, data: data)
      _ = try await session.send(.payment(session.sender(), payment))
    }
  }

  /// Takes a payment back; without `paymentId` all of the person's.
  public func removePayment(userId: String, paymentId: String? = nil) async {
    await report {
      _ = try await session.send(
        .removePayment(session.sender(), userID: userId, paymentID: paymentId))
    }
  }
}
