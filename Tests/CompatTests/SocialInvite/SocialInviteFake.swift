import BeckonBasics
import BeckonContract
import BeckonContractSocialInvite
import BeckonModel
import BeckonSDK
import BeckonTesting

/// Answers as the protocol says, in the types that the server answers in too, and keeps what it was
/// sent. What is Beckon's own API it leaves to `InMemoryServer`.
final class SocialInviteFake: Sendable {
  struct State {
    var requests: [TransportRequest] = []
    var messages: [String: SocialInvite.MessageAnswer] = [:]
    var sent: [SocialInvite.InvitationRequest] = []
    /// What is told of a number, one word for each question; the last one stays.
    var plan: [String: [SocialInvite.Status]] = [:]
    var refusal: SocialInviteFailure?
    var isOffline = false
    var knowsBulks = true
  }

  static let key = "A1B2-key"
  let native = InMemoryServer()
  let state = Locked(State())

  init() {
    let id: LinkID = Ambient.system.id()
    let link: JSON = [
      "id": .id(id), "code": "AnA", "url": "https://example.com/get",
      "short_url": "https://go.example.com/AnA",
    ]
    native.decide { request in
      let makesLink = request.method == "POST" && request.url.hasSuffix("/v1/links")
      return makesLink ? .status(201, body: link.bytes) : .usual
    }
  }

  /// Requests of the vendor's protocol, as they came.
  var requests: [TransportRequest] { state.withLock { $0.requests } }
  /// Invitations that were taken.
  var sent: [SocialInvite.InvitationRequest] { state.withLock { $0.sent } }
  /// Questions what became of invitations.
  var questions: [String] {
    requests.filter { $0.url.hasSuffix("/deliveryInfos") }.map(\.url)
  }

  /// Tells this of a number, one word for each question.
  func plan(_ address: String, _ statuses: SocialInvite.Status...) {
    state.withLock { $0.plan[address] = statuses }
  }

  /// Refuses everything so; `nil` ends that.
  func refuse(_ failure: SocialInviteFailure?) { state.withLock { $0.refusal = failure } }

  /// The way to this server.
  var transport: Transport { Transport { try self.respond($0) } }

  /// Serves a request.
  /// - Throws: `TransportError`.
  func respond(_ request: TransportRequest) throws(TransportError) -> TransportResponse {
    if state.withLock({ $0.isOffline }) { throw .notSent("there is no network") }
    guard let path = request.url.parts(around: "/1/") else { return try native.respond(request) }
    return state.withLock { state in
      state.requests.append(request)
      if let refusal = state.refusal { return Self.answer(refusal.code.status, refusal.json) }
      guard request.header("authorization") == "App " + Self.key else {
        return Self.answer(401, SocialInviteFailure.invalidLogin.json)
      }
      return Self.serve(request, path.behind.split(on: "/"), &state)
    }
  }

  private static func serve(
    _ request: TransportRequest, _ path: [String], _ state: inout State
  ) -> TransportResponse {
    let body = (try? JSONReader.read(request.body)) ?? .null
    switch (request.method, path.count) {
    case ("POST", 2): return invite(body, &state)
    case ("POST", 4): return keep(body, path[2], "M\(state.messages.count + 1)", &state)
    case ("PUT", 5): return keep(body, path[2], path[4], &state)
    case ("GET", 5) where path[0] == "social-invite":
      guard let message = state.messages[path[4]] else {
        let failure = SocialInviteFailure(.messageNotFound, "There is no such message.")
        return answer(404, failure.json)
      }
      return answer(200, message.json)
    default: return deliveries(path[3], &state)
    }
  }

  private static func invite(_ body: JSON, _ state: inout State) -> TransportResponse {
    guard let request = try? SocialInvite.InvitationRequest(json: body) else {
      let failure = SocialInviteFailure(.invalidParameter, "The body is no invitation.")
      return answer(400, failure.json)
    }
    state.sent.append(request)
    let bulk = "B\(state.sent.count)"
    return answer(
      200,
      SocialInvite.SendAnswer(
        bulkID: bulk, deliveryInfoURL: "https://go.example.com/1/\(bulk)",
        responses: request.destinations.indices.map { .init(messageID: "\(bulk)-\($0)") }
      ).json)
  }

  private static func keep(
    _ body: JSON, _ application: String, _ key: String, _ state: inout State
  ) -> TransportResponse {
    guard let request = try? SocialInvite.MessageRequest(json: body) else {
      let failure = SocialInviteFailure(.invalidParameter, "The body is no message.")
      return answer(400, failure.json)
    }
    let message = SocialInvite.MessageAnswer(
      applicationKey: application, key: key, text: request.text,
      placeholder: request.placeholder ?? "", clientPlaceholder: request.clientPlaceholder)
    state.messages[key] = message
    return answer(200, message.json)
  }

  private static func deliveries(_ bulk: String, _ state: inout State) -> TransportResponse {
    guard state.knowsBulks, let number = Int(bulk.dropFirst()), number <= state.sent.count else {
      return answer(404, SocialInviteFailure.unknownBulk.json)
    }
    let rows = state.sent[number - 1].destinations.map { destination in
      let plan = state.plan[destination.address] ?? []
      if plan.count > 1 { state.plan[destination.address]?.removeFirst() }
      return SocialInvite.DeliveryAnswer.Delivery(
        address: destination.address, messageID: bulk + "-0", clientCorrelator: bulk,
        status: plan.first ?? .messageWaiting, price: "0.01")
    }
    return answer(
      200,
      SocialInvite.DeliveryAnswer(
        resourceURL: "https://go.example.com/1/\(bulk)", deliveries: rows
      ).json)
  }

  private static func answer(_ status: Int, _ json: JSON) -> TransportResponse {
    TransportResponse(
      status: status, headers: ["Content-Type": "application/json"], body: json.bytes)
  }
}
