import BeckonBasics
import BeckonContract
import BeckonModel
import BeckonStore

/// What operators and their tools read: `/health`, `/metrics`, and the API's description.
struct Operations: Sendable {
  let database: any Database
  let metricsSource: Metrics
  let ambient: Ambient
  let version: String
  let startedAt: Instant
  /// Open connections and requests in flight.
  let load: @Sendable () -> (connections: Int, requestsInFlight: Int)

  /// `GET /health`: 200 when the database answers and every loop has run lately, else 503 with what
  /// is wrong.
  func health() async -> Reply {
    var problems: [String] = []
    if let silence = await silence() {
      problems.append("the database does not answer: \(silence)")
    }
    let now = ambient.now()
    let loops = metricsSource.loops.map { name, loop -> JSON in
      let age = now.milliseconds(since: loop.lastSuccess ?? startedAt)
      if age > loop.everyMilliseconds + BackgroundLoops.patienceMilliseconds {
        problems.append("the loop \(name) has not succeeded for \(age / 1_000) s")
      }
      return .object([
        "name": .string(name), "last_success": loop.lastSuccess.map(JSON.instant),
        "lag": loop.lag.map(JSON.integer),
      ])
    }
    var reply = Reply.json(
      [
        "status": .string(problems.isEmpty ? "ok" : "unwell"),
        "problems": .array(problems.map(JSON.string)), "version": .string(version),
        "uptime_seconds": .integer(now.milliseconds(since: startedAt) / 1_000),
        "loops": .array(loops),
      ], status: problems.isEmpty ? 200 : 503)
    if reply.status == 503 { reply.headers.append((HeaderName.retryAfter, "1")) }
    return reply
  }

  /// How long the database has for its answer. Who asks for `/health` waits for less than a request
  /// may take, and needs to be told the reason.
  private static let patienceMilliseconds: UInt64 = 2_000

  /// Why the database does not answer; `nil` when it does.
  private func silence() async -> String? {
    let waiting = Locked<CheckedContinuation<String?, Never>?>(nil)
    @Sendable func tell(_ reason: String?) {
      let first = waiting.withLock { continuation in
        defer { continuation = nil }
        return continuation
      }
      first?.resume(returning: reason)
    }
    return await withCheckedContinuation { continuation in
      waiting.withLock { $0 = continuation }
      let clock = Task {
        try? await Task.sleep(nanoseconds: Self.patienceMilliseconds * 1_000_000)
        tell("it has been silent for \(Self.patienceMilliseconds / 1_000) s")
      }
      Task {
        tell(await failure())
        clock.cancel()
      }
    }
  }

  /// Asks the database something, and gives the reason if that fails.
  private func failure() async -> String? {
    do {
      _ = try await database.read { connection in
        try connection.first("SELECT 1", []) { $0.integer(0) }
      }
      return nil
    } catch {
      return Self.reason(error)
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case DatabaseError.unavailable(let reason), DatabaseError.unreadable(let reason),
      DatabaseError.corrupt(let reason):
      reason
    case DatabaseError.full: "the disk is full"
    case DatabaseError.closed: "it is closed"
    default: "\(error)"
    }
  }

  /// `GET /metrics`.
  func metrics() async -> Reply {
    let load = load()
    let text = metricsSource.text(
      connections: load.connections, requestsInFlight: load.requestsInFlight)
    return Reply(
      status: 200, headers: [("Content-Type", "text/plain; version=0.0.4; charset=utf-8")],
      body: Array(text.utf8))
  }

  /// `GET /v1/openapi.yaml`.
  func openAPI() -> Reply {
    Reply(
      status: 200, headers: [("Content-Type", "application/yaml")],
      body: OpenAPI.bytes)
  }
}
