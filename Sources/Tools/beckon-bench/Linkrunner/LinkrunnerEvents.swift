import BeckonModel
import ChildProcess

extension Program.Benchmark {
  /// What is measured of Linkrunner's protocol.
  static let linkrunner = [
    Program.Benchmark("linkrunner-events", .both, run: LinkrunnerEvents.run)
  ]
}

/// Linkrunner's `POST /api/client/capture-event`, acknowledged after commit and fsync, with the id
/// that newer clients make and without, when what the event says makes it one. Beside the native
/// `POST /v1/events`, one a request, on the same database in turn.
enum LinkrunnerEvents {
  private static let connections = 256

  static func run(_ scale: Scale) async throws -> JSON {
    let workshop = try await Workshop(on: scale.database)
    defer { workshop.remove() }
    let server = try workshop.serve()
    defer { server.stop() }
    let native = try workshop.write(
      LuaEvents.script(key: workshop.publishableKey, perRequest: 1, ids: .timeSorted),
      to: "events.lua")
    let peer = try Wrk.run(
      server.url + "/v1/events", connections: connections, seconds: scale.seconds, script: native)
    let named = try measure(hasID: true, server, workshop, scale)
    let nameless = try measure(hasID: false, server, workshop, scale)
    return [
      "with_event_id": describe(named, peer), "without_event_id": describe(nameless, peer),
      "native_per_second": Telling.rounded(peer.requestsPerSecond), "goal": 20_000,
    ]
  }

  private static func describe(_ own: Wrk.Result, _ peer: Wrk.Result) -> JSON {
    [
      "requests_per_second": Telling.rounded(own.requestsPerSecond),
      "ratio": Telling.rounded(own.requestsPerSecond / peer.requestsPerSecond),
      "processor_ratio": own.processorRatio,
      "p99_milliseconds": Telling.rounded(own.p99Milliseconds),
      "failures": .integer(own.failures + peer.failures),
    ]
  }

  /// What the vendor's client for iOS sends.
  private static func measure(
    hasID: Bool, _ server: ServerProcess, _ workshop: Workshop, _ scale: Scale
  ) throws -> Wrk.Result {
    let id = hasID ? #","event_id":"' .. id() .. '""# : ""
    let script = try workshop.write(
      """
      \(LuaEvents.idFunction(.timeSorted))
      function request()
        return wrk.format("POST", nil, nil, '{"token":"\(workshop.publishableKey)",' ..
          '"platform":"IOS","install_instance_id":"phone' .. r(99999) .. 'abcdefgh",' ..
          '"event_name":"level_completed","event_data":{"level":' .. r(99) .. ',"coins":' ..
          r(9999) .. '},"user_id":"user' .. r(99999) .. '","time_since_app_install":' ..
          r(9999999) .. '.' .. r(999999) .. ',"device_data":{"device":"iPhone","device_name":' ..
          '"iPhone14,5","system_version":"17.4","brand":"Apple","manufacturer":"Apple",' ..
          '"bundle_id":"com.example.app","version":"1.2","build_number":"34",' ..
          '"connectivity":"wifi","device_display":{"width":390,"height":844,"scale":3},' ..
          '"idfv":"6D92078A-8246-4BA4-AE5B-76104861E7DC","locale":"de_DE","language":"de",' ..
          '"country":"DE","timezone":"Europe/Berlin","timezone_offset":120}\(id)}')
      end
      wrk.headers["Content-Type"] = "application/json"
      """, to: "linkrunner.lua")
    return try Wrk.run(
      server, "/api/client/capture-event", connections: connections, seconds: scale.seconds,
      script: script)
  }
}
