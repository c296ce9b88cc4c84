import BeckonBasics
import BeckonContractSegmentify
import BeckonModel
import BeckonSDK

/// Answers as the protocol says, and keeps each fact once, by its `Idempotency-Key`.
final class SegmentifyFake: Sendable {
  private struct State {
    var requests: [TransportRequest] = []
    var facts: [(key: String, path: String, body: JSON)] = []
    var ids = 0
    var isOffline = false
    var losesAnswers = false
    var keys: Set<String> = ["key-1"]
    var answers: [String: String] = [:]
  }

  private let state = Locked(State())

  /// Requests as they came, also those that came twice.
  var requests: [TransportRequest] { state.withLock { $0.requests } }

  /// What was told, each fact once, in order.
  var facts: [JSON] { state.withLock { $0.facts.map(\.body) } }

  /// The names of the events.
  var names: [String] { facts.compactMap { $0["name"]?.string } }

  /// How often ids were asked for, and how many.
  var idCalls: [String] {
    requests.filter { $0.url.has(text: "/get/key") }.compactMap { $0.url.split(on: "?").last }
  }

  /// Is not there until told otherwise.
  var isOffline: Bool {
    get { state.withLock { $0.isOffline } }
    set { state.withLock { $0.isOffline = newValue } }
  }

  /// Stores what comes and hangs up.
  var losesAnswers: Bool {
    get { state.withLock { $0.losesAnswers } }
    set { state.withLock { $0.losesAnswers = newValue } }
  }

  /// Takes this key too.
  func accept(key: String) { state.withLock { _ = $0.keys.insert(key) } }

  /// Answers events of this name so.
  func answer(_ name: String, _ text: String) { state.withLock { $0.answers[name] = text } }

  /// Serves a request.
  /// - Throws: `TransportError`.
  func respond(_ request: TransportRequest) throws(TransportError) -> TransportResponse {
    if isOffline { throw .notSent("there is no network") }
    let text = state.withLock { state in
      state.requests.append(request)
      return request.url.has(text: "/get/key")
        ? Self.ids(request, &state.ids) : Self.serve(request, &state)
    }
    if losesAnswers { throw .noAnswer("the connection was lost") }
    return TransportResponse(status: 200, body: Array(text.utf8))
  }

  private static func ids(_ request: TransportRequest, _ last: inout Int) -> String {
    let count = request.url.split(on: "=").last.flatMap { Int($0) } ?? 1
    let ids = (1...count).map { "\"-\(last + $0)\"" }
    last += count
    return "[\(ids.joined(separator: ","))]"
  }

  /// A header field, whose name a real connection may write in other letters.
  private static func header(_ name: String, _ request: TransportRequest) -> String? {
    request.headers.first { $0.key.lowercased() == name.lowercased() }?.value
  }

  private static func serve(_ request: TransportRequest, _ state: inout State) -> String {
    let none = #""responses":[[]],"search":[]"#
    guard let key = header(Segmentify.keyHeader, request), state.keys.contains(key) else {
      return #"{"statusCode":"NO_ACCOUNT","message":"Nobody has the key.",\#(none)}"#
    }
    guard let body = try? JSONReader.read(request.body),
      let id = header("Idempotency-Key", request)
    else { return #"{"statusCode":"BAD_INPUT",\#(none)}"# }
    if !state.facts.contains(where: { $0.key == id }) {
      state.facts.append((id, request.url, body))
    }
    return state.answers[body["name"]?.string ?? ""]
      ?? #"{"statusCode":"SUCCESS","timestamp":1700000000000,\#(none)}"#
  }
}
