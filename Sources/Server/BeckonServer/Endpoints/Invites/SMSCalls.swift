import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// A call of a gateway: about whose app it is.
private struct GatewayCall: Sendable {
  let call: OpenCall
  let app: AppContext

  /// `nil` when there is no such app.
  init?(_ call: OpenCall) async throws {
    guard let id = call.parameters.first.flatMap({ AppID($0) }),
      let number = try await call.database.read({ try Accounts($0).number(of: id) }),
      let app = try await call.services[AppDirectory.self].app(number)
    else { return nil }
    self.call = call
    self.app = app
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Scope) throws -> Value
  ) async throws -> Value {
    let (app, ambient) = (app, call.ambient)
    return try await call.database.write { connection in
      try body(Scope(connection: connection, app: app, now: ambient.now(), ambient: ambient))
    }
  }

  /// Refuses who guesses, and counts it.
  static func refuse(_ call: OpenCall) throws -> Problem {
    try call.services[CallLimits.self].take("gateway", from: call.address)
    return Problem(.notFound, "Nobody was told to call this address.")
  }
}

/// `/web/sms/{app}/{gateway}/{receipt}`: what a network says became of a message. It is answered
/// 200, also for what is not known any more: Kannel repeats what is answered otherwise.
enum NoteReceipt {
  static func answer(_ call: OpenCall) async throws -> Reply {
    guard call.parameters.count == 3, let visit = try await GatewayCall(call),
      let message = ReceiptURL(key: visit.app.pepper).message(named: call.parameters[2]),
      let gateway = call.services[SMSGateways.self].first(ofKind: call.parameters[1])
    else { throw try GatewayCall.refuse(call) }
    let body = Array(call.request.body.prefix(Limits.replyBytes * 10))
    if let receipt = gateway.receipt(query: call.request.parameters, body: body) {
      _ = try await visit.write { try Messages($0).note(receipt, of: message) }
    }
    return Reply(status: 200)
  }
}

/// `/web/sms/{app}/{token}`: what somebody has written back. `STOP` puts their number on the list
/// of those to whom nothing is sent. What is answered is sent to them by the gateway.
enum NoteReply {

  static func answer(_ call: OpenCall) async throws -> Reply {
    guard call.parameters.count == 2, let visit = try await GatewayCall(call),
      call.parameters[1] == token(of: visit.app)
    else { throw try GatewayCall.refuse(call) }
    let form = QueryText(call.request.body.prefix(Limits.replyBytes * 4))
    let query = call.request.parameters
    func value(_ names: [String]) -> String? {
      names.lazy.compactMap { query.value(of: $0) ?? form.value(of: $0) }.first
    }
    // Twilio's names beside those that our documents give for Kannel.
    let (from, text) = (value(["from", "From"]), value(["text", "Body"]))
    guard let from,
      let number = try? PhoneReader.read(
        from, statedBy: .network, region: visit.app.settings.region ?? "")
    else { throw FieldError("from", "is no phone number; write it with + and the country") }
    let word = ReplyWord((text ?? "").prefix(bytes: Limits.replyBytes))
    let identity = Identity(kind: .phone, value: number)
    switch word {
    case .stop:
      try await visit.write { try Suppressions($0).add(identity, reason: .unsubscribed) }
    case .start:
      _ = try await visit.write {
        try Suppressions($0).remove(identity, reason: .unsubscribed)
      }
    case .help, nil: break
    }
    return say(wording(word, visit.app))
  }

  private static func say(_ text: String) -> Reply {
    Reply(
      status: 200, headers: [("Content-Type", "text/plain; charset=utf-8")],
      body: Array(text.utf8))
  }

  /// Nothing is said to what nobody understands: two machines would go on for ever.
  private static func wording(_ word: ReplyWord?, _ app: AppContext) -> String {
    let name = MailText.oneLine(app.name).prefix(bytes: 60)
    return switch word {
    case .stop: "\(name): no more messages will be sent to you. Reply START to get them again."
    case .start: "\(name): you can be invited again. Reply STOP for no more messages."
    case .help: "\(name): people who use it have invited you. Reply STOP for no more messages."
    case nil: ""
    }
  }

  /// What stands in the URL that an app's gateway is told.
  fileprivate static func token(of app: AppContext) -> String {
    Identifier(hashing: "replies", app.id.text, key: app.pepper).text
  }
}

/// `GET /v1/messages/replies`: where a gateway is to send what people answer.
enum ReadReplyURL {
  static func prepare(_ call: Call) throws -> Work {
    let path = SMSRoute.noteReply.route.path(call.app.id.text, NoteReply.token(of: call.app))
    return .answer(.json(["url": .string(call.publicURL + path)]))
  }
}

extension HTTPRequest {
  /// The query as gateways' receipts are read.
  fileprivate var parameters: QueryText {
    QueryText(
      query.map {
        PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value)
      }.joined(separator: "&"))
  }
}
