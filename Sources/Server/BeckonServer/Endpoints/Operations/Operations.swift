import BeckonBasics
import BeckonContract
import BeckonDatabase
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
  let unnamedProxy: UnnamedProxy
  let shops: ShopModels
  let finders: ShopFinders
  let memory: IndexMemory

  /// `GET /health`: 200 when the database answers and every loop has run lately, else 503 with what
  /// is wrong.
  func health() async -> Reply {
    var problems: [String] = []
    var warnings: [String] = []
    switch await answer() {
    case .success(let disabled):
      warnings = disabled
    case .failure(let silence):
      problems.append("the database does not answer: \(silence.reason)")
    }
    // Its host and what it said stand in the log: anybody may ask for this page.
    warnings += metricsSource.failingGateways.map {
      "\($0) failed when it was last asked; the log says why"
    }
    let now = ambient.now()
    let loops = metricsSource.loops.map { name, loop -> JSON in
      let age = now.milliseconds(since: loop.lastSuccess ?? startedAt)
      if age > loop.everyMilliseconds + Metrics.Loop.patienceMilliseconds {
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
        "problems": .array(problems.map(JSON.string)),
        "warnings": .array(warnings.map(JSON.string)), "version": .string(version),
        "uptime_seconds": .integer(now.milliseconds(since: startedAt) / 1_000),
        "loops": .array(loops), "unnamed_proxy": .bool(unnamedProxy.wasSeen),
        "recommendations": shops.figures.json,
        "search": finders.figures.json, "index_memory": memory.figures.json,
      ], status: problems.isEmpty ? 200 : 503)
    if reply.status == 503 { reply.headers.append((HeaderName.retryAfter, "1")) }
    return reply
  }

  /// How long the database has for its answer. Who asks for `/health` waits for less than a request
  /// may take, and needs to be told the reason.
  private static let patienceMilliseconds: UInt64 = 2_000

  /// Why the database does not answer.
  private struct Silence: Error {
    let reason: String
  }

  /// Asks the database which webhooks it has disabled, with a bound on its answer.
  private func answer() async -> Result<[String], Silence> {
    let waiting = Locked<CheckedContinuation<Result<[String], Silence>, Never>?>(nil)
    @Sendable func tell(_ result: Result<[String], Silence>) {
      let first = waiting.withLock { continuation in
        defer { continuation = nil }
        return continuation
      }
      first?.resume(returning: result)
    }
    return await withCheckedContinuation { continuation in
      waiting.withLock { $0 = continuation }
      let clock = Task {
        try? await Task.sleep(nanoseconds: Self.patienceMilliseconds * 1_000_000)
        let seconds = Self.patienceMilliseconds / 1_000
        tell(.failure(Silence(reason: "it has been silent for \(seconds) s")))
      }
      Task {
        tell(await ask())
        clock.cancel()
      }
    }
  }

  private func ask() async -> Result<[String], Silence> {
    do {
      let disabled = try await database.read { try Webhooks.disabledByServer($0).first }
      return .success(disabled.map { Self.warning($0.id, $0.reason) })
    } catch {
      return .failure(Silence(reason: Self.reason(error)))
    }
  }

  private static func warning(_ webhook: WebhookID, _ reason: WebhookDisabling) -> String {
    let cause =
      reason == .unknownForm ? "its form was not known for three days" : "its receiver failed"
    return "the webhook \(webhook.text) was disabled: \(cause)"
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
    let disabled = try? await database.read { try Webhooks.disabledByServer($0) }
    let now = ambient.now()
    let lag = try? await database.read { try FeedLag.text(at: now, $0) }
    let text = metricsSource.text(
      Metrics.Load(
        version: version, connections: load.connections,
        requestsInFlight: load.requestsInFlight, webhooksDisabled: disabled?.count))
    let figures = shops.figures.text + finders.figures.text + memory.figures.text
    return Reply(
      status: 200, headers: [("Content-Type", "text/plain; version=0.0.4; charset=utf-8")],
      body: Array((text + (lag ?? "") + figures).utf8))
  }

  /// `GET /v1/openapi.yaml`.
  func openAPI() -> Reply {
    Reply(
      status: 200, headers: [("Content-Type", "application/yaml")],
      body: OpenAPI.bytes)
  }
}
