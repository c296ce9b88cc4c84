import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import ChildProcess

/// `POST /v1/installs` with many clicks stored: installs that match one of them by network and
/// device, and installs that nobody clicked for. Each is answered when decision and claim are on
/// disk. Beside `POST /v1/events`, one a request, on the same database in turn: the least that an
/// acknowledged write can cost.
enum Installs {
  private static let connections = 64

  static func run(_ scale: Scale) async throws -> JSON {
    let workshop = try await Workshop(on: scale.database) { database, app in
      try await StoredClicks.store(scale.clicks, in: database, app)
    }
    defer { workshop.remove() }
    let server = try workshop.serve()
    defer { server.stop() }
    let events = try workshop.write(
      LuaEvents.script(key: workshop.publishableKey, perRequest: 1, ids: .timeSorted),
      to: "events.lua")
    Telling.say("  events, then installs with a click, then without …")
    let peer = try Wrk.run(
      server.url + "/v1/events", connections: connections, seconds: scale.seconds, script: events)
    // Networks from 21 on have no clicks.
    let matched = try measure(firstByte: 20, clicks: scale.clicks, server, workshop, scale)
    let unmatched = try measure(firstByte: 21, clicks: scale.clicks, server, workshop, scale)
    return [
      "clicks": .integer(scale.clicks),
      "matched": describe(matched, peer), "unmatched": describe(unmatched, peer),
      "matches_checked": .integer(try await checkMatches(matched, workshop, scale)),
      "events_per_second": Telling.rounded(peer.requestsPerSecond),
    ]
  }

  private static func describe(_ own: Wrk.Result, _ peer: Wrk.Result) -> JSON {
    [
      "installs_per_second": Telling.rounded(own.requestsPerSecond),
      "ratio_to_events": Telling.rounded(own.requestsPerSecond / peer.requestsPerSecond),
      "processor_ratio": own.processorRatio,
      "p99_milliseconds": Telling.rounded(own.p99Milliseconds),
      "failures": .integer(own.failures + peer.failures),
    ]
  }

  /// Each install comes from the network of another click, all over the store.
  private static func measure(
    firstByte: Int, clicks: Int, _ server: ServerProcess, _ workshop: Workshop, _ scale: Scale
  ) throws -> Wrk.Result {
    let script = try workshop.write(
      """
      local counter = 0
      function request()
        counter = counter + 1
        local place = (counter * 7919) % \(clicks)
        local ip = "\(firstByte)." .. math.floor(place / 65536) % 256 .. "." ..
          math.floor(place / 256) % 256 .. "." .. place % 256
        return wrk.format("POST", nil, nil, '{"install_id":"phone-\(firstByte)-' .. counter ..
          '","platform":"ios","os_version":"\(StoredClicks.osVersion)","device_model":' ..
          '"iPhone15,2","screen":{"width":393,"height":852,"scale":3},"language":"en-US",' ..
          '"timezone":"Europe/Berlin","app_version":"1.0","ip":"' .. ip .. '"}')
      end
      wrk.headers["Authorization"] = "Bearer \(workshop.secretKey)"
      wrk.headers["Content-Type"] = "application/json"
      """, to: "installs.lua")
    return try Wrk.run(
      server, "/v1/installs", connections: connections, seconds: scale.seconds,
      script: script)
  }

  /// How many decisions were matches; what wrk counted must be among them.
  private static func checkMatches(
    _ matched: Wrk.Result, _ workshop: Workshop, _ scale: Scale
  ) async throws -> Int64 {
    let database = try workshop.open()
    let app = workshop.app.number
    let count = try await database.read { connection in
      try connection.first(
        "SELECT COUNT(*) FROM decisions WHERE app = $1 AND type = 'default'", [.integer(app)]
      ) { $0.integer(0) } ?? 0
    }
    await database.close()
    let expected = min(
      Double(scale.clicks), matched.requestsPerSecond * Double(scale.seconds) * 0.95)
    guard Double(count) >= expected else {
      throw BenchError("\(count) installs were matched, but \(Int(expected)) were answered")
    }
    return count
  }
}
