import BeckonBasics
import BeckonModel
import BeckonSQLite
import BeckonStore
import ChildProcess

/// `POST /v1/events` in batches of 500 on a large store, with ids that sort by time and with random
/// ones, beside plain SQLite that inserts the same rows into the same schema.
enum EventsBatch {
  private static let batch = 500

  static func run(_ scale: Scale) async throws -> JSON {
    let workshop = try await Workshop()
    defer { workshop.remove() }
    Telling.say("  filling with \(scale.facts) facts …")
    let plain = try PlainSQLite(path: workshop.databasePath)
    try plain.insert(scale.facts, batch: 50_000, ids: .timeSorted)
    let peer = try plain.rate(batch: batch, ids: .timeSorted, seconds: scale.seconds)
    let randomPeer = try plain.rate(batch: batch, ids: .random, seconds: scale.seconds)
    plain.close()
    let server = try workshop.serve()
    defer { server.stop() }
    let sorted = try measure(.timeSorted, server, workshop, scale)
    let random = try measure(.random, server, workshop, scale)
    return [
      "stored_facts": .integer(scale.facts),
      "time_sorted": describe(sorted, peer, goal: 80_000),
      "random": describe(random, randomPeer, goal: 25_000), "goal_ratio": 0.4,
    ]
  }

  private static func measure(
    _ ids: LuaEvents.IDs, _ server: ServerProcess, _ workshop: Workshop, _ scale: Scale
  ) throws -> Wrk.Result {
    let script = try workshop.write(
      LuaEvents.script(key: workshop.publishableKey, perRequest: batch, ids: ids),
      to: "batch.lua")
    return try Wrk.run(
      server, "/v1/events", connections: 16, seconds: scale.seconds, script: script)
  }

  private static func describe(_ result: Wrk.Result, _ peer: Double, goal: Int) -> JSON {
    let rate = result.requestsPerSecond * Double(batch)
    return [
      "events_per_second": Telling.rounded(rate), "goal": .integer(goal),
      "plain_sqlite_per_second": Telling.rounded(peer), "ratio": Telling.rounded(rate / peer),
      "processor_ratio": result.processorRatio,
      "p99_milliseconds": Telling.rounded(result.p99Milliseconds),
      "failures": .integer(result.failures),
    ]
  }
}
