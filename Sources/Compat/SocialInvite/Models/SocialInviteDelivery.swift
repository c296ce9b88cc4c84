import BeckonContractSocialInvite
import BeckonModel
import Foundation

/// How far the invitations of a bulk have come.
#if canImport(ObjectiveC)
  @objcMembers
#endif
public final class SocialInviteDelivery: NSObject, Sendable {
  /// The URL of the question.
  public let resourceURL: String?
  /// What is known of each number.
  public let deliveryInfo: Set<DeliveryInfo>

  /// Says nothing.
  public override init() {
    (resourceURL, deliveryInfo) = (nil, [])
    super.init()
  }

  /// - Parameter persons: whose number it is in the address book, by the number as it was sent.
  init(_ answer: SocialInvite.DeliveryAnswer, persons: [String: Int]) {
    resourceURL = answer.resourceURL
    deliveryInfo = Set(
      answer.deliveries.map { DeliveryInfo($0, personID: persons[$0.address]) })
    super.init()
  }
}

/// How far the invitation of one number has come.
#if canImport(ObjectiveC)
  @objcMembers
#endif
public final class DeliveryInfo: NSObject, Sendable {
  /// The number, as it was sent.
  public let address: String?
  /// The bulk's id.
  public let clientCorrelator: String?
  /// One of the five words, such as `DeliveredToTerminal`.
  public let deliveryStatus: String?
  /// The message's id.
  public let messageId: String?
  /// What it costs.
  public let priceValue: Double
  private let person: Int?

  /// Whose number it is in the address book; `nil` when this phone has not sent it.
  public var personId: NSNumber? { person.map { NSNumber(value: $0) } }
  /// What it costs.
  public var price: NSNumber? { NSNumber(value: priceValue) }

  /// Says nothing.
  public override init() {
    (address, clientCorrelator, deliveryStatus, messageId) = (nil, nil, nil, nil)
    (priceValue, person) = (0, nil)
    super.init()
  }

  init(_ delivery: SocialInvite.DeliveryAnswer.Delivery, personID: Int?) {
    address = delivery.address
    clientCorrelator = delivery.clientCorrelator
    deliveryStatus = delivery.status
    messageId = delivery.messageID
    priceValue = JSON.number(delivery.price).double ?? 0
    person = personID
    super.init()
  }
}
