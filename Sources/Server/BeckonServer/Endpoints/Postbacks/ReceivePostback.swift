import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonHTTP
import BeckonModel
import BeckonStore

/// Takes postbacks from Apple's devices. A device that is not answered 200 tries again for nine
/// days, so whatever trying again would not mend is answered 200: a signature that does not hold is
/// stored as such, an app that nobody has is counted. Only what is no postback at all, which no
/// device sends, is refused.
struct ReceivePostback: Sendable {
  /// Largest body; Apple's have about one kilobyte.
  static let bodyBytesMax = 16_384

  let system: PostbackSystem
  let call: OpenCall

  func receive() async throws -> Reply {
    let request = call.request
    try call.services[CallLimits.self].take("postbacks", from: call.address)
    guard request.body.count <= Self.bodyBytesMax else {
      throw Problem(.bodyTooLarge, "A postback may have \(Self.bodyBytesMax) bytes.")
    }
    let postback = try read(request.body)
    let host = VisitHeaders(request.headers).host
    let apps = try await call.services[AppDirectory.self].published()
    guard let owner = apps.advertised(postback.advertisedApp, host: host),
      let app = try await call.services[AppDirectory.self].app(owner.number)
    else {
      tell(postback, "unknown_app", [])
      return Reply(status: 200)
    }
    let acceptsDevelopment = app.settings.ios?.acceptsDevelopmentPostbacks ?? false
    let (verification, reason) = PostbackVerifier.judge(
      postback, acceptsDevelopment: acceptsDevelopment)
    let (now, ambient) = (call.ambient.now(), call.ambient)
    let body = String(decoding: request.body, as: UTF8.self)
    let outcome = try await call.database.write { connection in
      let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
      return try Postbacks(scope).store(postback, body: body, verification, reason)
    }
    tell(
      postback, verification.rawValue,
      [
        JSON.Member("app", .id(app.id)), JSON.Member("reason", .string(reason.rawValue)),
        JSON.Member("outcome", .string(outcome.rawValue)),
      ])
    return Reply(status: 200)
  }

  private func read(_ body: [UInt8]) throws -> Postback {
    let fields = try Fields(try HTTPRequest.json(body))
    switch system {
    case .skAdNetwork: return try Postback(skAdNetwork: fields)
    case .adAttributionKit: return try Postback(adAttributionKit: fields)
    }
  }

  private func tell(_ postback: Postback, _ verification: String, _ more: [JSON.Member]) {
    call.services[Metrics.self].count(.postbacks, postback.system.rawValue, verification)
    let isExpected = ["verified", "development"].contains(verification)
    let level: LogLevel = isExpected ? .debug : .info
    let logger = call.services[Logger.self]
    guard logger.writes(level) else { return }
    let fields = [
      JSON.Member("system", .string(postback.system.rawValue)),
      JSON.Member("verification", .string(verification)),
    ]
    logger.log(level, "postback", fields + more)
  }
}
