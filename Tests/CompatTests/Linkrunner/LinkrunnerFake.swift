import BeckonBasics
import BeckonContract
import BeckonContractLinkrunner
import BeckonModel
import BeckonSDK
import BeckonTesting

/// Answers as the vendor's documents say, keeps each request, and each fact once.
final class LinkrunnerFake: Sendable {
  private struct State {
    var requests: [TransportRequest] = []
    var facts: [(id: String, path: Linkrunner.Path, body: JSON)] = []
    var answers: [InMemoryServer.Answer] = []
    var data: [Linkrunner.Path: JSON] = [:]
  }

  private let state = Locked(State())

  /// Requests as they came, also those that came twice.
  var requests: [TransportRequest] { state.withLock { $0.requests } }

  /// Bodies of the requests of a path, as they came.
  func bodies(_ path: Linkrunner.Path) -> [JSON] {
    requests.filter { $0.url.hasSuffix(path.rawValue) }.map { body(of: $0) }
  }

  /// Facts of a path, each once.
  func stored(_ path: Linkrunner.Path) -> [JSON] {
    state.withLock { state in state.facts.filter { $0.path == path }.map(\.body) }
  }

  /// Answers the next requests in this way.
  func play(_ answers: InMemoryServer.Answer...) { state.withLock { $0.answers += answers } }

  /// Gives this `data` in answers of a path.
  func answer(_ path: Linkrunner.Path, with data: JSON) {
    state.withLock { $0.data[path] = data }
  }

  /// Serves a request.
  /// - Throws: `TransportError`.
  func respond(_ request: TransportRequest) throws(TransportError) -> TransportResponse {
    let answer = state.withLock { state in
      state.answers.isEmpty ? .usual : state.answers.removeFirst()
    }
    switch answer {
    case .notSent: throw .notSent("there is no network")
    case .usual: return serve(request)
    case .lost:
      _ = serve(request)
      throw .noAnswer("the connection was lost")
    case .status(let status, let headers, let body):
      state.withLock { $0.requests.append(request) }
      return TransportResponse(status: status, headers: headers, body: body)
    }
  }

  private func serve(_ request: TransportRequest) -> TransportResponse {
    let body = body(of: request)
    guard let path = Linkrunner.Path.allCases.first(where: { request.url.hasSuffix($0.rawValue) })
    else {
      return Self.json(404, Linkrunner.Answer(message: "no such path", status: 404).json)
    }
    let data = state.withLock { state in
      state.requests.append(request)
      let id = Self.factID(request, path, body)
      if !state.facts.contains(where: { $0.id == id }) { state.facts.append((id, path, body)) }
      return state.data[path]
    }
    let status = path == .capturePayment ? 201 : 200
    guard path != .initialize else {
      return Self.json(202, Linkrunner.InstallAccepted(processingID: "f1e2c9").json)
    }
    return Self.json(
      status,
      Linkrunner.Answer(message: "received", status: Int64(status), data: data ?? [:]).json)
  }

  /// What the vendor's server tells one fact from another by; for calls without an id of their own,
  /// the `Idempotency-Key`.
  private static func factID(
    _ request: TransportRequest, _ path: Linkrunner.Path, _ body: JSON
  ) -> String {
    switch path {
    case .captureEvent: "event " + (body["event_id"]?.string ?? "")
    case .capturePayment:
      "payment \(body["type"]?.string ?? "") \(body["payment_id"]?.string ?? "")"
    case .initialize: "install " + (body["install_instance_id"]?.string ?? "")
    default:
      path.rawValue + " " + (request.header("idempotency-key") ?? "")
    }
  }

  private func body(of request: TransportRequest) -> JSON {
    (try? JSONReader.read(request.body)) ?? .null
  }

  private static func json(_ status: Int, _ json: JSON) -> TransportResponse {
    TransportResponse(
      status: status, headers: ["Content-Type": "application/json"], body: json.bytes)
  }
}

extension TransportRequest {
  /// A header field, whatever the case of its name.
  func header(_ name: String) -> String? {
    headers.first { $0.key.lowercased() == name }?.value
  }
}
