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
}

/// What a gateway answered over HTTP, before anybody understands it.
struct GatewayReply: Sendable {
  let status: Int
  let body: [UInt8]
  let retryAfterSeconds: Int64?

  /// The body as a text.
  var text: String { String(decoding: body.map { $0 == 0 ? 0x20 : $0 }, as: UTF8.self) }
  /// The body as JSON; `null` when it is none.
  var json: JSON { (try? JSONReader.read(body)) ?? .null }

  /// As it is kept of the message.
  /// - Parameter text: what of it is worth keeping.
  func answer(_ text: String) -> GatewayAnswer { GatewayAnswer(code: status, text: text) }

  /// What a status means that is the same with all gateways by HTTP; `nil` for what they say
  /// themselves. A 5xx may come from something in front of the gateway, which may have handed the
  /// message on before it failed.
  func outcome(_ text: String) -> SMSOutcome? {
    switch status {
    case 429, 503: .busy(answer(text), retryAfterSeconds: retryAfterSeconds)
    case 200..<300, 400, 413, 422: nil
    case 300..<500: .barred(answer(text))
    default: .unknown("\(status) \(text)")
    }
  }
}

extension WebClient {
  /// Hands a message to a gateway by HTTP.
  /// - Parameter meaning: what the gateway's answer means.
  func handOver(
    _ request: WebRequest, now: Instant, meaning: @Sendable (GatewayReply) -> SMSOutcome
  ) async -> SMSOutcome {
    switch await send(request) {
    case .answer(let status, let headers, let body):
      meaning(
        GatewayReply(
          status: status, body: body, retryAfterSeconds: RetryAfter.seconds(headers, now: now)))
    case .failure(let reason, let wasSent): wasSent ? .unknown(reason) : .unreachable(reason)
    }
  }
}
