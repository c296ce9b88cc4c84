import BeckonContractSocialInvite
import BeckonModel
import Foundation

/// What the server says of invitations that it has taken.
#if canImport(ObjectiveC)
  @objcMembers
#endif
public final class SendSmsResponse: NSObject, Sendable {
  /// The id of all of them, by which they are asked for.
  public let bulkId: String?
  /// Where to ask for them.
  public let deliveryInfoUrl: String?
  /// What it says of each.
  public let responses: Set<SmsMessageResponse>

  /// Says nothing.
  public override init() {
    (bulkId, deliveryInfoUrl, responses) = (nil, nil, [])
    super.init()
  }

  init(_ answer: SocialInvite.SendAnswer) {
    bulkId = answer.bulkID
    deliveryInfoUrl = answer.deliveryInfoURL
    responses = Set(answer.responses.map(SmsMessageResponse.init))
    super.init()
  }
}

/// What the server says of one message.
#if canImport(ObjectiveC)
  @objcMembers
#endif
public final class SmsMessageResponse: NSObject, Sendable {
  /// The message's id.
  public let messageId: String?
  /// `MessageAccepted`, or why not.
  public let status: String?
  /// What it costs.
  public let priceValue: Double

  /// What it costs.
  public var price: NSNumber? { NSNumber(value: priceValue) }

  /// Says nothing.
  public override init() {
    (messageId, status, priceValue) = (nil, nil, 0)
    super.init()
  }

  init(_ response: SocialInvite.SendAnswer.Response) {
    messageId = response.messageID
    status = response.status
    priceValue = JSON.number(response.price).double ?? 0
    super.init()
  }
}
