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

  /// Refuses what shows a URL of ours and is not signed, where all that could have made it sign.
  /// - Parameter kind: the kind of the gateway whose URL it is; `nil` for all of them.
  func checkSignature(ofKind kind: String? = nil) throws {
    guard !call.services[SMSGateways.self].mayHaveMade(call.request, ofKind: kind) else { return }
    let refusal = try Self.refuse(call)
    call.services[Logger.self].log(
      .warning, "a call that should be a gateway's is not signed by it",
      [
        JSON.Member("app", .id(app.id)), JSON.Member("gateway", kind.map(JSON.string) ?? .null),
        JSON.Member("path", .string(call.parameters.count == 3 ? "receipt" : "reply")),
      ])
    throw refusal
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
      let receipts = ReceiptReader.receipts(
        ofKind: call.parameters[1], query: call.request.parameters, body: call.gatewayBody,
        of: message)
    else { throw try GatewayCall.refuse(call) }
    try visit.checkSignature(ofKind: call.parameters[1])
    if !receipts.isEmpty {
      try await visit.write { scope in
        for receipt in receipts { _ = try Messages(scope).note(receipt, of: message) }
      }
    }
    return Reply(status: 200)
  }
}

/// `/web/sms/{app}/{token}`: what somebody has written back. `STOP` puts their number on the list
/// of those to whom nothing is sent. What is answered is sent to them by the gateway, if it does
/// so.
enum NoteReply {
  static func answer(_ call: OpenCall) async throws -> Reply {
    guard call.parameters.count == 2, let visit = try await GatewayCall(call),
      call.parameters[1] == token(of: visit.app)
    else { throw try GatewayCall.refuse(call) }
    try visit.checkSignature()
    let texts = InboundText.all(query: call.request.parameters, body: call.gatewayBody)
    let region = visit.app.settings.region ?? ""
    var read: [(number: Identity, word: ReplyWord?)] = []
    for text in texts {
      let number = try? PhoneReader.read(text.from, statedBy: .network, region: region)
      // Of several one may come from a name, which nobody can answer.
      guard let number else { continue }
      read.append((Identity(kind: .phone, value: number), ReplyWord(text.text)))
    }
    guard let first = read.first else {
      throw FieldError("from", "is no phone number; write it with + and the country")
    }
    try await visit.write { [read] scope in
      for (number, word) in read { try note(word, of: number, scope) }
    }
    return say(texts.count == 1 ? wording(first.word, visit.app) : "")
  }

  private static func note(_ word: ReplyWord?, of number: Identity, _ scope: Scope) throws {
    switch word {
    case .stop: try Suppressions(scope).add(number, reason: .unsubscribed)
    case .start: _ = try Suppressions(scope).remove(number, reason: .unsubscribed)
    case .help, nil: break
    }
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

extension OpenCall {
  /// What comes with a gateway's call, as much of it as is read.
  fileprivate var gatewayBody: [UInt8] { Array(request.body.prefix(Limits.gatewayCallBytes)) }
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
