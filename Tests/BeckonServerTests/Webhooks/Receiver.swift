import BeckonBasics
import BeckonModel
import BeckonSDK
import BeckonTesting
import Testing

/// A receiver of webhooks on a real socket.
final class Receiver: Sendable {
  typealias Answer = @Sendable (TransportRequest) -> LoopbackServer.Reply

  private let requests: Locked<[TransportRequest]>
  private let server: LoopbackServer

  /// Listens; `answer` decides about each request.
  init(_ answer: @escaping Answer = { _ in Receiver.status(200) }) throws {
    let requests = Locked<[TransportRequest]>([])
    self.requests = requests
    server = try LoopbackServer { request in
      requests.withLock { $0.append(request) }
      return answer(request)
    }
  }

  deinit { server.stop() }

  func stop() { server.stop() }

  static func status(
    _ status: Int, _ headers: [String: String] = [:], _ body: String = ""
  ) -> LoopbackServer.Reply {
    .answer(TransportResponse(status: status, headers: headers, body: Array(body.utf8)))
  }

  /// Runs `body` with a receiver that answers the first requests as told, all others with 200.
  static func answering(_ statuses: [Int]) throws -> Receiver {
    let rest = Locked(statuses)
    return try Receiver { _ in
      status(rest.withLock { $0.isEmpty ? 200 : $0.removeFirst() })
    }
  }

  var url: String { server.url }
  /// All that came.
  var received: [TransportRequest] { requests.withLock { $0 } }
  /// The bodies of all that came.
  var bodies: [JSON] { received.map { (try? JSONReader.read($0.body)) ?? .null } }
  /// The ids of the deliveries, as they came.
  var ids: [String] { received.map { $0.headers["beckon-delivery"] ?? "" } }
}

/// A webhook of a test.
struct MadeWebhook: Sendable {
  let app: TestApp
  let id: String
  let secret: String

  var path: String { "/v1/webhooks/\(id)" }

  /// Its deliveries, newest first.
  func deliveries(_ query: String = "") async throws -> [JSON] {
    try await app.get(path + "/deliveries?limit=200" + query).list("deliveries")
  }

  /// A member of it as it is now.
  func value(_ name: String) async throws -> JSON? { try await app.get(path).value(name) }
}

extension TestApp {
  /// Makes a webhook.
  func webhook(
    _ url: String, _ facts: [String], form: String = "native", secret: String? = nil
  ) async throws -> MadeWebhook {
    let answer = try await post(
      "/v1/webhooks",
      .object([
        "url": .string(url), "facts": .array(facts.map(JSON.string)), "form": .string(form),
        "secret": secret.map(JSON.string),
      ]))
    try #require(answer.status == 201, "\(answer.text)")
    return MadeWebhook(
      app: self, id: try #require(answer.string("id")),
      secret: try #require(answer.string("secret")))
  }
}
