import BeckonEngine
import BeckonModel

/// Infobip by its REST interface (`POST /sms/3/messages`), one message a call. Ours is the id by
/// which it knows a message, so it takes none twice.
struct InfobipGateway: WebGateway {
  let address: InfobipAddress
  let line: GatewayLine

  var host: String { address.name }
  static let kind = "infobip"

  // MARK: Sending

  func request(_ sms: OutgoingSMS?) -> GatewayRequest {
    GatewayRequest(
      url: address.url,
      headers: [
        ("Authorization", "App " + address.key), ("Content-Type", "application/json"),
        ("Accept", "application/json"),
      ], body: JSON.object(["messages": .array(sms.map { [Self.message($0)] } ?? [])]).bytes)
  }

  private static func message(_ sms: OutgoingSMS) -> JSON {
    .object([
      "sender": .string(digits(sms.sender.text)),
      "destinations": [["to": .string(digits(sms.recipient)), "messageId": .string(sms.id.text)]],
      "content": ["text": .string(sms.text)],
      "options": sms.validityMinutes.map {
        ["validityPeriod": ["amount": .integer($0), "timeUnit": "MINUTES"]]
      },
      "webhooks": sms.receiptURL.map {
        [
          "delivery": ["url": .string($0), "intermediateReport": true],
          "contentType": "application/json", "callbackData": .string(sms.id.text),
        ]
      },
    ])
  }

  /// A number as it is written there, without its plus.
  private static func digits(_ number: String) -> String {
    number.hasPrefix("+") ? String(Substring(number.utf8.dropFirst())) : number
  }

  /// What an answer means. A 200 has a status of its own for the message, in one of six groups.
  static func outcome(_ reply: GatewayReply) -> SMSOutcome {
    guard (200..<300).contains(reply.status) else {
      let text = refusal(reply)
      return reply.outcome(text) ?? .refused(reply.answer(text), wrongPart(reply))
    }
    guard let message = reply.json["messages"]?[0], let status = message["status"],
      let group = status["groupId"]?.integer
    else { return .unknown("\(reply.status) unreadable") }
    let answer = reply.answer(status["name"]?.string ?? "group \(group)")
    let reference = message["messageId"]?.string
    return switch (StatusGroup(number: group), status["id"]?.integer ?? 0) {
    case (.accepted, _), (.pending, _), (.delivered, _): .accepted(answer, reference: reference)
    // It has a message of this id.
    case (.rejected, 23): .accepted(answer, reference: reference)
    // No money left, or none of our routes leads anywhere.
    case (.rejected, 12), (.rejected, 17), (.rejected, 19): .barred(answer)
    // Their system has failed, and they ask for it once more.
    case (.rejected, 21): .busy(answer, retryAfterSeconds: nil)
    case (.rejected, 11), (.rejected, 13): .refused(answer, .sender)
    case (.rejected, 24), (.rejected, 25): .refused(answer, .content)
    case (.rejected, _), (.undeliverable, _), (.expired, _): .refused(answer, .recipient)
    case (nil, _): .unknown("status group \(group)")
    }
  }

  /// Groups of statuses.
  private enum StatusGroup: Int64, CaseIterable {
    case accepted = 0
    case pending, undeliverable, delivered, expired, rejected

    init?(number: Int64) {
      guard let group = Self.allCases.first(where: { $0.rawValue == number }) else { return nil }
      self = group
    }
  }

  /// Why it refused a call, in either of the two forms that it has for that.
  private static func refusal(_ reply: GatewayReply) -> String {
    let json = reply.json
    let exception = json["requestError"]?["serviceException"]
    return exception?["text"]?.string ?? json["description"]?.string ?? reply.text
  }

  /// What of the message it did not like: fields are named by their paths in the call.
  private static func wrongPart(_ reply: GatewayReply) -> SMSOutcome.RefusedPart {
    let json = reply.json
    let named = (json["violations"]?.elements ?? []).compactMap { $0["property"]?.string }
    let errors = json["requestError"]?["serviceException"]?["validationErrors"]
    let paths = named + (errors?.members ?? []).map(\.name)
    if paths.contains(where: { $0.has(text: "destinations") }) { return .recipient }
    return paths.contains { $0.has(text: "sender") } ? .sender : .content
  }

  // MARK: Receipts

  static func receipts(
    query: QueryText, body: [UInt8], of message: MessageID
  ) -> [DeliveryReceipt] {
    let results = (try? JSONReader.read(body))?["results"]?.elements ?? []
    return results.filter { $0["messageId"]?.string == message.text }
      .compactMap { $0["status"] }.compactMap(receipt)
  }

  private static func receipt(_ status: JSON) -> DeliveryReceipt? {
    let id = status["id"]?.integer
    switch status["groupId"]?.integer.flatMap(StatusGroup.init(number:)) {
    // Only one of the two in this group says that the phone has it.
    case .delivered: return DeliveryReceipt(id == 5 ? .delivered : .network)
    // 3: the network has it and has said nothing more.
    case .pending: return id == 3 ? DeliveryReceipt(.network) : nil
    // 29: the network never said what became of it, and neither do we know.
    case .expired where id == 29: return DeliveryReceipt(.network)
    case .undeliverable, .expired, .rejected: return DeliveryReceipt(.impossible)
    case .accepted, nil: return nil
    }
  }
}
