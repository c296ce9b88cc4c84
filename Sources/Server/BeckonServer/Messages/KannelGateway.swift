import BeckonEngine
import BeckonModel

/// Kannel by HTTP (`sendsms`). Password, numbers and text stand in headers and body, not in the
/// URL, which Kannel writes to its access log.
struct KannelGateway: SMSGateway {
  let address: KannelAddress
  let client: WebClient
  /// Time for handing one message over.
  var milliseconds: Int64 = 30_000
  let now: @Sendable () -> Instant

  var name: String { "kannel " + address.name }
  let kind = "kannel"

  // MARK: Sending

  func send(_ sms: OutgoingSMS) async -> SMSOutcome {
    let request = WebRequest(
      url: address.url, headers: headers(sms), body: Array(sms.text.utf8),
      milliseconds: milliseconds, answerBytesMax: Limits.gatewayAnswerBytes)
    switch await client.send(request) {
    case .answer(let status, let headers, let body):
      let text = String(decoding: body.map { $0 == 0 ? 0x20 : $0 }, as: UTF8.self)
      return Self.outcome(
        GatewayAnswer(code: status, text: text),
        retryAfterSeconds: RetryAfter.seconds(headers, now: now()))
    case .failure(let reason, let wasSent):
      return wasSent ? .unknown(reason) : .unreachable(reason)
    }
  }

  private func headers(_ sms: OutgoingSMS) -> [(name: String, value: String)] {
    var headers = [
      ("Content-Type", "text/plain; charset=UTF-8"), ("X-Kannel-Username", address.user),
      ("X-Kannel-Password", address.password), ("X-Kannel-From", sms.sender.text),
      ("X-Kannel-To", sms.recipient), ("X-Kannel-Coding", sms.parts.encoding == .gsm7 ? "0" : "2"),
    ]
    if let minutes = sms.validityMinutes { headers.append(("X-Kannel-Validity", "\(minutes)")) }
    if let url = sms.receiptURL {
      // Kannel puts the kind of receipt in place of %d.
      headers += [
        ("X-Kannel-DLR-Mask", "\(Self.allReceipts)"), ("X-Kannel-DLR-URL", url + "?type=%d"),
      ]
    }
    return headers
  }

  /// What an answer means. Kannel refuses with 400 what is wrong with a message, with 403 who we
  /// are and with 503 everything for now; what else there is comes from something in front of it,
  /// which may have handed the message on before it failed.
  static func outcome(_ answer: GatewayAnswer, retryAfterSeconds: Int64?) -> SMSOutcome {
    switch answer.code {
    case 200..<300: .accepted(answer, reference: nil)
    case 429, 503: .busy(answer, retryAfterSeconds: retryAfterSeconds)
    case 400..<500 where answer.text.has(text: "Number(s) has/have been denied"):
      .refused(answer, .recipient)
    case 400..<500 where answer.text.has(text: "Sender missing"): .refused(answer, .sender)
    case 400, 413, 422: .refused(answer, .content)
    case 300..<500: .barred(answer)
    default: .unknown("\(answer.code) \(answer.text)")
    }
  }

  // MARK: Receipts

  /// All kinds of receipts that there are, as Kannel adds them up.
  private static let allReceipts = 31

  func receipt(query: QueryText, body: [UInt8]) -> DeliveryReceipt? {
    switch query.value(of: "type") {
    case "1": DeliveryReceipt(.delivered)
    // 2 is the phone network's no, 16 the answer to our message.
    case "2", "16": DeliveryReceipt(.impossible)
    // 4: it waits with Kannel; 8: the network has it; 32: the network has more to say.
    case "4", "8", "32": DeliveryReceipt(.network)
    default: nil
    }
  }
}
