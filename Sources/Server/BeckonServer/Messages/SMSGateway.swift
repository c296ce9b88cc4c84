import BeckonEngine
import BeckonModel

/// A gateway that takes text messages for phones. What each of them has to do is written down in
/// `SMSGatewayTests`, which all of them pass.
protocol SMSGateway: Sendable {
  /// A word for gateways of its kind, which stands in the URLs of receipts.
  static var kind: String { get }
  /// What it is called in lists and logs: no password.
  var name: String { get }

  /// Hands a message over, and tells what came of it. Nothing is tried a second time here, and the
  /// task must not be cancelled meanwhile: then nobody would know whether the gateway has taken it.
  func send(_ sms: OutgoingSMS) async -> SMSOutcome

  /// Whether it would take messages from us. Nothing is sent to a phone by asking.
  func check() async -> GatewayStanding

  /// Whether a call to us is signed as this gateway signs; `nil` where it signs nothing, or nothing
  /// that can be checked by what the operator has told.
  func isSigned(_ call: GatewayCallback) -> Bool?

  /// What gateways of this kind say when they call the URL that a message gave them for receipts:
  /// nothing, where that is nothing we know. A gateway that the server has no more may still call.
  /// - Parameters:
  ///   - query: the parameters of the URL.
  ///   - body: what came with the call.
  ///   - message: whose URL it is.
  static func receipts(
    query: QueryText, body: [UInt8], of message: MessageID
  ) -> [DeliveryReceipt]
}

extension SMSGateway {
  /// The word of its kind.
  var kind: String { Self.kind }

  /// Most sign nothing: the URL that they were told is what they show.
  func isSigned(_ call: GatewayCallback) -> Bool? { nil }
}
