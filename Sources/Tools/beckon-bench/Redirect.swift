import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import ChildProcess

/// Redirects whose click is committed and fsynced before the answer, of visitors who each come from
/// a network of their own, as a proxy names it. On SQLite beside nginx, which stores nothing; on a
/// PostgreSQL server beside the same on SQLite. Both in turn, at each number of connections.
enum Redirect {
  private static let connections = [64, 512, 2_000]
  /// Visitors, and networks. One alone would find each page of every index in place.
  private static let visitors = 100_000
  /// Their browsers' agents.
  private static let agents = 2_000

  static func run(_ scale: Scale) async throws -> JSON {
    // Another run may have left its link on the same server.
    let code = Ambient.system.secret(prefix: "bench")
    let files = try await workshop(nil, code)
    defer { files.remove() }
    let onFile = try files.serve(proxied)
    defer { onFile.stop() }
    guard let database = scale.database else {
      let nginx = try Nginx(in: files)
      defer { nginx.stop() }
      let before = try await bytes(files)
      let result = try compare(onFile, code, "nginx", nginx.url, goal: "0.5", files, scale)
      let (size, clicks) = try await bytes(files)
      guard case .object(let members) = result else { return result }
      let disk = Double(size - before.size) / Double(max(1, clicks))
      return .object(members + [JSON.Member("disk_bytes_per_click", Telling.rounded(disk))])
    }
    let there = try await workshop(database, code)
    defer { there.remove() }
    let onServer = try there.serve(proxied)
    defer { onServer.stop() }
    return try compare(
      onServer, code, "sqlite", onFile.url + "/" + code, goal: "0.6", files, scale)
  }

  /// Bytes of the database, and clicks in it.
  private static func bytes(_ workshop: Workshop) async throws -> (size: Int64, clicks: Int64) {
    let database = try workshop.open()
    let found = try await database.read { connection in
      let clicks = try connection.first("SELECT COUNT(*) FROM clicks", []) { $0.integer(0) }
      return (size: try DatabaseSize.bytes(connection), clicks: clicks ?? 0)
    }
    await database.close()
    return found
  }

  private static let proxied = ["--trusted-proxy", "127.0.0.1"]

  /// A database with one link.
  private static func workshop(_ server: String?, _ code: String) async throws -> Workshop {
    try await Workshop(on: server) { database, app in
      let now = Ambient.system.now()
      try await database.write { connection in
        let scope = Scope(connection: connection, app: app, now: now, ambient: .system)
        let link = Link(
          id: Ambient.system.id(), app: app.number, prefix: "", code: code,
          url: "https://shop.example/start", campaign: nil, referrer: nil,
          options: LinkOptions(), createdAt: now)
        _ = try Links(scope).insert(link)
      }
    }
  }

  private static func compare(
    _ server: ServerProcess, _ code: String, _ peer: String, _ peerURL: String, goal: String,
    _ workshop: Workshop, _ scale: Scale
  ) throws -> JSON {
    let script = try workshop.write(script, to: "visitors.lua")
    let rows = try connections.map { count -> JSON in
      Telling.say("  \(count) connections: \(peer), then our own …")
      let theirs = try Wrk.run(
        peerURL, connections: count, seconds: scale.seconds, script: script)
      let own = try Wrk.run(
        server, "/" + code, connections: count, seconds: scale.seconds, script: script)
      return [
        "connections": .integer(count),
        "redirects_per_second": Telling.rounded(own.requestsPerSecond),
        "\(peer)_per_second": Telling.rounded(theirs.requestsPerSecond),
        "ratio": Telling.rounded(own.requestsPerSecond / theirs.requestsPerSecond),
        "processor_microseconds": own.cost.map { Telling.rounded($0.microsecondsPerRequest) }
          ?? .null,
        "processor_ratio": own.processorRatio,
        "p99_milliseconds": Telling.rounded(own.p99Milliseconds),
        "failures": .integer(own.failures + theirs.failures),
      ]
    }
    return ["goal_ratio": .number(goal), "runs": .array(rows)]
  }

  /// Requests of phones' browsers, made before the first is sent, so that making them costs the run
  /// nothing. Each visitor comes about as often as the others, in an order without a pattern.
  private static var script: String {
    """
    local requests, sent = {}, 0
    function init()
      for i = 0, \(visitors - 1) do
        local browser = i % \(agents)
        requests[i + 1] = wrk.format("GET", nil, {
          ["Host"] = wrk.headers["Host"],
          ["User-Agent"] = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_" .. browser % 20 ..
            " like Mac OS X) AppleWebKit/605.1." .. math.floor(browser / 20) ..
            " (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
          ["Accept-Language"] = "en-US,en;q=0.9",
          ["X-Forwarded-For"] = "20." .. math.floor(i / 65536) .. "." ..
            math.floor(i / 256) % 256 .. "." .. i % 256
        })
      end
    end
    function request()
      sent = sent + 1
      return requests[sent * 7919 % \(visitors) + 1]
    end
    """
  }
}
