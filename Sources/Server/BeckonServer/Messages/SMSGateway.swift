import BeckonEngine
import BeckonModel

/// A gateway that takes text messages for phones. What each of them has to do is written down in
/// `SMSGatewayTests`, which all of them pass.
protocol SMSGateway: Sendable {
  /// What it is called in lists and logs: no password.
  var name: String { get }
  /// A word for gateways of its kind, which stands in the URLs of receipts.
  var kind: String { get }

  /// Hands a message over, and tells what came of it. Nothing is tried a second time here, and the
  /// task must not be cancelled meanwhile: then nobody would know whether the gateway has taken it.
  func send(_ sms: OutgoingSMS) async -> SMSOutcome

  /// What the gateway says when it calls the URL that a message gave it for receipts; `nil` when
  /// that is nothing we know.
  /// - Parameters:
  ///   - query: the parameters of the URL.
  ///   - body: what came with the call.
  func receipt(query: QueryText, body: [UInt8]) -> DeliveryReceipt?
}
