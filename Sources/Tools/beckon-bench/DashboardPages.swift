import BeckonBasics
import BeckonModel
import CBeckonSQLite
import ChildProcess
import Foundation

/// Pages of the dashboard over the facts that `beckon demo --scale` makes up, asked for one after
/// the other by a browser that is signed in. Beside it SQLite alone adds up the clicks of an app,
/// as each figure would be made without the counts by day.
enum DashboardPages {
  private static let asks = 15
  private static let goalMilliseconds = 300
  private static let pages = ["campaigns", "links", "people", "ledger", "review", "products"]

  static func run(_ scale: Scale) async throws -> JSON {
    let folder = try Workshop.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let facts = scale.isQuick ? 20_000 : 1_000_000
    let path = folder.appendingPathComponent("facts.db").path
    Telling.say("  beckon demo --scale \(facts) --seed 1 …")
    _ = try Command.output(
      of: Workshop.program,
      ["demo", "--scale", "\(facts)", "--seed", "1", "--database", "sqlite:" + path, "--json"])
    let server = try ServerProcess(
      program: Workshop.program, database: "sqlite:" + path,
      log: folder.appendingPathComponent("server.log").path)
    defer { server.stop() }
    let browser = try Browser(server, "sqlite:" + path, folder)
    let apps = try browser.apps()
    let overviews = try apps.map { (app: $0, time: try browser.median(of: $0 + "/overview")) }
    guard let slowest = overviews.max(by: { $0.time < $1.time }) else {
      throw BenchError("the demo has made no app")
    }
    let times = try pages.map { page in
      JSON.Member(page, Telling.rounded(try browser.median(of: slowest.app + "/" + page)))
    }
    let plain = try plainSum(path)
    return [
      "facts": .integer(facts), "asks": .integer(asks), "apps": .integer(apps.count),
      "overview_milliseconds": Telling.rounded(slowest.time),
      "goal_milliseconds": .integer(goalMilliseconds),
      "all_apps_milliseconds": Telling.rounded(try browser.median(of: "apps")),
      "pages_milliseconds": .object(times),
      "plain_sum_milliseconds": Telling.rounded(plain),
      "ratio": Telling.rounded(slowest.time / plain),
    ]
  }

  private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  /// Milliseconds in which SQLite adds up the clicks of the largest app, row by row.
  private static func plainSum(_ path: String) throws -> Double {
    let sum = """
      SELECT link, platform, COUNT(*) FROM clicks
      WHERE app = (SELECT app FROM link_days GROUP BY app ORDER BY COUNT(*) DESC LIMIT 1)
        AND kind = 'click' GROUP BY link, platform
      """
    return try PlainSQLite.read(path) { handle in
      try median(
        (0..<asks).map { _ in
          let start = MonotonicClock.nanoseconds()
          guard sqlite3_exec(handle, sum, nil, nil, nil) == SQLITE_OK else {
            throw BenchError(String(cString: sqlite3_errmsg(handle)))
          }
          return Double(MonotonicClock.nanoseconds() - start) / 1e6
        })
    }
  }

  /// curl, which keeps the cookie of who is signed in.
  private struct Browser {
    private let home: String
    private let cookies: String

    /// Signs in by a link that the program prints.
    init(_ server: ServerProcess, _ database: String, _ folder: URL) throws {
      home = server.url + "/dashboard/"
      cookies = folder.appendingPathComponent("cookies").path
      let link = try Command.output(
        of: Workshop.program,
        ["dashboard-link", "--database", database, "--public-url", server.url])
      _ = try Command.output(
        of: "curl",
        [
          "-sS", "-c", cookies, "-H", "Origin: " + server.url, "-d", "",
          link.trimmingCharacters(in: .whitespacesAndNewlines),
        ])
    }

    /// The ids of the apps that the dashboard shows.
    func apps() throws -> [String] {
      let page = try Command.output(of: "curl", ["-sS", "-b", cookies, home + "apps"])
      let ids = page.components(separatedBy: "/dashboard/app_").dropFirst().map { part in
        "app_" + part.prefix { $0.isLetter || $0.isNumber }
      }
      return Set(ids).sorted()
    }

    /// Milliseconds until a page is there.
    func median(of page: String) throws -> Double {
      try DashboardPages.median(
        (0..<asks).map { _ in
          let words = try Command.output(
            of: "curl",
            [
              "-sS", "-b", cookies, "-o", "/dev/null", "-w", "%{http_code} %{time_total}",
              home + page,
            ]
          ).split(separator: " ")
          guard words.first == "200", let seconds = words.last.flatMap({ Double($0) }) else {
            throw BenchError("/dashboard/\(page) answered \(words.first ?? "nothing")")
          }
          return seconds * 1_000
        })
    }
  }
}
