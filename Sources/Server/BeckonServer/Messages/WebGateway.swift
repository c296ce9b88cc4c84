import BeckonEngine
import BeckonModel

/// A gateway that is spoken to by HTTP: one call for a message.
protocol WebGateway: SMSGateway {
  /// Host, and port if one is named.
  var host: String { get }
  /// By what it is reached.
  var line: GatewayLine { get }

  /// The call that hands a message over. Without a message it is the same call, which whoever knows
  /// us refuses because there is nobody to send to.
  func request(_ sms: OutgoingSMS?) -> GatewayRequest

  /// What an answer means.
  static func outcome(_ reply: GatewayReply) -> SMSOutcome
}

/// By what a gateway is reached.
struct GatewayLine: Sendable {
  let client: WebClient
  /// Time for one call.
  var milliseconds: Int64 = 30_000
  let now: @Sendable () -> Instant
}

/// A call to a gateway, always by `POST`.
struct GatewayRequest: Sendable {
  let url: String
  let headers: [(name: String, value: String)]
  let body: [UInt8]
}

extension WebGateway {
  var name: String { Self.kind + " " + host }

  func send(_ sms: OutgoingSMS) async -> SMSOutcome { await call(request(sms)) }

  func check() async -> GatewayStanding { GatewayStanding(await call(request(nil))) }

  private func call(_ request: GatewayRequest) async -> SMSOutcome {
    let outcome = await line.client.send(
      WebRequest(
        url: request.url, headers: request.headers, body: request.body,
        milliseconds: line.milliseconds, answerBytesMax: Limits.gatewayReplyBytes))
    switch outcome {
    case .answer(let status, let headers, let body):
      let seconds = RetryAfter.seconds(headers, now: line.now())
      return Self.outcome(GatewayReply(status: status, body: body, retryAfterSeconds: seconds))
    case .failure(let reason, let wasSent):
      return wasSent ? .unknown(reason) : .unreachable(reason)
    }
  }
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
