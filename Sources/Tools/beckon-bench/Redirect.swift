import BeckonBasics
import BeckonModel
import BeckonStore

/// Redirects whose click is committed and fsynced before the answer, beside nginx, which stores
/// nothing. Both in turn, at each number of connections.
enum Redirect {
  private static let connections = [64, 512, 2_000]
  private static let nginxPort = 18_302

  static func run(_ scale: Program.Scale) async throws -> JSON {
    // Another run may have left its link on the same server.
    let code = Ambient.system.secret(prefix: "bench")
    let workshop = try await Workshop(on: scale.database) { database, app in
      let now = Ambient.system.now()
      try await database.write { connection in
        let scope = Scope(connection: connection, app: app, now: now, ambient: .system)
        let link = Link(
          id: Ambient.system.id(), app: app.number, host: "", code: code,
          url: "https://shop.example/start", campaign: nil, referrer: nil,
          options: LinkOptions(), createdAt: now)
        _ = try Links(scope).insert(link)
      }
    }
    defer { workshop.remove() }
    let nginx = try Nginx(in: workshop.folder, port: nginxPort)
    defer { nginx.stop() }
    let server = try ServerProcess(database: workshop.databaseURL)
    defer { server.stop() }
    // A browser's agent: the path of a click, not of a robot.
    let script = try workshop.write(
      """
      wrk.headers["User-Agent"] = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) \
      AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
      wrk.headers["Accept-Language"] = "en-US,en;q=0.9"
      """, to: "browser.lua")
    var rows: [JSON] = []
    for count in connections {
      let peer = try Wrk.run(
        nginx.url, connections: count, seconds: scale.seconds, script: script)
      let own = try Wrk.run(
        server.url + "/" + code, connections: count, seconds: scale.seconds, script: script)
      rows.append([
        "connections": .integer(count), "redirects_per_second": rounded(own.requestsPerSecond),
        "nginx_per_second": rounded(peer.requestsPerSecond),
        "ratio": rounded(own.requestsPerSecond / peer.requestsPerSecond),
        "p99_milliseconds": rounded(own.p99Milliseconds), "failures": .integer(own.failures),
      ])
    }
    return ["goal_ratio": 0.45, "runs": .array(rows)]
  }
}
