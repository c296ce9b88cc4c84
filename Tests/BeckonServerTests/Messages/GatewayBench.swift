import BeckonBasics
import BeckonEngine
import BeckonModel
import BeckonSDK
import BeckonTesting
import Testing

@testable import BeckonServer

/// A gateway with its other side in a test's hand. Whoever adds a gateway adds one of these, and
/// all that is asked of gateways is asked of it.
struct GatewayBench: Sendable, CustomTestStringConvertible {
  /// What the other side does.
  enum Case: String, CaseIterable, Sendable {
    case takes, refusesRecipient, refusesSender, refusesContent, isBusy, bars, failsBehind, hangsUp,
      isSilent, isAway
  }

  /// A call of the other side to the URL that it was told for receipts.
  struct ReceiptCall: Sendable {
    var query = ""
    /// In it `MESSAGE` stands for the message's id.
    var body = ""
    let stages: [DeliveryReceipt.Stage]
  }

  /// The word in receipts' URLs.
  let name: String
  /// What an operator writes, with `HOST` for host and port.
  let url: String
  /// What the other side answers; what is missing does not happen with it.
  let replies: [Case: LoopbackServer.Reply]
  /// What else it answers, and the word for what comes of it.
  var more: [(LoopbackServer.Reply, String)] = []
  let receipts: [ReceiptCall]
  /// Headers in which it is told who we are.
  let credentials: Set<String>
  /// A `STOP` from `+4915112345678`, as it tells of it.
  let stop: (query: String, body: String)
  /// The headers by which the other side signs a call to a URL of ours.
  var sign: @Sendable (_ url: String, _ body: [UInt8]) -> [(name: String, value: String)] = {
    _, _ in []
  }
  /// Reads what it was sent: sender, recipient, text, and where receipts go.
  let read: @Sendable (TransportRequest) -> [String]

  var testDescription: String { name }

  static let all = [log, kannel, infobip, twilio]
  /// Those that have another side.
  static let distant = [kannel, infobip, twilio]

  /// The gateway for another side at a URL.
  func make(_ place: String, _ milliseconds: Int64) throws -> any SMSGateway {
    let now: @Sendable () -> Instant = { Instant(milliseconds: 0) }
    let line = GatewayLine(client: WebClient(), milliseconds: milliseconds, now: now)
    switch try SMSGatewayAddress(address(place)) {
    case .log: return LogGateway(logger: Logger(level: .error, now: now, write: { _ in }))
    case .kannel(let address):
      return KannelGateway(address: address, line: line)
    case .infobip(let address):
      return InfobipGateway(address: address, line: line)
    case .twilio(let address):
      return TwilioGateway(address: address, line: line)
    }
  }

  /// As an operator names it.
  func address(_ place: String) -> String {
    url.replacing("HOST", with: place.replacing("http://", with: ""))
  }

  /// What came of a message, in a word.
  static func word(_ outcome: SMSOutcome) -> String {
    switch outcome {
    case .accepted(_, let reference): "accepted " + (reference ?? "-")
    case .refused(_, let part): "refused " + part.rawValue
    case .busy: "busy"
    case .barred: "barred"
    case .unreachable: "unreachable"
    case .unknown: "unknown"
    }
  }

  static let log = GatewayBench(
    name: "log", url: "log:", replies: [:],
    receipts: [ReceiptCall(query: "type=1", stages: [])], credentials: [],
    stop: ("from=%2B4915112345678&text=STOP", ""), read: { _ in [] })

  /// Where something hangs up, is silent, or fails in front of the gateway.
  static let broken: [Case: LoopbackServer.Reply] = [
    .failsBehind: Receiver.status(502, [:], "Bad gateway"), .hangsUp: .hangUp,
    .isSilent: .answer(
      TransportResponse(status: 202, headers: [:], body: []), delayMilliseconds: 5_000),
  ]

  static let kannel = GatewayBench(
    name: "kannel", url: "kannel+http://beckon:secret@HOST",
    replies: broken.merging([
      .takes: Receiver.status(202, [:], "0: Accepted for delivery"),
      .refusesRecipient: Receiver.status(
        400, [:], "Number(s) has/have been denied by white- and/or black-lists."),
      .refusesSender: Receiver.status(400, [:], "Sender missing and no global set, rejected"),
      .refusesContent: Receiver.status(400, [:], "Charset or body misformed, rejected"),
      .isBusy: Receiver.status(503, ["Retry-After": "7"], "Temporal failure, try again later."),
      .bars: Receiver.status(403, [:], "Authorization failed for sendsms"),
    ]) { $1 },
    receipts: ([
      ("type=1", [.delivered]), ("type=2", [.impossible]), ("type=4", [.network]),
      ("type=8", [.network]), ("type=16", [.impossible]), ("type=32", [.network]), ("type=3", []),
      ("type=", []), ("", []), ("type=1+", []), ("Type=1", []),
    ] as [(String, [DeliveryReceipt.Stage])]).map { ReceiptCall(query: $0.0, stages: $0.1) },
    credentials: ["beckon", "secret"], stop: ("from=%2B4915112345678&text=Stop+it", ""),
    read: { request in
      [
        request.headers["x-kannel-from"] ?? "", request.headers["x-kannel-to"] ?? "",
        String(decoding: request.body, as: UTF8.self),
        request.headers["x-kannel-dlr-url"]?.replacing("?type=%d", with: "") ?? "",
      ]
    })
}
