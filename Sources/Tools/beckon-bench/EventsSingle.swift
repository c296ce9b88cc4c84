import BeckonModel
import ChildProcess

/// `POST /v1/events` with one event a request, acknowledged after commit and fsync.
enum EventsSingle {
  static func run(_ scale: Scale) async throws -> JSON {
    let workshop = try await Workshop(on: scale.database)
    defer { workshop.remove() }
    let server = try workshop.serve()
    defer { server.stop() }
    let script = try workshop.write(
      LuaEvents.script(key: workshop.publishableKey, perRequest: 1, ids: .timeSorted),
      to: "events.lua")
    let result = try Wrk.run(
      server, "/v1/events", connections: 256, seconds: scale.seconds, script: script)
    return .object([
      "requests_per_second": Telling.rounded(result.requestsPerSecond),
      "goal": scale.database == nil ? 25_000 : nil,
      "processor_ratio": result.processorRatio,
      "p99_milliseconds": Telling.rounded(result.p99Milliseconds),
      "failures": .integer(result.failures),
    ])
  }
}

/// Scripts with which wrk sends events.
enum LuaEvents {
  enum IDs {
    case timeSorted, random
  }

  static func script(key: String, perRequest: Int, ids: IDs) -> String {
    """
    \(idFunction(ids))
    function request()
      local user = "user" .. r(99999)
      local events = {}
      for i = 1, \(perRequest) do
        events[i] = '{"id":"' .. id() .. '","name":"product_view","user_id":"' .. user ..
          '","at":"2026-01-01T00:00:00Z","properties":{"product":"p' .. r(9999) ..
          '","price":"19.90","currency":"EUR"}}'
      end
      return wrk.format("POST", nil, nil, '{"sent_at":"2026-01-01T00:00:01Z","events":[' ..
        table.concat(events, ",") .. ']}')
    end
    wrk.headers["Authorization"] = "Bearer \(key)"
    wrk.headers["Content-Type"] = "application/json"
    """
  }

  /// `id()`, which gives another id each time, and `r(n)`, a number from 0 to n.
  static func idFunction(_ ids: IDs) -> String {
    """
    math.randomseed(os.time())
    local counter = 0
    local function r(n) return math.random(0, n) end
    local function id()
      counter = counter + 1
      \(ids == .timeSorted ? timeSorted : random)
    end
    """
  }

  /// Version 7: the time in front, here a counter that rises as it would.
  private static let timeSorted = """
    local t = os.time() * 1000 + counter % 1000
      return string.format("%08x-%04x-7%03x-a%03x-%06x%06x", math.floor(t / 65536), t % 65536,
        math.floor(counter / 4096) % 4096, counter % 4096, r(16777215), r(16777215))
    """

  private static let random = """
    return string.format("%04x%04x-%04x-4%03x-a%03x-%06x%06x", r(65535), r(65535), r(65535),
        r(4095), r(4095), r(16777215), r(16777215))
    """
}
