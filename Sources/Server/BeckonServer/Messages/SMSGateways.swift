import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// The gateways that this server hands text messages to, in the order in which they are tried.
struct SMSGateways: Sendable {
  let all: [any SMSGateway]
  /// Where people reach this server, and gateways too.
  private let publicURL: @Sendable () -> String

  /// Those that an operator has named.
  init(
    _ addresses: [SMSGatewayAddress], logger: Logger, now: @escaping @Sendable () -> Instant,
    publicURL: @escaping @Sendable () -> String
  ) {
    let line = GatewayLine(client: WebClient(), now: now)
    all = addresses.map { Self.gateway(at: $0, by: line, logger: logger) }
    self.publicURL = publicURL
  }

  static func gateway(
    at address: SMSGatewayAddress, by line: GatewayLine, logger: Logger
  ) -> any SMSGateway {
    switch address {
    case .log: LogGateway(logger: logger)
    case .kannel(let kannel): KannelGateway(address: kannel, line: line)
    case .infobip(let infobip): InfobipGateway(address: infobip, line: line)
    case .twilio(let twilio): TwilioGateway(address: twilio, line: line)
    }
  }

  /// Whether a call that shows a URL of ours may be a gateway's. Where all that could have made it
  /// sign their calls, one of their signatures must hold.
  /// - Parameter kind: the kind of the gateways that could have made it; `nil` for all of them.
  func mayHaveMade(_ request: HTTPRequest, ofKind kind: String? = nil) -> Bool {
    let call = GatewayCallback(request, publicURL: publicURL())
    let ofKind = all.filter { kind == nil || $0.kind == kind }
    // A kind that the server does not have is no way round the signatures of those it has.
    let judged = (ofKind.isEmpty ? all : ofKind).map { $0.isSigned(call) }
    return judged.isEmpty || judged.contains { $0 ?? true }
  }
}

/// Receipts of all kinds of gateways, whether or not the server has one of the kind.
package enum ReceiptReader {
  /// All kinds that there are.
  private static let kinds: [any SMSGateway.Type] = [
    LogGateway.self, KannelGateway.self, InfobipGateway.self, TwilioGateway.self,
  ]

  /// What a gateway says that calls the URL which a message gave it; `nil` when there is no such
  /// kind.
  package static func receipts(
    ofKind kind: String, query: QueryText, body: [UInt8], of message: MessageID
  ) -> [DeliveryReceipt]? {
    kinds.first { $0.kind == kind }?.receipts(query: query, body: body, of: message)
  }
}

extension Call {
  /// Refuses what needs a text message where none can be sent.
  /// - Throws: `Problem`.
  func requireTexts() throws -> TextSettings {
    guard !services[SMSGateways.self].all.isEmpty else {
      throw Problem(
        .smsNotSetUp,
        "This server has no gateway for text messages. Its operator gives it one: beckon serve "
          + "--sms-gateway URL.")
    }
    guard let settings = app.settings.texts else {
      throw Problem(
        .smsNotSetUp,
        "This app has not said who its text messages are from. Its server does: PATCH /v1/app "
          + "{\"sms\": {\"senders\": [\"Shop\"], \"url\": \"https://shop.example/\"}} with a secret "
          + "key.")
    }
    return settings
  }
}

/// Tells the operator that an app's invitations are being held up, which a robot may be behind; of
/// each reason once an hour.
final class InviteAlarm: Sendable {
  private let logger: Logger
  private let told = Locked<[TextKey: Int64]>([:])
  /// Most that is remembered: then it begins anew.
  private static let rememberedMax = 10_000

  init(_ logger: Logger) {
    self.logger = logger
  }

  /// Tells it, unless it was told in this hour.
  /// - Parameter reason: why, as a stable word.
  func tell(_ reason: String, app: AppID, _ more: [JSON.Member] = [], at now: Instant) {
    let hour = now.milliseconds / Span.hourMilliseconds
    let isNew = told.withLock { told in
      if told.count >= Self.rememberedMax { told = [:] }
      let name = TextKey(
        app.text + " " + reason + " " + more.map(\.value.text).joined(separator: " "))
      defer { told[name] = hour }
      return told[name] != hour
    }
    guard isNew else { return }
    logger.log(
      .warning, "invitations by text message are stopped",
      [JSON.Member("app", .id(app)), JSON.Member("reason", .string(reason))] + more)
  }
}
