import BeckonModel
import ChildProcess

/// A million long links that nobody has made before, from addresses all over the world, while
/// honest visitors follow a link. Shows that memory stays bounded, that nothing is stored but
/// clicks, that an address cannot follow more than it may, and that the honest ones go on.
enum LongLinkStorm {
  private static let connections = 32
  /// Where a fifth of the links come from.
  private static let busyAddresses = 3
  /// Most seconds between two looks at the memory.
  private static let sliceSecondsMax = 60

  static func run(_ scale: Scale) async throws -> JSON {
    let count = scale.isQuick ? 40_000 : 1_000_000
    let workshop = try await Workshop()
    defer { workshop.remove() }
    let server = try workshop.serve(["--trusted-proxy", "127.0.0.1/32"])
    defer { server.stop() }
    try DynamicLinksRates.set(server, workshop)
    let honest = Honest(
      url: server.url + (try DynamicLinksRates.shortLink(server, workshop)),
      script: try workshop.write(visitors, to: "honest.lua"))
    _ = try honest.follow(seconds: 1)
    let before = try TableCounts(workshop.databasePath)
    var storm = Storm(
      server: server, script: try workshop.write(strangers, to: "storm.lua"), count: count)
    let tellings = try await storm.run(beside: honest)
    server.stop()
    let after = try TableCounts(workshop.databasePath)
    return [
      "links": .integer(storm.sent), "refused": .integer(storm.refused),
      "memory": .array(tellings.map(\.json)),
      "honest_visits": .integer(tellings.reduce(0) { $0 + $1.visits }),
      "failures": .integer(tellings.reduce(0) { $0 + $1.failures }),
      "honest_p99_milliseconds": Telling.rounded(tellings.map(\.p99Milliseconds).max() ?? 0),
      "new_rows": after.since(before),
      "log_bytes": .integer(workshop.bytes(of: "server.log")),
    ]
  }

  /// What is seen after a part of the links.
  private struct Seen {
    let links: Int
    let megabytes: Double
    /// Of honest visitors, since the last time.
    var visits = 0
    var failures = 0
    var p99Milliseconds = 0.0

    var json: JSON {
      ["links": .integer(links), "resident_megabytes": Telling.rounded(megabytes)]
    }
  }

  /// Those who follow a link that there is.
  private struct Honest: Sendable {
    let url: String
    let script: String

    func follow(seconds: Int) throws -> Wrk.Result {
      try Wrk.run(url, connections: 2, seconds: seconds, script: script)
    }
  }

  private struct Storm {
    let server: ServerProcess
    let script: String
    let count: Int
    var sent = 0
    var refused = 0

    /// Until all are sent, with a look at the memory after each quarter.
    mutating func run(beside honest: Honest) async throws -> [Seen] {
      var tellings = [Seen(links: 0, megabytes: megabytes)]
      var seconds = 3
      for quarter in 1...4 {
        var seen = Seen(links: 0, megabytes: 0)
        while sent < count * quarter / 4 {
          let slice = seconds
          async let visits = honest.follow(seconds: slice)
          let result = try Wrk.run(
            server.url + "/", connections: connections, seconds: slice, script: script)
          let honest = try await visits
          sent += Int(result.requests)
          refused += result.failures
          seen.visits += Int(honest.requests)
          seen.failures += honest.failures
          seen.p99Milliseconds = max(seen.p99Milliseconds, honest.p99Milliseconds)
          let left = Double(count * min(quarter + 1, 4) / 4 - sent)
          seconds = min(max(Int(left / max(1, result.requestsPerSecond)), 1), sliceSecondsMax)
          Telling.say("  \(sent) links, \(refused) refused, \(Int(megabytes)) MB")
        }
        tellings.append(
          Seen(
            links: sent, megabytes: megabytes, visits: seen.visits, failures: seen.failures,
            p99Milliseconds: seen.p99Milliseconds))
      }
      return tellings
    }

    private var megabytes: Double { Double(server.process.residentBytes) / 1_048_576 }
  }

  // MARK: Scripts

  /// Each link is another; every fifth comes from one of a few addresses.
  private static let strangers = """
    \(DynamicLinksRates.browser)
    math.randomseed(os.time())
    function request()
      local address = "20." .. math.random(0, 255) .. "." .. math.random(0, 255) .. "." ..
        math.random(1, 254)
      if math.random(5) == 1 then address = "21.0.0." .. math.random(\(busyAddresses)) end
      return wrk.format("GET", "/?link=https%3A%2F%2Fmygame.example.com%2F%3Finvitedby%3D" ..
        math.random(1000000000) .. math.random(1000000000) .. "&utm_source=" ..
        math.random(1000000000), {["Host"] = wrk.headers["Host"],
        ["User-Agent"] = wrk.headers["User-Agent"] .. math.random(1000000000),
        ["Accept-Language"] = "en-US,en;q=0.9", ["X-Forwarded-For"] = address})
    end
    """

  private static let visitors = """
    \(DynamicLinksRates.browser)
    function request()
      return wrk.format("GET", nil, {["Host"] = wrk.headers["Host"],
        ["User-Agent"] = wrk.headers["User-Agent"], ["X-Forwarded-For"] = "22.0." ..
        math.random(0, 255) .. "." .. math.random(1, 254)})
    end
    """
}
