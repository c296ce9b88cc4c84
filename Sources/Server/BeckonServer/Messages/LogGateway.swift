import BeckonBasics
import BeckonEngine
import BeckonModel

/// Writes text messages to the server's log and sends nothing: for development. The log then holds
/// numbers and texts.
struct LogGateway: SMSGateway {
  let logger: Logger

  static let kind = "log"
  let name = "log"

  func send(_ sms: OutgoingSMS) async -> SMSOutcome {
    logger.log(
      .info, "a text message that is not sent",
      [
        JSON.Member("id", .id(sms.id)), JSON.Member("from", .string(sms.sender.text)),
        JSON.Member("to", .string(sms.recipient)), JSON.Member("text", .string(sms.text)),
        JSON.Member("parts", .integer(sms.parts.count)),
      ])
    return .accepted(GatewayAnswer(code: 200, text: "logged"), reference: nil)
  }

  func check() async -> GatewayStanding { .ready }

  /// A log tells nothing.
  static func receipts(
    query: QueryText, body: [UInt8], of message: MessageID
  ) -> [DeliveryReceipt] { [] }
}
