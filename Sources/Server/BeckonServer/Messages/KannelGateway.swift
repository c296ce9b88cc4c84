import BeckonEngine
import BeckonModel

/// Kannel by HTTP (`sendsms`). Password, numbers and text stand in headers and body, not in the
/// URL, which Kannel writes to its access log.
struct KannelGateway: WebGateway {
  let address: KannelAddress
  let line: GatewayLine

  var host: String { address.name }
  static let kind = "kannel"

  // MARK: Sending

  func request(_ sms: OutgoingSMS?) -> GatewayRequest {
    let ours = [("X-Kannel-Username", address.user), ("X-Kannel-Password", address.password)]
    return GatewayRequest(
      url: address.url,
      headers: [("Content-Type", "text/plain; charset=UTF-8")] + ours
        + (sms.map(Self.headers) ?? []), body: Array((sms?.text ?? "").utf8))
  }

  private static func headers(_ sms: OutgoingSMS) -> [(String, String)] {
    var headers = [
      ("X-Kannel-From", sms.sender.text), ("X-Kannel-To", sms.recipient),
      ("X-Kannel-Coding", sms.parts.encoding == .gsm7 ? "0" : "2"),
    ]
    if let minutes = sms.validityMinutes { headers.append(("X-Kannel-Validity", "\(minutes)")) }
    if let url = sms.receiptURL {
      // Kannel puts the kind of receipt in place of %d.
      headers += [
        ("X-Kannel-DLR-Mask", "\(allReceipts)"), ("X-Kannel-DLR-URL", url + "?type=%d"),
      ]
    }
    return headers
  }

  /// What an answer means. Kannel refuses with 400 what is wrong with a message, with 403 who we
  /// are and with 503 everything for now.
  static func outcome(_ reply: GatewayReply) -> SMSOutcome {
    let text = reply.text
    let answer = reply.answer(text)
    return switch reply.status {
    case 400..<500 where text.has(text: "Number(s) has/have been denied"):
      .refused(answer, .recipient)
    case 400..<500 where text.has(text: "Sender missing"): .refused(answer, .sender)
    default:
      reply.outcome(text)
        ?? ((200..<300).contains(reply.status)
          ? .accepted(answer, reference: nil) : .refused(answer, .content))
    }
  }

  // MARK: Receipts

  /// All kinds of receipts that there are, as Kannel adds them up.
  private static let allReceipts = 31

  static func receipts(
    query: QueryText, body: [UInt8], of message: MessageID
  ) -> [DeliveryReceipt] {
    switch query.value(of: "type") {
    case "1": [DeliveryReceipt(.delivered)]
    // 2 is the phone network's no, 16 the answer to our message.
    case "2", "16": [DeliveryReceipt(.impossible)]
    // 4: it waits with Kannel; 8: the network has it; 32: the network has more to say.
    case "4", "8", "32": [DeliveryReceipt(.network)]
    default: []
    }
  }
}
