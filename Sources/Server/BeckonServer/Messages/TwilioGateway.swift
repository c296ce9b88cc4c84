import BeckonEngine
import BeckonModel

/// Twilio by its REST interface (`POST …/Messages.json`). It takes no id of ours: the URL of a
/// message's receipts names it, and Twilio's id is kept with its answer.
struct TwilioGateway: WebGateway {
  let address: TwilioAddress
  let line: GatewayLine

  var host: String { address.name }
  static let kind = "twilio"
  /// For longer it keeps no message.
  private static let validitySecondsMax: Int64 = 36_000
  /// A number with fewer digits is a short code, which has no country.
  private static let shortCodeDigitsMax = 6

  // MARK: Sending

  func request(_ sms: OutgoingSMS?) -> GatewayRequest {
    let credentials = Base64.standard.encode(Array((address.user + ":" + address.password).utf8))
    return GatewayRequest(
      url: address.url,
      headers: [
        ("Authorization", "Basic " + credentials),
        ("Content-Type", "application/x-www-form-urlencoded"),
      ], body: Array((sms.map(Self.form) ?? "").utf8))
  }

  private static func form(_ sms: OutgoingSMS) -> String {
    var fields = [("To", sms.recipient), ("From", sender(sms.sender)), ("Body", sms.text)]
    if let minutes = sms.validityMinutes {
      fields.append(("ValidityPeriod", "\(min(minutes * 60, validitySecondsMax))"))
    }
    if let url = sms.receiptURL { fields.append(("StatusCallback", url)) }
    return fields.map { $0 + "=" + PercentEncoding.encode($1) }.joined(separator: "&")
  }

  /// A sender as it is written there: a number with its plus.
  private static func sender(_ sender: SMSSender) -> String {
    let isLong = sender.text.utf8.count > shortCodeDigitsMax && !sender.text.hasPrefix("+")
    return sender.isNumber && isLong ? "+" + sender.text : sender.text
  }

  /// What an answer means. It refuses with 400 and a code of its own what is wrong with a message.
  static func outcome(_ reply: GatewayReply) -> SMSOutcome {
    let json = reply.json
    if (200..<300).contains(reply.status) {
      let sid = json["sid"]?.string
      let words = [json["status"]?.string, sid].compactMap { $0 }
      return .accepted(reply.answer(words.joined(separator: " ")), reference: sid)
    }
    let code = json["code"]?.integer
    let words = [code.map { "\($0)" }, json["message"]?.string].compactMap { $0 }
    let text = words.isEmpty ? reply.text : words.joined(separator: " ")
    return reply.outcome(text) ?? .refused(reply.answer(text), part(code))
  }

  private static func part(_ code: Int64?) -> SMSOutcome.RefusedPart {
    switch code {
    // No number, none that takes texts, one whose owner has said STOP, or one where this account
    // sends nothing.
    case 21211, 21217, 21265, 21408, 21421, 21604, 21608, 21610, 21612, 21614, 21635: .recipient
    case 21212, 21401, 21603, 21606, 21659, 21660, 21661: .sender
    default: .content
    }
  }

  // MARK: Receipts

  /// Twilio signs by the account's auth token, also where messages are sent by an API key, of which
  /// the token is not known here.
  func isSigned(_ call: GatewayCallback) -> Bool? {
    address.authToken.map { TwilioSignature(token: $0).holds(call) }
  }

  static func receipts(
    query: QueryText, body: [UInt8], of message: MessageID
  ) -> [DeliveryReceipt] {
    switch QueryText(body[...]).value(of: "MessageStatus") {
    case "delivered", "read": [DeliveryReceipt(.delivered)]
    case "sent": [DeliveryReceipt(.network)]
    case "undelivered", "failed", "canceled": [DeliveryReceipt(.impossible)]
    // It waits with Twilio.
    default: []
    }
  }
}
