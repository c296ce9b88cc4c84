import BeckonBasics
import BeckonContract
import BeckonModel
import BeckonSDK
import Foundation

/// A server for tests of an app: answers what the SDK asks as a Beckon server does that has no
/// campaign and matches no install, keeps what it is sent, and plays the answers that a test puts
/// in its way.
///
///     let (server, clock) = (InMemoryServer(), ManualClock())
///     let beckon = try Beckon.configure(
///       url: url, key: "pk_test", options: .testing(server, clock: clock))
///     beckon.track("purchase", ["total": 19.9])
///     await beckon.flush()
///     #expect(server.receivedEvents.map(\.name) == ["purchase"])
public final class InMemoryServer: Sendable {
  /// What becomes of one request.
  public enum Answer: Sendable {
    /// The server's usual answer.
    case usual
    /// This answer; nothing is stored.
    case status(Int, headers: [String: String] = [:], body: [UInt8] = [])
    /// The request does not leave the device.
    case notSent
    /// The request is served, and the answer gets lost.
    case lost

    /// A refusal with a word of the API's description; nothing is stored.
    public static func refused(_ code: String, status: Int = 422, detail: String = "") -> Answer {
      let json: JSON = ["code": .string(code), "detail": .string(detail)]
      return .status(
        status, headers: ["Content-Type": "application/problem+json"], body: json.bytes)
    }

    /// A problem of this code; nothing is stored.
    package static func problem(
      _ code: ErrorCode, detail: String = "so the test wants it"
    ) -> Answer {
      .refused(code.rawValue, status: code.status, detail: detail)
    }
  }

  /// An event as the server got it.
  public struct Event: Sendable, Hashable {
    /// Its id, as `track` returned it.
    public let id: String
    /// Its name.
    public let name: String
    /// Its properties.
    public let properties: BeckonValue
    /// The person whose it is; `nil` before somebody is identified.
    public let person: String?
  }

  private struct State {
    var answers: [Answer] = []
    var requests: [TransportRequest] = []
    var events: [JSON] = []
    var ids: Set<String> = []
    var match: JSON
    var rule: @Sendable (TransportRequest) -> Answer = { _ in .usual }
  }

  private let state: Locked<State>
  private let ambient: Ambient

  /// Makes a server.
  public convenience init() { self.init(ambient: .system) }

  package init(ambient: Ambient) {
    self.ambient = ambient
    let decision: DecisionID = ambient.id()
    state = Locked(
      State(match: ["type": "none", "decision": .id(decision), "reason": "no_click"]))
  }

  /// The way to this server, for `BeckonOptions.transport`.
  package var transport: Transport {
    Transport { request in try self.respond(request) }
  }

  /// Answers the next requests in this way, before the rule is asked again.
  public func play(_ answers: Answer...) { state.withLock { $0.answers += answers } }

  /// Answers each request in this way that has no answer of its own.
  public func answerAll(_ answer: Answer) { decide { _ in answer } }

  /// Matches first launches with a link that leads here.
  public func match(deepLink: URL) {
    let decision: DecisionID = ambient.id()
    match([
      "type": "unique", "deep_link": .string(deepLink.absoluteString), "decision": .id(decision),
      "reason": "click_id",
    ])
  }

  /// All different events so far, in the order in which they came.
  public var receivedEvents: [Event] {
    events.map { event in
      Event(
        id: event["id"]?.string ?? "", name: event["name"]?.string ?? "",
        properties: BeckonValue(json: event["properties"] ?? [:]),
        person: event["person"]?.string)
    }
  }

  /// Decides about each request.
  package func decide(_ rule: @escaping @Sendable (TransportRequest) -> Answer) {
    state.withLock { $0.rule = rule }
  }

  /// Answers first launches with this object `match`.
  package func match(_ match: JSON) { state.withLock { $0.match = match } }

  /// All requests so far, also those whose answer was lost.
  package var requests: [TransportRequest] { state.withLock { $0.requests } }

  /// All different events so far, in the order in which they came.
  package var events: [JSON] { state.withLock { $0.events } }

  /// Serves a request.
  /// - Throws: `TransportError`.
  package func respond(_ request: TransportRequest) throws(TransportError) -> TransportResponse {
    let answer = state.withLock { state -> Answer in
      let answer =
        state.answers.isEmpty ? state.rule(request) : state.answers.removeFirst()
      if case .notSent = answer { return answer }
      state.requests.append(request)
      return answer
    }
    switch answer {
    case .usual: return serve(request)
    case .status(let status, let headers, let body):
      return TransportResponse(status: status, headers: headers, body: body)
    case .notSent: throw .notSent("there is no network")
    case .lost:
      _ = serve(request)
      throw .noAnswer("the connection was lost")
    }
  }

  private func serve(_ request: TransportRequest) -> TransportResponse {
    let body = (try? JSONReader.read(request.body)) ?? .null
    let path = Self.path(request.url)
    switch (request.method, path) {
    case ("POST", EventRoute.ingest.route.path): return Self.json(200, ingest(body))
    case ("POST", InstallRoute.register.route.path):
      let install: InstallID = ambient.id()
      let match = state.withLock { $0.match }
      return Self.json(
        201, ["install": .id(install), "token": .string("token-of-install"), "match": match])
    case ("POST", PersonRoute.identify.route.path):
      let key = body["user_id"]?.string ?? body["email"]?.string ?? "anonymous"
      return Self.json(
        201,
        [
          "person": .id(PersonID(Identifier(hashing: key))), "token": .string("token-of-" + key),
          "referral_code": "code", "referral_link": "https://go.example.com/code",
        ])
    case ("POST", LinkRoute.open.route.path):
      return Self.json(200, ["deep_link": .null, "link": .null, "own": false])
    case ("POST", PaymentRoute.record.route.path):
      return Self.json(201, ["id": body["id"] ?? "", "status": "accepted"])
    case ("PATCH", _) where path.hasPrefix("/v1/people/"): return Self.json(200, [:])
    case ("GET", _) where path.hasSuffix("/balances"): return Self.json(200, [])
    default:
      return Self.json(404, Problem(.notFound, "There is no such route.").json(requestID: nil))
    }
  }

  private func ingest(_ body: JSON) -> JSON {
    let receipts = state.withLock { state in
      (body["events"]?.elements ?? []).map { event -> JSON in
        let id = event["id"]?.string ?? ""
        let isNew = state.ids.insert(id).inserted
        if isNew { state.events.append(event) }
        return ["id": .string(id), "status": .string(isNew ? "accepted" : "duplicate")]
      }
    }
    return ["receipts": .array(receipts)]
  }

  private static func json(_ status: Int, _ json: JSON) -> TransportResponse {
    TransportResponse(
      status: status, headers: ["Content-Type": "application/json"], body: json.bytes)
  }

  /// `https://host/v1/events` and `/v1/events` → `/v1/events`.
  private static func path(_ url: String) -> String {
    if url.hasPrefix("/") { return url }
    let afterScheme = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return "/" + (afterScheme.count == 4 ? afterScheme[3] : "")
  }
}
